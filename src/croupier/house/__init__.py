"""The house: live tables, the ledger, the log, and the people around them.

A live table is one authority: commands go in, events come out, in one order. What happened and
the money it moved are written in one transaction, and nobody sees them before. `docs/house.md`
says how a house is run.
"""
