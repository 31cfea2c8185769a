"""Prometheus metrics. No label identifies a player or reveals anything of a game.

Frequent metrics bind their labels once, as those of moves: looking up a label costs more than counting.
"""

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.metrics import disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]  # one more line for each metric

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
MANY = (1, 2, 5, 10, 20, 50, 100, 200, 500)

_moves = Counter("boxcats_moves_total", "Moves that this process recorded", ["by"])
moves_of_people = _moves.labels("person")
moves_of_bots = _moves.labels("bot")
move_seconds = Histogram(
    "boxcats_move_seconds", "From receiving a player's move to queueing the answer", buckets=SECONDS
)
refusals = Counter("boxcats_refusals_total", "Messages on sockets that were refused", ["code"])

commit_seconds = Histogram("boxcats_commit_seconds", "Duration of a commit of moves", buckets=SECONDS)
commit_moves = Histogram("boxcats_commit_moves", "Moves in one commit", buckets=MANY)

bot_thinking_seconds = Histogram(
    "boxcats_bot_thinking_seconds", "Duration of one choice of a bot", buckets=SECONDS
)
bot_fallbacks = Counter(
    "boxcats_bot_fallbacks", "Choices of a searching bot made by the substitute, as no worker answered"
)

analyzed_decisions = Counter("boxcats_analyzed_decisions", "Decisions of finished games evaluated")
pending_analyses = Gauge("boxcats_analyses_pending", "Games that are analyzed or wait for it")
found_puzzles = Counter("boxcats_puzzles_found", "Puzzles found in games of this server")

sockets = Gauge("boxcats_sockets", "Open sockets")
queued_messages = Gauge("boxcats_outbox_messages", "Messages queued for sending, on all sockets")
longest_send_queue = Gauge("boxcats_outbox_longest", "Messages queued on the socket with the longest queue")
tables_followed = Gauge("boxcats_tables_followed", "Tables with subscribers in this process")
cached_games = Gauge("boxcats_games_in_memory", "Positions in this process's cache")

_pool = Gauge("boxcats_pool_connections", "Connections to the database", ["state"])
pool_in_use, pool_idle = _pool.labels("in_use"), _pool.labels("idle")

http_requests = Counter("boxcats_http_requests_total", "HTTP requests", ["method", "route", "status"])
http_seconds = Histogram("boxcats_http_seconds", "Duration of HTTP requests", ["route"])
