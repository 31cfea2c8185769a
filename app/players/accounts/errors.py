"""Errors of names; continues the tree in `app.core.errors`.

AppError
├── BadName             bad_name 422
├── LinkInName          link_in_name 422
└── ReservedName        reserved_name 422        looks like the name of an administrator, the server or a bot
"""

from app.core.errors import AppError


class BadName(AppError):
    code, status = "bad_name", 422


class LinkInName(AppError):
    code, status = "link_in_name", 422


class ReservedName(AppError):
    code, status = "reserved_name", 422
