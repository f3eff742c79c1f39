// SPDX-License-Identifier: MIT
#include "viewer/model/recording.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};

std::string name_of(const StreamKey& key) {
  auto name = fmt::format("{} channel {}", to_string(key.client.source), key.channel);
  if (key.client.client_group != 0) name += fmt::format(" group {}", key.client.client_group);
  return name;
}

void play(Timeline& timeline, const Shown& shown) {
  if (shown.is_frame)
    timeline.play_frame(shown.begin, shown.length, shown.samples, shown.once);
  else
    timeline.play_wave(shown.begin, shown.length, shown.samples);
}

}  // namespace

RecordingLimits live_limits() noexcept {
  return {.timeline = {.length = 10s, .samples = std::size_t{2} << 20, .chunks = 65536},
          .streams = 16,
          .datagrams = 16384};
}

Recording Recording::copy() const {
  Recording copied(limits_);
  for (const auto& stream : streams_) copied.streams_.push_back(std::make_unique<Stream>(*stream));
  copied.refused_ = refused_;
  copied.notes = notes;
  copied.held = held;
  copied.zero = zero;
  return copied;
}

void Recording::apply(const StreamEvent& event) {
  Stream* const stream = find_or_add(event.stream, event.at);
  if (stream == nullptr) {
    const auto* const arrived = std::get_if<Arrived>(&event.what);
    if (arrived != nullptr && arrived->octets > 0) ++refused_;
    return;
  }
  std::visit(Overloaded{[&](const Routed& routed) { stream->routing = routed.routing; },
                        [&](const Configured& configured) { stream->layout = configured.layout; },
                        [&](const Shown& shown) { play(stream->timeline, shown); },
                        [&](const Arrived& arrived) { take(*stream, arrived, event.at); },
                        [&](const WentDark& dark) { stream->timeline.go_dark(event.at, dark.reason); }},
             event.what);
}

Stream& Recording::add(const std::string& name) {
  streams_.push_back(std::make_unique<Stream>(limits_.timeline));
  streams_.back()->name = name;
  return *streams_.back();
}

void Recording::extend(TimePoint now) {
  for (const auto& stream : streams_) stream->timeline.extend(now);
}

void Recording::end_at(TimePoint end) {
  for (const auto& stream : streams_) stream->timeline.end_at(end);
}

std::uint64_t Recording::samples() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& stream : streams_) sum += stream->timeline.samples();
  return sum;
}

TimePoint Recording::begin() const noexcept {
  TimePoint first = kNever;
  for (const auto& stream : streams_)
    if (!stream->timeline.empty()) first = std::min(first, stream->timeline.begin());
  return first == kNever ? TimePoint{} : first;
}

TimePoint Recording::end() const noexcept {
  TimePoint last = begin();
  for (const auto& stream : streams_)
    if (!stream->timeline.empty()) last = std::max(last, stream->timeline.end());
  return last;
}

Stream* Recording::find_or_add(const StreamKey& key, TimePoint at) {
  const auto found = std::ranges::find(streams_, key, [](const auto& stream) { return stream->key; });
  if (found != streams_.end()) return found->get();
  if (streams_.size() >= limits_.streams) make_room(at);
  if (streams_.size() >= limits_.streams) return nullptr;
  Stream& stream = add(free_name(key));
  stream.key = key;
  stream.since = stream.last_datagram = at;
  return &stream;
}

/// A unique name, since the window identifies streams by it: if one socket sends to several units, the unit is
/// appended.
std::string Recording::free_name(const StreamKey& key) const {
  auto name = name_of(key);
  const bool is_used = std::ranges::any_of(streams_, [&](const auto& other) { return other->name == name; });
  return is_used ? fmt::format("{} to {}", name, to_string(key.unit)) : name;
}

/// Removes streams that have been silent for longer than the recording keeps data.
void Recording::make_room(TimePoint now) {
  std::erase_if(streams_,
                [&](const auto& stream) { return now - stream->last_datagram > limits_.timeline.length; });
}

void Recording::take(Stream& stream, const Arrived& arrived, TimePoint at) {
  stream.last_datagram = at;
  stream.timeline.heard(at);
  for (const auto& other : streams_)
    if (other->key.client == stream.key.client && other->key.unit == stream.key.unit)
      other->numbers = arrived.counts;
  if (arrived.octets == 0) return;  // only the sequence number of a datagram of another channel
  Datagram datagram{.arrival = at, .offset = {}, .facts = arrived};
  if (!stream.timeline.empty()) datagram.buffer = std::max(stream.timeline.end() - at, Duration{});
  stream.late_samples += arrived.late_samples;
  stream.metrics.add_samples(arrived.further_samples);
  if (arrived.timing)
    if (const auto offset = stream.metrics.add(*arrived.timing)) datagram.offset = offset->length;
  stream.datagrams.push_back(datagram);
  if (stream.datagrams.size() > limits_.datagrams) stream.datagrams.pop_front();
}

}  // namespace idn::viewer
