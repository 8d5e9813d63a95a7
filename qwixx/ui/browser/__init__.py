"""Browser APIs: run effects and send messages; `page` is the entry point.

Modules that import neither `js` nor `pyodide` run anywhere: `archive`, `arrivals`,
`frame_height`, `heartbeat`, `keyboard`, `rate_limiter`, `slot_store`.
"""
