"""What is refused about names; the tree in `app.core.errors` goes on here.

AppError
├── BadName             bad_name 422
├── LinkInName          link_in_name 422
└── ReservedName        reserved_name 422        of an administrator, the server, a bot
"""

from app.core.errors import AppError


class BadName(AppError):
    code, status = "bad_name", 422


class LinkInName(AppError):
    code, status = "link_in_name", 422


class ReservedName(AppError):
    code, status = "reserved_name", 422
