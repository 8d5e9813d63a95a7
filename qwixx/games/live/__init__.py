"""A table over several devices: one page is the host and holds the game, the others are guests.

There is no transport in here. `Host` and `Guest` are values: whatever happens makes the next one,
and texts that are to be sent. A text that comes twice or late does no harm. Of those that are lost
a guest sends again what matters as soon as it is connected again, and the host tells all anew.

- `protocol`: the messages, as JSON, checked on the way in
- `commit_reveal`: commitment, seals, shares and dice; `pins`: what a guest holds the host to, its
  verdict
- `host`: the table as its host knows it; `host_actions`: what happens at it; `host_inbox`: what
  comes from guests; `broadcast`: what they are told
- `guest`: the table as a guest knows it
- `visibility`: what is secret in a game, and what is taken back
"""
