"""The browser: what the page asks of it, and what it tells; `page` is the way in.

What imports neither `js` nor `pyodide` runs anywhere: `arrivals`, `flood`, `frame_height`,
`pulse`, `shelf`.
"""
