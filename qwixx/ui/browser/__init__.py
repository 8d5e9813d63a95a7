"""Browser APIs: run effects, send messages; `page` is the entry point.

Modules that import neither `js` nor `pyodide` run anywhere: `arrivals`, `flood`, `frame_height`,
`pulse`, `shelf`.
"""
