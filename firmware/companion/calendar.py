"""Checks dates and times, and works out the day of the week.

It must not know the clock.
"""

_FIRST_YEAR = 2024
_LAST_YEAR = 2099


def with_weekday(moment):
    """Return (year, month, day, weekday, hour, minute, second) of (year, month, day, hour, minute, second).

    The weekday is 0 for Monday to 6 for Sunday. Raises ValueError, with a sentence, unless this is a valid
    time between 2024 and 2099.
    """
    if not _is_moment(moment):
        raise ValueError("The clock takes year, month, day, hour, minute and second, from 2024 to 2099.")
    year, month, day = moment[:3]
    return (year, month, day, _weekday(year, month, day)) + tuple(moment[3:])


def _is_moment(moment):
    if len(moment) != 6:
        return False
    for value in moment:
        if not isinstance(value, int):
            return False
    year, month, day, hour, minute, second = moment
    return (
        _FIRST_YEAR <= year <= _LAST_YEAR
        and 1 <= month <= 12
        and 1 <= day <= _days(year, month)
        and 0 <= hour <= 23
        and 0 <= minute <= 59
        and 0 <= second <= 59
    )


def _days(year, month):
    if month == 2:
        return 29 if year % 4 == 0 else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _weekday(year, month, day):
    days = day
    for past in range(1, month):
        days += _days(year, past)
    # 2024 began on a Monday; each year begins one weekday later, after a leap year two
    return (days - 1 + (year - _FIRST_YEAR) + (year - _FIRST_YEAR + 3) // 4) % 7
