# SPDX-License-Identifier: MIT
"""Plots the packet offsets of a stream. Written in cells, for notebooks and for the command line.

Usage: offsets.py CAPTURE PICTURE.png [PORT]
A capture is made by: idn_server --record show.pcap, or tcpdump -w show.pcap udp port 7255
"""

# %% Read: a row for each datagram, and the metrics of each stream.
import sys

import matplotlib
import numpy

import idn

matplotlib.use("Agg")
from matplotlib import pyplot

capture = idn.read_capture(sys.argv[1], port=int(sys.argv[3]) if len(sys.argv) > 3 else 7255)
if not capture.streams:
    sys.exit(f"{sys.argv[1]}: no stream to this port")
stream = max(range(len(capture.streams)), key=lambda s: int(capture.streams[s]["datagrams"]))
metrics = capture.streams[stream]
rows = capture.datagrams[capture.datagrams["stream"] == stream]

# %% Keep the offsets that can be compared: not those after loss, of late datagrams or at a new time axis.
rows = rows[~numpy.isnan(rows["deviation_ns"])]
seconds = (rows["unix_ns"] - rows["unix_ns"][0]) / 1e9
offset_us = rows["offset_ns"] / 1e3
expected_us = float(numpy.median(rows["expected_ns"])) / 1e3
p50, p99 = numpy.percentile(numpy.abs(rows["deviation_ns"]) / 1e3, [50, 99])

# %% Draw: over time, and as the histogram of 100 us buckets.
figure, (over_time, histogram) = pyplot.subplots(1, 2, figsize=(11, 4), width_ratios=(2, 1), layout="constrained")
share = metrics["target"]["on_target_share"]
figure.suptitle(f"{metrics['client']} to {metrics['server']}: {len(rows):,} packet offsets, expected {expected_us:g} us\n"
                f"{100 * share:.2f} % on target, deviation p50 {p50:.0f} us, p99 {p99:.0f} us")
over_time.plot(seconds, offset_us, ".", markersize=2, rasterized=True)
over_time.axhline(expected_us, color="black", linewidth=0.8, zorder=0)
over_time.set(xlabel="time in s", ylabel="packet offset in us", xmargin=0.01)
edges = numpy.arange(0, max(offset_us.max(), 2 * expected_us) + 200, 100)
histogram.hist(offset_us, bins=edges)
histogram.axvline(expected_us, color="black", linewidth=0.8)
histogram.set(xlabel="packet offset in us", ylabel="datagrams per 100 us bucket", yscale="log")
figure.savefig(sys.argv[2], dpi=120)
