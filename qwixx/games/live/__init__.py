"""A live table: one page is the host and runs the game; the others are guests.

`Host` and `Guest` are immutable values, independent of the transport: handling an event returns a
new value and the texts to send. Repeated and late texts do no harm. After reconnecting, a guest
resends its unacknowledged actions, and the host broadcasts the whole table.

- `protocol`: the messages, as validated JSON
- `host`: the host's side of a table; `host_actions`: events at the table; `rolls`: calls for
  links, and rolls; `host_inbox`: messages from guests; `broadcast`: views for guests
- `guest`: a guest's side of a table; `pins`: the part of a table that a guest does not let the
  host change, and the guest's verdict; `record`: the same for decisions
- `visibility`: secret decisions and undo
"""
