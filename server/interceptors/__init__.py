"""What every call passes on its way in, in this order.

:mod:`~manille.server.interceptors.calls` gives it an id and tells the log, the metrics and the
traces when it ends, :mod:`~manille.server.interceptors.tokens` and
:mod:`~manille.server.interceptors.admission` may refuse it before its request is received, and
:mod:`~manille.server.interceptors.boundary` turns bytes into messages and exceptions into statuses.
"""
