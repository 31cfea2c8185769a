"""Every Redis channel and key. Redis may lose all of it at any time: the database has what must be kept.

A channel's subscribers get `on_gap` when it is subscribed to, also after each reconnection to Redis.

Channel         Topic               Published by     Subscribers             When a message is lost
boxcats:tables  (changed tables)    all that change  game service and hub,   read again on a gap; also polled
                                    a table          lobby hub, table        from the database each 1 to 3 s
                                                     status                  (change_poller)
                                                     matchmaking, turn       their sweeps find what was missed
                                                     notifier, results,
                                                     night runner
                                                     chat hub                withheld lines are read on a gap
                                                     attendance (gap only)   Redis may have lost who is there:
                                                                             who comes next makes the table's
                                                                             deadline due again
boxcats:words   talk                chat service     chat hub                new lines are read on a gap
                reaction            chat service     chat hub                the reaction is not shown
                bans                moderation       ban list                the list is read every 3 s
                company             friends service  lobby hub               read again on a gap
                                                     matchmaking             seating checks blocks again
                review              shared replays   shared replay hub       read again on a gap
                review_talk         shared replays   shared replay hub       read again on a gap
                presence            presence         presence                processes look every 10 s
                duplicate_started   lobby service    page closer, shared     pages of games and shared replays
                                                     replay hub              are checked again on a gap
                night               night service,   night hub               read again on a gap and each 10 s
                                    night runner

Key                        TTL     Content                                    When it is lost
boxcats:present:<place>    1 h     sorted set by time: <player><process>      every process writes its
                                   while there, <player> after leaving;       players again within 10 s
                                   the place: a table, by its code, or
                                   review:<shared replay>
boxcats:online             25 s    sorted set by time: connected players      written again within 10 s
boxcats:notices:swept      54 s    one process has swept for turns to notify  one more sweep
boxcats:analysis:<game>    10 s    "<done> <all>": decisions of the game      another process analyzes it too
boxcats:wanted:<game>      10 s    a client requests the game's analysis      it ends, and is requested again
boxcats:puzzles:searched   54 min  one process looks for puzzles in a game    one more game
boxcats:quick:<name>       1-2 min the matchmaking queue (MATCHMAKING_NAMES)  clients repeat their request
boxcats:quick:line:<line>  2 min   sorted set: players by waiting time        as the queue
boxcats:quick:avoids:<p>   2 min   set: players not to be matched with        as the queue
boxcats:quick:home:<a>     2 min   sorted set: players behind one address,    as the queue
                                   which is named by a digest
boxcats:quick:offer:<line> 1 min   hash: an offer and its answers             another offer is made
boxcats:quick:seat:<p>     5, 60 s a matched player's table, "" while made    the database knows it
"""

TABLES_CHANNEL = "boxcats:tables"
TEXT_CHANNEL = "boxcats:words"

ONLINE = "boxcats:online"
NOTIFICATION_SWEEP = "boxcats:notices:swept"
PUZZLE_SEARCH = "boxcats:puzzles:searched"
MATCHMAKING_PREFIX = "boxcats:quick:"
MATCHMAKING_SEATS = MATCHMAKING_PREFIX + "seat:"  # and a player
MATCHMAKING_OFFERS = MATCHMAKING_PREFIX + "offer:"  # and a line
MATCHMAKING_NAMES = (
    "lines",  # sorted set: lines (a game, mode and clock each) by when they were last matched
    "seen",  # sorted set: players by their last request
    "entries",  # hash by player: their line, address digest and count of avoided players
    "wants",  # hash by player: numbers of players wanted; empty after they left
    "tickets",  # hash by player: their signed request
    "groups",  # sorted set: matched groups by when a process began to seat them
    "cursors",  # hash by line: where the next match run continues
    "asked",  # sorted set: players by until when they get no offer
)


def presence(place: str) -> str:
    """The key of the players at a place of presence."""
    return f"boxcats:present:{place}"


def analysis_progress(game: str) -> str:
    """The key of how far the analysis of a game has come, by the game's code."""
    return f"boxcats:analysis:{game}"


def analysis_wanted(game: str) -> str:
    """The key that exists while clients request the analysis of a game."""
    return f"boxcats:wanted:{game}"
