// SPDX-License-Identifier: MIT
#include "idn_server/stream_table.hpp"

#include <algorithm>
#include <utility>

namespace idn::server {
namespace {

/// Whether content of this mode is shown once, at its own time.
bool is_gapless(wire::ServiceMode mode) noexcept {
  using wire::ServiceMode;
  return mode == ServiceMode::GraphicContinuous || mode == ServiceMode::AudioContinuous ||
         mode == ServiceMode::Dmx512Continuous || mode == ServiceMode::EffectsContinuous;
}

GaplessMeter meter_of(const OutputOptions& output) {
  const stream::PlayoutConfig playout = output.playout();
  if (playout.is_adaptive || playout.underrun_probability > 0) return GaplessMeter(AdaptiveMeter{});
  return GaplessMeter(FixedMeter(playout.target_latency, playout.clock_error_ppb, output.late));
}

}  // namespace

void StreamTotals::add(const StreamFacts& stream) noexcept {
  ++streams;
  datagrams += stream.summary.datagrams;
  samples += stream.summary.samples;
  too_late += stream.too_late;
  lost += stream.lost;
  missed += stream.missed;
  dark_events += stream.dark_events;
  output.add(stream.output);
}

void StreamTotals::add(const StreamTotals& others) noexcept {
  streams += others.streams;
  datagrams += others.datagrams;
  samples += others.samples;
  too_late += others.too_late;
  lost += others.lost;
  missed += others.missed;
  dark_events += others.dark_events;
  output.add(others.output);
}

StreamFacts StreamTable::Record::complete() const {
  StreamFacts all = facts;
  all.summary = metrics.summary();
  if (facts.ended) all.rate_error = metrics.rate_error();
  return all;
}

void StreamTable::on_channel_routed(const stream::ChannelId& id, const stream::ChannelRouting& routing,
                                    TimePoint) {
  if (const auto ended = live_.find(id); ended != live_.end() && ended->second.facts.ended) archive(ended);
  StreamFacts facts;
  facts.unit = unit_;
  facts.id = id;
  facts.routing = routing;
  if (routing.outcome != stream::RoutingOutcome::Routed) return observer_.not_played(facts);
  if (routing.service_id == 0) return;
  Record& record = live_[id];
  record.facts = facts;
  record.gapless.reset();
}

void StreamTable::Record::show(const stream::PlayoutReport& report, const OutputOptions& output) {
  if (!gapless) gapless = meter_of(output);
  const bool follows_loss = lost_since_chunk;
  if (!report.is_late) lost_since_chunk = false;
  gapless->add(report, follows_loss, facts.output);
}

void StreamTable::Record::stop_gapless() {
  if (gapless) gapless->stop(facts.output);
}

/// The datagram that closes a channel may carry its last samples, which are counted afterwards.
void StreamTable::on_channel_closed(const stream::ChannelId& id, stream::EndReason reason, TimePoint) {
  const auto record = live_.find(id);
  if (record == live_.end()) return;
  record->second.facts.ended = reason;
  any_ended_ = true;
}

/// Frames are counted in on_samples() instead; levels have no end.
void StreamTable::on_output(const stream::ChannelId& id, const stream::PlayoutReport& report) {
  const auto found = live_.find(id);
  if (found != live_.end() && is_gapless(found->second.facts.routing.mode)) pending_ = {id, report};
}

/// Late and repeated are decided by `numbers_`, which looks back further than the receiver does.
void StreamTable::show_pending(analysis::ArrivalOrder order) {
  const auto found = pending_ ? live_.find(pending_->id) : live_.end();
  if (found != live_.end() && order != analysis::ArrivalOrder::Duplicate) {
    if (order == analysis::ArrivalOrder::Late) pending_->report.is_late = true;
    found->second.show(pending_->report, output_);
  }
  pending_.reset();
}

void StreamTable::on_samples(const stream::ChannelId& id, const stream::SampleChunk& shown) {
  record_output(id, shown.arrival);
  const auto found = live_.find(id);
  if (found == live_.end()) return;
  Record& record = found->second;
  record.facts.output.thinned_samples +=
      thinned(shown.samples.size(), std::chrono::microseconds(shown.duration_us), output_.max_rate);
  if (shown.mode == wire::ServiceMode::GraphicDiscrete) record.frames.add(shown, record.facts.output);
}

void StreamTable::on_audio(const stream::ChannelId& id, const stream::AudioChunk& shown) {
  record_output(id, shown.arrival);
}

void StreamTable::on_octets(const stream::ChannelId& id, const stream::DmxChunk& shown) {
  record_output(id, shown.arrival, {shown.is_last ? 1u : 0u, shown.octets.size()});
}

void StreamTable::on_levels(const stream::ChannelId& id, const stream::DmxLevelChunk& shown) {
  record_output(id, shown.arrival, {1, shown.levels.is_set.count()});
}

void StreamTable::record_output(const stream::ChannelId& id, TimePoint arrival, DmxCounts dmx) {
  const auto found = live_.find(id);
  if (found == live_.end()) return;
  Record& record = found->second;
  const bool is_first = !record.last_samples;
  record.last_samples = arrival;
  record.facts.dmx.packets += dmx.packets;
  record.facts.dmx.octets += dmx.octets;
  if (is_first) observer_.stream_started(record.complete());
}

void StreamTable::on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) {
  const auto found = live_.find(id);
  if (found == live_.end()) return;
  Record& record = found->second;
  // If the closing datagram carries samples, these are shown first: the meter is stopped in archive().
  if (!pending_ || pending_->id != id) record.stop_gapless();
  record.frames.stop(time.at, record.facts.output);
  const DarkEvent event{time.since_1970, reason, time.at - record.last_samples.value_or(time.at)};
  auto& kept = record.facts.last_dark_events;
  if (kept.size() == kDarkEventsKept) kept.erase(kept.begin());
  kept.push_back(event);
  ++record.facts.dark_events;
  observer_.went_dark(record.complete(), event);
}

void StreamTable::on_unreadable(const stream::SessionId& id, const wire::PacketHeader& header,
                                Instant arrival) {
  const auto step = numbers_.take_unreadable(id, header.sequence, arrival);
  count_number(id, nullptr, step.number);
  if (step.number.missing > 0) record_loss(id);
}

void StreamTable::on_left_over(const stream::SessionId& id, const stream::PacketReport& report) {
  count_number(id, nullptr, numbers_.take(id, report).number);
}

void StreamTable::on_packet(const stream::SessionId& id, const stream::PacketReport& report) {
  count_outcome(report);
  const auto step = numbers_.take(id, report);
  count_number(id, report.message, step.number);
  if (step.number.missing > 0) record_loss(id);
  show_pending(step.number.order);
  if (step.number.order == analysis::ArrivalOrder::Duplicate || report.message == nullptr) return;
  const auto own = live_.find({id, report.message->header.channel});
  if (own != live_.end()) measure(own->second, report, step);
}

/// The stream of the message's channel, else the first of the session, else the one of it that ended last:
/// datagrams that the close of their session has overtaken count as late, not as lost.
StreamFacts* StreamTable::find(const stream::SessionId& session, const wire::ChannelMessage* message) {
  if (message != nullptr)
    if (const auto exact = live_.find({session, message->header.channel}); exact != live_.end())
      return &exact->second.facts;
  const auto first = live_.lower_bound({session, 0});
  if (first != live_.end() && first->first.session == session) return &first->second.facts;
  const auto of_session = [&](const StreamFacts& stream) { return stream.id.session == session; };
  const auto ended = std::ranges::find_if(finished_.rbegin(), finished_.rend(), of_session);
  return ended != finished_.rend() ? &*ended : nullptr;
}

/// Packets without samples, such as closes, are not counted here.
void StreamTable::count_outcome(const stream::PacketReport& report) noexcept {
  namespace event = wire::pipeline_event;
  namespace input = wire::input_event;
  constexpr std::uint16_t kUnusable = input::kMessageInvalid | input::kChannelClosed | input::kResources;
  if (report.took_data)
    ++outcomes_.played;
  else if (!report.sequence.is_forward())
    ++outcomes_.outdated;
  else if (report.pipeline_events & event::kServiceUnknown)
    ++outcomes_.service_unknown;
  else if (report.pipeline_events & event::kServiceBusy)
    ++outcomes_.service_busy;
  else if ((report.pipeline_events & ~event::kRouted) != 0 || (report.input_events & kUnusable) != 0)
    ++outcomes_.unusable;
}

/// Sequence numbers belong to the connection; a gap is counted for the stream whose datagram reveals it.
void StreamTable::count_number(const stream::SessionId& session, const wire::ChannelMessage* message,
                               const analysis::SequenceUpdate& update) {
  using enum analysis::ArrivalOrder;
  if (update.missing == 0 && update.order != Late && update.order != Duplicate) return;
  StreamFacts* const stream = find(session, message);
  const auto count_in = [&](auto& counts) {
    counts.lost += update.missing;
    counts.missed += update.missing;
    if (update.fills_gap && counts.lost > 0) --counts.lost;
  };
  if (stream == nullptr) return count_in(merged_);
  count_in(*stream);
  if (!live_.contains(stream->id)) count_in(ended_services_[stream->routing.service_id]);
  if (update.order == Duplicate) ++stream->duplicates;
  if (update.order == Late) ++stream->late;
}

/// The missing datagrams may belong to any stream of the session.
void StreamTable::record_loss(const stream::SessionId& session) noexcept {
  for (auto record = live_.lower_bound({session, 0}); record != live_.end() && record->first.session == session;
       ++record)
    record->second.lost_since_chunk = true;
}

void StreamTable::measure(Record& record, const stream::PacketReport& report,
                          const stream::ConnectionSequenceStatistics::Step& step) {
  if (report.late_samples > 0) record.facts.too_late += {1, report.late_samples};
  auto datagram = stream::sample_datagram_of(report);
  if (!datagram) return record.metrics.add_samples(report.samples + report.late_samples);
  record.order_tracker.place(step.number.order, step.interruptions, *datagram);
  const auto offset = record.metrics.add(*datagram);
  if (offset && offset->expected > Duration{0}) record.facts.deviations.add(offset->deviation);
}

void StreamTable::flush() {
  if (!any_ended_) return;
  any_ended_ = false;
  for (auto record = live_.begin(); record != live_.end();) {
    const auto next = std::next(record);
    if (record->second.facts.ended) archive(record);
    record = next;
  }
}

/// Beyond kFinishedKept the shortest is merged into the sums, so that many tiny streams do not displace a long
/// one.
void StreamTable::archive(Records::iterator record) {
  record->second.stop_gapless();
  finished_.push_back(record->second.complete());
  ended_services_[finished_.back().routing.service_id].add(finished_.back());
  live_.erase(record);
  if (finished_.size() <= kFinishedKept) return;
  const auto datagrams = [](const StreamFacts& stream) { return stream.summary.datagrams; };
  const auto shortest = std::ranges::min_element(finished_, {}, datagrams);
  merged_.add(*shortest);
  finished_.erase(shortest);
}

StreamTable::ServiceTotals StreamTable::services() const {
  ServiceTotals totals = ended_services_;
  for (const auto& [id, record] : live_) totals[record.facts.routing.service_id].add(record.complete());
  return totals;
}

std::vector<StreamFacts> StreamTable::live() const {
  std::vector<StreamFacts> all;
  all.reserve(live_.size());
  for (const auto& [id, record] : live_) all.push_back(record.complete());
  return all;
}

}  // namespace idn::server
