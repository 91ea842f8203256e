"""How sure a figure is: 95 % intervals of shares and of means."""

from __future__ import annotations

import math

Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""
ENOUGH = 30
"""Fewer cases than this are shown in grey."""

Interval = tuple[float | None, float | None]


def wilson(k: float, n: float) -> tuple[float, float]:
    """The 95 % Wilson interval of a share of k among n cases, (nan, nan) without a case.

    >>> [round(x, 4) for x in wilson(10, 100)]
    [0.0552, 0.1744]
    """
    if n <= 0:
        return (math.nan, math.nan)
    p = k / n
    middle = p + Z * Z / (2 * n)
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return (
        0.0 if k <= 0 else min((middle - half) / scale, p),
        1.0 if k >= n else max((middle + half) / scale, p),
    )


def student(freedom: int) -> float:
    """Two-sided 95 % of Student's distribution, to three digits and more.

    >>> [round(student(n), 2) for n in (1, 2, 5, 30)]
    [12.71, 4.3, 2.57, 2.04]
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean_interval(mean: float, variance: float | None, n: int) -> Interval:
    """The 95 % interval of a mean of n cases with this sample variance, open below two cases.

    >>> [round(x or 0, 3) for x in mean_interval(10, 4, 16)]
    [8.934, 11.066]
    """
    if n < 2 or variance is None:
        return (None, None)
    half = student(n - 1) * math.sqrt(max(variance, 0.0) / n)
    return (mean - half, mean + half)
