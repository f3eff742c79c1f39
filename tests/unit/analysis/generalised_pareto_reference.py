#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the expected values of generalised_pareto_test.cpp and of the golden test in latency_governor_test.cpp.
Needs numpy and scipy; to be run by hand when the method changes.

Shares only the definition of the moments with the library: quantiles are those of scipy.stats.genpareto, the
covariance of the moments is integrated numerically over the distribution, and the derivatives of the quantile with
respect to the moments are difference quotients of the whole estimate."""
import numpy as np
from scipy.integrate import dblquad
from scipy.optimize import brentq
from scipy.stats import genpareto


def uniforms(count, seed):
    """The linear congruential generator of Numerical Recipes, upper 16 bits."""
    for _ in range(count):
        seed = (seed * 1664525 + 1013904223) % 2**32
        yield ((seed >> 16) + 0.5) / 65536


def moments(values):
    y = np.sort(values)
    n = len(y)
    return y.mean(), (y * (n - 1 - np.arange(n)) / (n - 1)).mean()


def moments_of(shape, scale):
    """The moments of the distribution: integrals over the exceedance probability."""
    q = np.polynomial.legendre.leggauss(400)
    s = (q[0] + 1) / 2
    # The substitution u = s^8 makes the integrand smooth at the heavy tail; v holds the nodes s, w the weights.
    v, w = s, q[1] / 2 * 8 * s**7
    y = genpareto.isf(v**8, shape, scale=scale)
    return (w * y).sum(), (w * y * v**8).sum()


def fit(a0, a1):
    """Shape and scale whose moments are those of the sample."""
    wanted = a1 / a0
    shape = brentq(lambda x: np.divide(*moments_of(x, 1)[::-1]) - wanted, -3, 0.85, xtol=1e-14)
    return shape, a0 / moments_of(shape, 1)[0]


def quantile(a0, a1, ratio):
    shape, scale = fit(a0, a1)
    return genpareto.isf(1 / ratio, shape, scale=scale)


def covariance(shape, scale):
    """n times the covariance of (a0, a1), which are linear in order statistics: double integrals over x < y."""
    tail = genpareto(shape, scale=scale)

    def integral(r, s):
        # Over the exceedance probabilities u > v; the absolute derivative of the quantile is 1 / density.
        def inner(v, u):
            density = tail.pdf(tail.isf(u)) * tail.pdf(tail.isf(v))
            return (u**r * v**s + u**s * v**r) * (1 - u) * v / density
        return dblquad(inner, 0, 1, 0, lambda u: u, epsabs=1e-6, epsrel=1e-4)[0]

    return np.array([[integral(0, 0), integral(0, 1)], [integral(1, 0), integral(1, 1)]])


def estimate(values, ratio):
    a0, a1 = moments(values)
    shape, scale = fit(a0, a1)
    value = quantile(a0, a1, ratio)
    slope = []
    for step in (np.array([1e-4 * a0, 0]), np.array([0, 1e-4 * a1])):
        slope.append((quantile(*(np.array([a0, a1]) + step), ratio) - quantile(*(np.array([a0, a1]) - step), ratio)) /
                     (2 * step.sum()))
    of_count = ratio * (genpareto.isf(1 / (ratio * 1.0001), shape, scale=scale) -
                        genpareto.isf(1 / (ratio / 1.0001), shape, scale=scale)) / (2e-4 * ratio)
    variance = slope @ covariance(shape, scale) @ slope + of_count**2
    return a0, a1, shape, scale, value, np.sqrt(variance / len(values))


def excesses(shape, count, seed):
    return np.array([genpareto.isf(u, shape, scale=1000) for u in uniforms(count, seed)])


print("lateness of 20 000 datagrams in us, the largest 200 fitted: quantile for 1e-4")
for name, lateness in ("exponential", lambda u: -1000 * np.log(u)), ("Pareto", lambda u: 500 * u**(-1 / 3)):
    x = np.sort([lateness(u) for u in uniforms(20_000, 7)])
    threshold = (x[-200] + x[-201]) / 2
    print(name, f"{threshold + quantile(*moments(x[-200:] - threshold), 200 / 2):.6f}")

# Takes some minutes.
print("shape, count, seed, ratio: a0, a1, shape, scale, quantile, its standard error")
for shape, count, seed, ratio in (0, 200, 1, 50), (0.2, 400, 2, 20), (-0.3, 300, 3, 100):
    print(shape, count, seed, ratio, *(f"{v:.9g}" for v in estimate(excesses(shape, count, seed), ratio)))
