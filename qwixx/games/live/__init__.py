"""A live table: one page is the host and runs the game, the others are guests.

`Host` and `Guest` are immutable values without a transport: each event returns the next value and
the texts to send. Repeated and late texts do no harm. After a lost connection a guest repeats its
unacknowledged actions, and the host broadcasts the whole table.

- `protocol`: the messages, as validated JSON
- `commit_reveal`: commitments, seals, nonces and dice; `pins`: the values to which a guest holds
  the host, and its verdict
- `host`: the table at the host; `host_actions`: events at the table; `host_inbox`: messages from
  guests; `broadcast`: views for guests
- `guest`: the table at a guest
- `visibility`: secret decisions, and undo
"""
