#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the expected values of rate_error_test.cpp. Needs numpy and scipy; to be run by hand when the method changes.

Shares no code and no approximation with the library: least squares over all datagrams with a constant per axis, restricted
likelihoods from dense covariance matrices, correlations summed datagram by datagram, Student's t of scipy."""
import numpy as np
from scipy.optimize import brentq
from scipy.stats import t as student

CAPACITY = 256
LONG, DECISIVE = 0.1, 100  # share of the longest axis; Bayes factor


def steps(seed):
    """The linear congruential generator of Numerical Recipes, upper 16 bits."""
    while True:
        seed = (seed * 1664525 + 1013904223) % 2**32
        yield seed >> 16


def datagrams(lengths, seed):
    """Per axis pairs of media time in us and lateness in ns: a random wander plus a drift of 37 ppm."""
    step = steps(seed)
    axes = []
    for length in lengths:
        media, walk, axis = 0, 0, []
        for _ in range(length):
            media += 700 + next(step) % 600
            walk = walk * 19 // 20 + next(step) - 32768
            axis.append((media, walk + media * 37 // 1000))
        axes.append(axis)
    return axes


def halved(blocks, limit):
    kept = blocks[:1]
    for begins, points in blocks[1:]:
        if not begins and len(kept[-1][1]) + len(points) <= limit:
            kept[-1][1].extend(points)
        else:
            kept.append((begins, points))
    return kept


def blocks_of(axes):
    """Pairs (begins an axis, points): adjacent blocks are merged in pairs whenever there are too many."""
    limit, blocks = 1, []
    for axis in axes:
        begins = True
        for point in axis:
            if not begins and len(blocks[-1][1]) < limit:
                blocks[-1][1].append(point)
                continue
            while len(blocks) == CAPACITY:
                limit *= 2
                blocks = halved(blocks, limit)
            blocks.append((begins, [point]))
            begins = False
    return blocks


def wander(blocks, x, same_axis, tau):
    """Covariance of the means of blocks for an Ornstein-Uhlenbeck process sampled at evenly spaced points."""
    gains, variances = [], []
    for _, points in blocks:
        times = np.linspace(0, points[-1][0] - points[0][0], len(points))
        gains.append(np.exp((times - times.mean()) / tau).mean())
        variances.append(np.exp(-abs(np.subtract.outer(times, times)) / tau).mean())
    covariance = np.exp(-abs(np.subtract.outer(x, x)) / tau) * same_axis * np.outer(gains, gains)
    np.fill_diagonal(covariance, variances)
    return covariance / np.mean(variances)


def least_squares(axes):
    """Slope in us per us, and the sum of squares of media about the means of their axes."""
    rows, lateness, squares = [], [], 0
    for k, axis in enumerate(axes):
        media = np.array([m for m, _ in axis], float)
        squares += ((media - media.mean())**2).sum()
        for m, late in axis:
            rows.append([float(k == j) for j in range(len(axes))] + [m])
            lateness.append(late / 1000)
    return np.linalg.lstsq(np.array(rows), np.array(lateness), rcond=None)[0][-1], squares


def interval(axes):
    slope, all_squares = least_squares(axes)
    blocks = blocks_of(axes)
    axis_of = np.cumsum([begins for begins, _ in blocks]) - 1
    count = np.array([len(points) for _, points in blocks], float)
    x = np.array([np.mean([m for m, _ in points]) for _, points in blocks])
    y = np.array([np.mean([late for _, late in points]) / 1000 for _, points in blocks])
    constants = np.equal.outer(axis_of, range(len(axes))).astype(float)
    off = x - constants @ (constants.T @ (count * x) / (constants.T @ count))
    weight, squares = count * off, (count * off**2).sum()
    # Contrasts: combinations that depend neither on the constants nor on the slope (restricted likelihood).
    contrasts = np.linalg.qr(np.column_stack([constants, x]), mode="complete")[0][:, len(axes) + 1:]
    freedom = contrasts.shape[1]
    z = contrasts.T @ y

    lengths = [np.ptp(x[axis_of == k]) for k in range(len(axes))]
    taus = np.geomspace(sum(lengths) / len(x) / 2, 10 * max(lengths), 16)
    wander_weights, mixed_weights = taus**-0.85, taus**-0.5
    white = np.diag(1 / count) / np.mean(1 / count)
    models, is_long = [(white, 0.4)], [False]
    for tau, wander_weight, mixed_weight in zip(taus, wander_weights / wander_weights.sum(),
                                                mixed_weights / mixed_weights.sum()):
        process = wander(blocks, x, np.equal.outer(axis_of, axis_of), tau)
        models.append((process, 0.5 * wander_weight))
        is_long += 6 * [tau > LONG * max(lengths)]
        for share in (0.02, 0.1, 0.3, 0.6, 0.85):
            models.append(((1 - share) * process + share * white, 0.1 * mixed_weight / 5))

    log_weights, deviations = [], []
    for covariance, prior in models:
        inner = contrasts.T @ covariance @ contrasts
        rest = z @ np.linalg.solve(inner, z)
        log_weights.append(np.log(prior) - np.linalg.slogdet(inner)[1] / 2 - freedom / 2 * np.log(rest))
        deviations.append(np.sqrt(rest / freedom * (weight @ covariance @ weight)) / squares)
    deviations = np.array(deviations)
    shares = np.exp(np.array(log_weights) - max(log_weights))
    shares /= shares.sum()
    priors, is_long = np.array([prior for _, prior in models]), np.array(is_long)
    factor = shares[is_long].sum() / shares[~is_long].sum() * priors[~is_long].sum() / priors[is_long].sum()
    if factor > DECISIVE:
        return (slope * 1e6,)
    margin = brentq(lambda m: shares @ student.cdf(m / deviations, freedom) - 0.975, 0, 20 * deviations.max(),
                    xtol=1e-18, rtol=1e-14)
    margin *= np.sqrt(squares / all_squares)
    return slope * 1e6, (slope - margin) * 1e6, (slope + margin) * 1e6


for lengths, seed in ([40], 1), ([40], 7), ([25, 7, 30], 2), ([6], 5), ([900], 3), ([500, 300], 4):
    print(lengths, seed, *(f"{value:.9f}" for value in interval(datagrams(lengths, seed))))
