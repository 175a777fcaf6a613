"""The web server: FastAPI on uvicorn. For now one page, and health."""
