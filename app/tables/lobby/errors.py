"""What is refused at tables that have not started; the tree in `app.core.errors` goes on here.

AppError
├── SeatChanged         seat_changed 409         another person sits there than the host meant
├── Removed             removed 409              by the host: this person may sit down again in a while
├── KeptOut             kept_out 403             by the host, from this table
├── TermsChanged        terms_changed 409        the table's settings are not those that were shown
├── TooManyTables       too_many_tables 409      one person's, that have not started
├── TooManyTablesHere   too_many_tables_here 409 one network address's
└── TooManySeats        too_many_seats 409       at open tables in the lobby
"""

from app.core.errors import AppError


class SeatChanged(AppError):
    code, status = "seat_changed", 409


class RemovedFromTable(AppError):
    code, status = "removed", 409


class KeptOutOfTable(AppError):
    code, status = "kept_out", 403


class SettingsChanged(AppError):
    code, status = "terms_changed", 409


class TooManyTables(AppError):
    code, status = "too_many_tables", 409


class TooManyTablesHere(AppError):
    code, status = "too_many_tables_here", 409


class TooManySeats(AppError):
    code, status = "too_many_seats", 409
