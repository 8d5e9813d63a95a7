"""Browser APIs: run effects and send messages; `page` is the entry point.

Some modules import neither `js` nor `pyodide`, so they also run outside a browser: `archive`,
`arrivals`, `frame_height`, `heartbeat`, `keyboard`, `rate_limiter`, and `slot_store`.
"""
