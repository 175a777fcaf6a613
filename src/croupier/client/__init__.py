"""A client of a house: for bots, terminals, tests and tools.

    import asyncio
    from croupier.client import Client

    async def main():
        async with Client("http://127.0.0.1:8000") as house:
            await house.be_guest()
            seat = await house.sit("Three Card Poker", credit_cents=10_000)
            for _ in range(10):
                await seat.bet({"Ante": 500})
                async for question in seat.questions():
                    await question.choose("play")
                print(f"round {seat.table.round}: {seat.credit_cents} cents")
            await seat.leave()

    asyncio.run(main())

A lost connection is opened again, silently and exactly: events go on where they were, and a
command that was not answered is sent again under its id, so it is done once. `docs/api.md` has
more.
"""

from croupier.client.connection import Client
from croupier.client.mirror import TableMirror
from croupier.client.seat import Question, SeatAtTable

__all__ = ["Client", "Question", "SeatAtTable", "TableMirror"]
