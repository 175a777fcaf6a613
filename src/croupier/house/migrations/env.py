"""Run by Alembic: applies the migrations on the connection that the house has opened."""

from alembic import context

from croupier.house.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
