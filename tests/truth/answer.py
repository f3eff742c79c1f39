# SPDX-License-Identifier: MIT
"""The exact measurements of a case ("answer"), computed by their definitions from the generated datagrams: in integers and
fractions up to the last division. Time axes, restarts of the numbering, copies and pauses are known from the generator, not
detected from sequence numbers or timestamps."""
from fractions import Fraction
from itertools import combinations, groupby
from math import ceil, inf, trunc
from statistics import median_low

from traffic import SERVER, client

ROUNDING = 2  # us
TARGET = 100_000  # ns
BUCKET, BUCKET_LIMIT = 100_000, 10**9  # ns


def answer(case):
    flows = sorted({d.flow for d in case.datagrams})
    result = {"findings": list(case.findings), "no_findings": case.no_findings,
              "absent": list(case.absent), "capture": _capture(case)}
    if case.only_findings:
        result["capture"] = {key: value for key, value in result["capture"].items() if key not in case.untold}
        return result
    result |= {"connections": [], "streams": []}
    for flow in flows:
        datagrams = [d for d in case.datagrams if d.flow == flow]
        result["connections"].append(_connection(case, flow, datagrams))
        measured = {d.channel for d in datagrams if d.carries_samples}
        for channel in sorted(measured | {channel for of, channel in case.told if of == flow}):
            figures = _stream(case, datagrams, channel) if channel in measured else {}
            result["streams"].append({**_ends(flow), "channel": channel, **figures, **case.told.get((flow, channel), {})})
    result["links"] = _link(case, flows)
    if "skew" not in case.untold:
        result["skew"] = _skew(case, flows)
    for part in (result["capture"], *result["connections"], *result["streams"], *result["links"]):
        for key in case.untold:
            part.pop(key, None)
    return result


def _ends(flow):
    return {"client": "{}:{}".format(*client(flow)), "server": "{}:{}".format(*SERVER)}


def _capture(case):
    packets = sum(not d.is_merged for d in case.datagrams) + len(case.answers)
    merged = sum(d.is_merged for d in case.datagrams)
    firsts = sum(later.is_merged and not d.is_merged for d, later in zip(case.datagrams, case.datagrams[1:]))
    jumps = [{"unix_ns": d.time, "packet": d.packet, "size_us": by / 1000} for d, by in case.clock_jumps]
    return {"packets": packets, "merged_packets": firsts, "merged_datagrams": firsts + merged,
            "clock_jumps": {"count": len(jumps), "first": jumps},
            # idn_parser does not sort a capture whose clock was set.
            "sorted_packets": 0 if jumps else _behind_another(case)}


def _behind_another(case):
    """Number of packets that the file has after one with a later time."""
    count, latest = 0, 0
    for d in case.file_order or case.datagrams:
        count += d.time < latest
        latest = max(latest, d.time)
    return count


def _connection(case, flow, datagrams):
    lost = duplicates = late = 0
    for _, group in groupby(datagrams, key=lambda d: d.counting):
        seen, highest, first = set(), None, None
        for d in group:
            if d.number in seen:
                duplicates += 1
                continue
            seen.add(d.number)
            late += highest is not None and d.number < highest
            highest = d.number if highest is None else max(highest, d.number)
            first = d.number if first is None else min(first, d.number)
        lost += highest - first + 1 - len(seen)
    whole = len(datagrams) - duplicates + lost
    return {**_ends(flow), "packets": len(datagrams), "lost": lost, "lost_share": float(Fraction(lost, whole)),
            "duplicated": duplicates, "late": late, "sequence_restarts": case.restarts,
            "keepalives": sum(d.kind == "empty" or (d.kind == "void" and not d.closes_channel) for d in datagrams),
            "closes": sum(d.kind == "close" for d in datagrams), "aborts": sum(d.kind == "abort" for d in datagrams),
            "acknowledge_requests": sum(d.command in (0x41, 0x45) for d in datagrams),
            "acknowledges": sum(d.flow == flow for _, d in case.answers), "malformed": 0,
            **_acknowledge([time - d.time for time, d in case.answers if d.flow == flow], case.answered_at is not None)}


def _acknowledge(latencies, at_another_clock):
    if not latencies:
        return {}
    latency = None if at_another_clock else {
        "min_us": _micros(min(latencies)), "p50_us": _enough(latencies, 500), "p99_us": _enough(latencies, 990),
        "max_us": _micros(max(latencies))}
    return {"acknowledge": {"requests": len(latencies), "answered": len(latencies), "unasked": 0, "unreadable": 0,
                            "answered_by_another_clock": len(latencies) if at_another_clock else 0,
                            "latency": latency}}


def _enough(values, per_mille):
    """A percentile, or None with fewer values than it takes."""
    return _micros(_nearest_rank(values, per_mille)) if len(values) * (1000 - per_mille) >= 10_000 else None


class _Offset:
    """The offset between two sample datagrams."""

    def __init__(self, earlier, later):
        self.axis = later.axis
        self.length = later.time - earlier.time  # ns
        step = later.media - earlier.media
        self.is_frame = earlier.kind != "wave"
        self.step = step
        self.expected = 1000 * (step if self.is_frame else earlier.duration)  # ns
        gap = 0 if self.is_frame else step - earlier.duration
        self.gap = gap if abs(gap) > ROUNDING else 0  # us
        own = self.length - self.expected
        self.deviation = 1000 * self.gap if abs(1000 * self.gap) > abs(own) else own

    @property
    def dark(self):
        """Number of dark datagrams: those that would have fitted into the gap of the timestamps."""
        return 1000 * self.gap // self.expected if self.gap > 0 else 0

    @property
    def is_on_target(self):
        return -TARGET <= self.deviation < TARGET


class _Arrivals:
    """The sample datagrams of a stream without duplicates, and the offsets between them."""

    def __init__(self, datagrams, channel):
        self.all, self.in_order, self.offsets = [], [], []
        self.left_out = {"loss": 0, "axis": 0, "pause": 0, "offload": 0}
        self.pauses = []  # (axis, length in us)
        seen, highest, last, self.late = set(), {}, None, 0
        came_late = False  # whether a late datagram belongs between `last` and the next one in order
        for d in datagrams:
            key = (d.counting, d.number)
            if key in seen:
                continue
            seen.add(key)
            is_late = d.number < highest.get(d.counting, d.number)
            highest[d.counting] = max(d.number, highest.get(d.counting, d.number))
            if not d.carries_samples or d.channel != channel:
                continue
            self.all.append(d)
            if is_late:
                self.late += 1
                came_late = came_late or (last is not None and d.number > last.number)
                continue
            self.in_order.append(d)
            if last is not None:
                self._add(last, d, seen, came_late)
            last, came_late = d, False

    def _add(self, earlier, later, seen, came_late):
        if earlier.axis != later.axis or earlier.is_outlier or later.is_outlier:
            self.left_out["axis"] += 1
        elif came_late or any((later.counting, n) not in seen for n in range(earlier.number + 1, later.number)):
            self.left_out["loss"] += 1
        elif earlier.packet == later.packet:
            self.left_out["offload"] += 1
        elif earlier.is_dark and later.media - earlier.media - earlier.duration > ROUNDING:
            self.left_out["pause"] += 1
            self.pauses.append((later.axis, later.media - earlier.media - earlier.duration))
        else:
            self.offsets.append(_Offset(earlier, later))


def _stream(case, datagrams, channel):
    arrivals = _Arrivals(datagrams, channel)
    axes = {axis: [d for d in arrivals.all if d.axis == axis] for axis in case.causes}
    axes = {axis: members for axis, members in axes.items() if members}
    offsets = arrivals.offsets
    jumps = sum(case.causes[axis] == "step" for axis in axes)
    lengths = {axis: max(d.time for d in m) - min(d.time for d in m) for axis, m in axes.items()}
    told = {
        "datagrams": len(arrivals.all),
        "late_datagrams": arrivals.late,
        "samples": _samples(datagrams, channel),
        "measured_s": sum(lengths.values()) / 10**9,
        "display_us": sum(d.duration for d in arrivals.all),
        "expected_offset_us": _micros(Fraction(sum(o.expected for o in offsets), len(offsets))),
        "fill": _fill(axes, arrivals.pauses),
        "offsets": {"count": len(offsets), "average_us": _micros(Fraction(sum(o.length for o in offsets), len(offsets))),
                    "min_us": _micros(min(o.length for o in offsets)),
                    "max_us": _micros(max(o.length for o in offsets)), "left_out": arrivals.left_out},
        "target": _target(offsets, arrivals.late, jumps),
        "timestamp_jumps": jumps,
        "clock": _clock(axes, arrivals, offsets),
        "timestamp_outliers": sum(d.is_outlier for d in arrivals.all),
        "time_axes": [{"unix_ns": m[0].time, "datagrams": sum(not d.is_outlier for d in m),
                       "length_s": lengths[axis] / 10**9, "cause": case.causes[axis]} for axis, m in axes.items()],
        "histogram": _histogram([o.length for o in offsets]),
        "deviation_histogram": _histogram([o.deviation for o in offsets]),
        "pauses": {"count": len(arrivals.pauses), "total_us": sum(length for _, length in arrivals.pauses)},
    }
    if offsets[0].is_frame:
        told["frame_pace"] = _pace(offsets, arrivals.late)
        told["frames"] = len(arrivals.all)
        del told["fill"]  # not defined for frames, which are repeated until the next one
    elif not arrivals.late and not arrivals.left_out["loss"]:
        gaps = [o.gap for o in offsets if o.gap > 0]
        told["media_gaps"] = {"count": len(gaps), "total_us": sum(gaps), "largest_us": max(gaps, default=0),
                              "after_loss": 0}
    return told


def _samples(datagrams, channel):
    firsts = {(d.counting, d.number): d for d in reversed(datagrams) if d.channel == channel}
    return sum(d.samples for d in firsts.values())


def _micros(nanoseconds):
    return float(Fraction(nanoseconds) / 1000)


def _fill(axes, pauses):
    display = sum(d.duration for members in axes.values() for d in members)
    span = -sum(length for _, length in pauses)
    for members in axes.values():
        timed = [d for d in members if not d.is_outlier]
        last = max(timed, key=lambda d: d.media)
        span += last.media + last.duration - min(d.media for d in timed)
    return float(Fraction(display, span))


def _nearest_rank(values, per_mille):
    return sorted(values)[max(0, -(-len(values) * per_mille // 1000) - 1)]


def _percentiles(deviations):
    sizes = [abs(d) for d in deviations]
    return {f"deviation_{name}_us": _enough(sizes, rank)
            for name, rank in (("p50", 500), ("p99", 990), ("p99_9", 999))}


def _target(offsets, late, jumps):
    dark = sum(o.dark for o in offsets)
    return {"on_target_share": float(Fraction(sum(o.is_on_target for o in offsets), len(offsets) + late + dark + jumps)),
            "dark_datagrams": dark,
            "peak_period_jitter_us": _micros(max(abs(o.deviation) for o in offsets)),
            **_percentiles([o.deviation for o in offsets])}


def _lateness(members):
    """(media time, arrival - media time) in ns since the first one."""
    first = members[0]
    return [(1000 * (d.media - first.media), d.time - first.time - 1000 * (d.media - first.media)) for d in members]


def _slope(axes):
    """Least squares of lateness over media time, each axis about its own means."""
    xx = xy = Fraction(0)
    for points in axes:
        n, x, y = len(points), sum(p[0] for p in points), sum(p[1] for p in points)
        xx += sum(p[0] * p[0] for p in points) - Fraction(x * x, n)
        xy += sum(p[0] * p[1] for p in points) - Fraction(x * y, n)
    return xy / xx if xx else None


def _half_range(values):
    return Fraction(max(values) - min(values), 2)


def _clock(axes, arrivals, offsets):
    in_order = {id(d) for d in arrivals.in_order}
    timed = {axis: [d for d in m if not d.is_outlier] for axis, m in axes.items()}
    slope = _slope([_lateness([d for d in m if id(d) in in_order]) for m in timed.values()])
    jitter, free, buffer, delay = [], [], [], []
    for axis, members in timed.items():
        points = _lateness(members)
        jitter.append(_half_range([y for _, y in points]))
        delay.append(max(y for _, y in points))
        expected = [o.expected for o in offsets if o.axis == axis]
        if expected:
            buffer.append(2 * jitter[-1] * len(expected) / sum(expected))
        if slope is not None:
            # y - slope * x, multiplied by the denominator of the slope: integers
            over, under = slope.numerator, slope.denominator
            free.append(_half_range([y * under - over * x for x, y in points]) / under)
    longest = max(max(d.time for d in m) - min(d.time for d in m) for m in timed.values())
    return {"rate_error_ppm": None if slope is None else float(slope * 10**6),
            "rate_error_bound_ppm": None if slope is None or not longest else float(3 * 10**6 * max(jitter) / longest),
            "long_term_jitter_us": _micros(max(jitter)),
            "long_term_jitter_without_drift_us": None if slope is None else _micros(max(free)),
            "smallest_buffer_packets": float(max(buffer)), "whole_buffer_packets": ceil(max(buffer)),
            "c_inst_packets": float(max(_burst(m, axis, arrivals) for axis, m in timed.items())),
            "ts_df_us": _micros(max(_delay_factor(m) for m in timed.values())), "start_delay_us": _micros(max(delay))}


def _burst(members, axis, arrivals):
    """The most datagrams in a leaky bucket; what drains between two is by the expected offset of the one that came."""
    level, most, last, expected = Fraction(0), Fraction(0), None, None
    in_order = {id(d) for d in arrivals.in_order}
    before = None
    for d in members:
        if id(d) in in_order:
            if before is not None:
                expected = 1000 * (before.duration if d.kind == "wave" else d.media - before.media)
            before = d
        elif d.kind == "wave":
            expected = 1000 * before.duration
        if last is not None and expected and expected > 0:
            level = max(Fraction(0), level - Fraction(11, 10) * max(0, d.time - last) / expected)
        level += 1
        most, last = max(most, level), d.time
    return most


def _delay_factor(members):
    """The largest span of arrival minus timestamp within 200 ms, counted from the first arrival."""
    spans = {}
    for d in members:
        spans.setdefault((d.time - members[0].time) // (200 * 10**6), []).append(d.time - 1000 * d.media)
    return max(max(values) - min(values) for values in spans.values())


class _Playing:
    """A stream in the sum of a link."""

    def __init__(self, first):
        self.last, self.expected = first, 1000 * first.duration
        self.period = self.reference = None

    def follow(self, d):
        if (d.axis, d.is_outlier) != (self.last.axis, self.last.is_outlier):
            self.period, self.expected = None, 1000 * d.duration
        else:
            step = self.last.duration if d.kind == "wave" else d.media - self.last.media
            self.expected = 1000 * step if step > 0 else self.expected
        self.last = d

    def early_or_late(self, d, period):
        """Against its first datagram in this period, in ns."""
        lateness = d.time - 1000 * (d.media if d.timestamp is None else d.timestamp)
        if self.period != period:
            self.period, self.reference = period, lateness
        return lateness - self.reference


def _link(case, flows):
    """All streams together: the most in a bucket that drains by the sum of their rates, the largest span in 200 ms."""
    kept = {flow: {channel: _Arrivals([d for d in case.datagrams if d.flow == flow], channel)
                   for channel in {d.channel for d in case.datagrams if d.flow == flow}} for flow in flows}
    firsts = {id(d) for of in kept.values() for arrivals in of.values() for d in arrivals.all}
    orderly = {id(d) for of in kept.values() for arrivals in of.values() for d in arrivals.in_order}
    told = {"server": SERVER[0], "datagrams": len(firsts),
            "streams": sum(bool(arrivals.all) for of in kept.values() for arrivals in of.values())}
    if not firsts:
        return []
    if case.clock_jumps or len({d.interface for d in case.datagrams if id(d) in firsts}) > 1:
        return [told | {"c_inst_packets": None, "ts_df_us": None}]
    playing, spans, level, most, last, looked_at, begin = {}, {}, Fraction(0), Fraction(0), None, None, None
    for d in case.datagrams:
        key = (d.flow, d.channel)
        if id(d) in firsts:
            begin = d.time if begin is None else begin
            if looked_at is None or d.time - looked_at >= 10**9:
                playing = {of: stream for of, stream in playing.items() if d.time - stream.last.time < 10**9}
                looked_at = d.time
            if key not in playing:
                playing[key] = _Playing(d)  # its rate counts from now on, so its first datagram does not
            else:
                if id(d) in orderly:
                    playing[key].follow(d)
                drained = sum(Fraction(1, stream.expected) for stream in playing.values() if stream.expected > 0)
                level = 1 + max(Fraction(0), level - Fraction(11, 10) * max(0, d.time - (last or d.time)) * drained)
                most, last = max(most, level), d.time
            period = (d.time - begin) // (200 * 10**6)
            spans.setdefault(period, []).append(playing[key].early_or_late(d, period))
        if d.closes_channel:
            playing.pop(key, None)
        if d.kind in ("close", "abort"):
            playing = {of: stream for of, stream in playing.items() if of[0] != d.flow}
    return [told | {"c_inst_packets": float(most),
                    "ts_df_us": _micros(max(max(values) - min(values) for values in spans.values()))}]


def _rounded_up(times, share):
    """By nearest rank, then to whole us, from 256 us on to 8 leading bits; not beyond the longest. In us."""
    microseconds = sorted(times)[max(0, ceil(share * len(times)) - 1)] // 1000
    unit = max(0, microseconds.bit_length() - 8)
    return min(((microseconds >> unit) + 1) << unit, _micros(max(times)))


def _spread(moments):
    """Of (length, streams, when)."""
    if not moments:
        return None
    lengths = [length for length, _, _ in moments]
    most = max(lengths)
    has_interval = len(lengths) >= 40
    return {"count": len(moments), "streams": max(streams for _, streams, _ in moments),
            "spread_p50_us": _rounded_up(lengths, Fraction(1, 2)),
            "spread_low_us": _rounded_up(lengths, Fraction(1, 40)) if has_interval else None,
            "spread_high_us": _rounded_up(lengths, Fraction(39, 40)) if has_interval else None,
            "spread_max_us": _micros(most), "largest": {"unix_ns": next(when for length, _, when in moments if length == most)}}


def _skew(case, flows):
    """How far apart streams begin that begin together, and how far they move against each other in each second."""
    def is_light(flow, channel):
        return not case.told.get((flow, channel), {}).get("audio_channels")

    measured = {id(d): d for flow in flows for channel in {d.channel for d in case.datagrams if d.flow == flow} if is_light(flow, channel)
                for d in _Arrivals([d for d in case.datagrams if d.flow == flow], channel).in_order}
    if not measured or case.clock_jumps or len({d.interface for d in measured.values()}) > 1:
        return None
    epoch = next(d.time for d in case.datagrams if id(d) in measured)
    starts, seconds = _starts(case, measured), _seconds(case, measured, epoch)
    if not starts and not seconds:
        return None
    start = _spread([(max(times) - min(times), len(times), min(times)) for times in starts])
    if start:
        pairs = [abs(a - b) for times in starts for a, b in combinations(times, 2)]
        start["any_two_p50_us"] = _rounded_up(pairs, Fraction(1, 2)) if len(pairs) >= 20 else None
        start["any_two_p99_us"] = _rounded_up(pairs, Fraction(99, 100)) if len(pairs) >= 1000 else None
    return {"start": start, "running": _spread(seconds)}


def _lives(case, measured):
    """The sample datagrams of each stream from a beginning to its close: key, datagrams, index of the closing datagram."""
    open_lives, closed = {}, []
    for place, d in enumerate(case.datagrams):
        if id(d) in measured:
            open_lives.setdefault((d.flow, d.channel), []).append(d)
        ends = [key for key in open_lives if key[0] == d.flow and (
            d.kind in ("close", "abort") or (d.closes_channel and key[1] == d.channel))]
        closed += [(key, open_lives.pop(key), place) for key in ends]
    return closed + [(key, life, inf) for key, life in open_lives.items()]


def _starts(case, measured):
    """Lists of the times at which light begins within 250 ms of the first, of two streams or more."""
    began = []
    for key, life, _ in _lives(case, measured):
        dark_since, is_new = None, life[0].has_config
        for before, d in zip([None, *life], life):
            if d.is_dark:
                dark_since = d.time if dark_since is None else dark_since
                continue
            away = before is not None and d.time - before.time >= 5 * 10**8
            if is_new or away or (dark_since is not None and d.time - dark_since >= 5 * 10**8):
                began.append((d.time, key))
            dark_since, is_new = None, False
    groups = []
    for time, key in sorted(began):
        if not groups or time - groups[-1][0][0] > 25 * 10**7:
            groups.append([])
        if key not in [of for _, of in groups[-1]]:
            groups[-1].append((time, key))
    return [[time for time, _ in group] for group in groups if len(group) > 1]


def _seconds(case, measured, epoch):
    """For each second in which two streams or more play: how far they are apart, how many, and its beginning."""
    first_of = {}  # index of the first sample datagram of each second, or of a later one
    latest = 0
    for place, d in enumerate(case.datagrams):
        if id(d) in measured and (d.time - epoch) // 10**9 > latest:
            latest = (d.time - epoch) // 10**9
            first_of[latest] = place
    moved = {}
    for _, life, closed_at in _lives(case, measured):
        lags = []  # (second, lag), since the timestamps last began anew
        for d in life:
            lag = d.time - 1000 * (d.media if d.timestamp is None else d.timestamp)
            if lags and abs(lag - lags[-1][1]) > 5 * 10**8:
                _add_means([entry for entry in lags if entry[0] < (d.time - epoch) // 10**9], moved, closed_at, first_of)
                lags = []
            lags.append(((d.time - epoch) // 10**9, lag))
        _add_means(lags, moved, closed_at, first_of)
    return [(max(means) - min(means), len(means), epoch + second * 10**9)
            for second, means in sorted(moved.items()) if len(means) > 1]


def _add_means(lags, moved, closed_at, first_of):
    """Adds the mean of each second, less that of the first one. A second does not count in which the stream was closed."""
    first = None
    for second, entries in groupby(lags, key=lambda entry: entry[0]):
        values = [lag - lags[0][1] for _, lag in entries]
        mean = trunc(Fraction(sum(values), len(values)))
        next_second = min((place for later, place in first_of.items() if later > second), default=None)
        if closed_at < (inf if next_second is None else next_second):
            continue
        first = mean if first is None else first
        moved.setdefault(second, []).append(mean - first)


def _histogram(values):
    counts = {}
    for value in values:
        edge = max(-BUCKET_LIMIT, min(value, BUCKET_LIMIT)) // BUCKET * 100
        counts[edge] = counts.get(edge, 0) + 1
    return {"bucket_width_us": 100, "total": len(values), "counts": [list(pair) for pair in sorted(counts.items())]}


def _pace(offsets, late):
    period = 1000 * median_low(o.step for o in offsets)
    deviations = [o.length - period for o in offsets]
    on_target = sum(-TARGET <= d < TARGET for d in deviations)
    return {"period_us": period / 1000, "on_target_share": float(Fraction(on_target, len(offsets) + late)),
            **_percentiles(deviations)}
