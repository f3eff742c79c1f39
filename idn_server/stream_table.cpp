// SPDX-License-Identifier: MIT
#include "idn_server/stream_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "idn/stream/receive/service_table.hpp"

namespace idn::server {
namespace {

constexpr std::size_t kChannels = 64;  ///< of a session

/// Whether content of this mode is shown once, at its own time.
bool is_gapless(wire::ServiceMode mode) noexcept {
  using wire::ServiceMode;
  return mode == ServiceMode::GraphicContinuous || mode == ServiceMode::AudioContinuous ||
         mode == ServiceMode::Dmx512Continuous || mode == ServiceMode::EffectsContinuous;
}

/// Index into kUnusableCauses. A channel that is closed has had no configuration yet.
std::size_t unusable_cause(const stream::DatagramReport& report) noexcept {
  std::uint16_t events = report.pipeline_events;
  if ((report.input_events & wire::input_event::kChannelClosed) != 0)
    events |= wire::pipeline_event::kConfiguration;
  const auto applies = [&](const UnusableCause& cause) {
    return cause.event == 0 || (events & cause.event) != 0;
  };
  return static_cast<std::size_t>(std::ranges::find_if(kUnusableCauses, applies) - kUnusableCauses.begin());
}

GaplessMeter meter_of(const DacOptions& output) {
  const stream::PlayoutConfig playout = output.playout();
  if (playout.is_adaptive || playout.underrun_probability > 0) return GaplessMeter(AdaptiveMeter{});
  return GaplessMeter(FixedMeter(playout.target_latency, playout.clock_error_ppb, output.late));
}

/// Of the buffer that the output has; where that adapts, of the usual fixed one.
cli::ShownMeter shown_meter_of(const DacOptions& output) {
  const Duration buffer = output.follows() ? DacOptions{}.buffer : output.buffer;
  return cli::ShownMeter({.target = buffer, .capacity = 2 * buffer}, output.playout().clock_error_ppb,
                         output.late, analysis::VirtualReceiver::kLatest);
}

bool is_timeout(stream::EndReason reason) noexcept {
  return reason == stream::EndReason::LinkTimeout || reason == stream::EndReason::SessionTimeout;
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
  if (!shown) return all;
  all.shown = shown->facts();
  all.shown->least_left_at += to_1970;
  if (all.shown->worst) all.shown->worst->at += to_1970;
  if (const auto& clock = all.summary.clock)
    all.shown->buffer_that_suffices = std::chrono::round<Duration>(clock->start_delay);
  all.shown->is_reordered =
      all.late > 0 && all.shown->buffer_that_suffices && *all.shown->buffer_that_suffices <= all.shown->buffer;
  if (!facts.ended || !is_timeout(*facts.ended)) return all;
  all.shown->findings = 1;
  all.shown->doubt = fmt::format("ended by a {}: nothing came any more, and no close", to_string(*facts.ended));
  all.shown->remedy =
      "close the session at the end; if it was meant to go on, the sender's machine and the cable";
  return all;
}

StreamTable::RecordPtr& StreamTable::slot_of(const stream::ChannelId& id) {
  if (live_.size() <= id.slot()) live_.resize((id.session.slot + 1) * kChannels);
  return live_[id.slot()];
}

std::span<StreamTable::RecordPtr> StreamTable::records_of(const stream::SessionId& session) noexcept {
  const std::size_t first = session.slot * kChannels;
  return first < live_.size() ? std::span(live_).subspan(first, kChannels) : std::span<RecordPtr>{};
}

void StreamTable::on_datagram(const stream::DatagramReport& report) {
  const analysis::MeasuredDatagram* const measured = meters_.take(report);
  if (measured == nullptr) return;
  if (report.routing) route(report.channel(), *report.routing);
  const bool is_realtime = report.kind == stream::DatagramKind::Realtime;
  Record* const own = is_realtime && report.message != nullptr ? slot_of(report.channel()).get() : nullptr;
  if (own != nullptr) take_content(*own, report);
  if (is_realtime) count_outcome(report);
  count_number(report.session, own, measured->number);
  // The missing datagrams may belong to any stream of the session.
  if (measured->number.missing > 0)
    for (const RecordPtr& record : records_of(report.session))
      if (record) record->lost_since_chunk = true;
  if (own == nullptr || measured->is_repeated()) return;
  // Frames are counted with their samples instead; levels have no end.
  if (report.output) own->judge(report, *measured, output_);
  if (report.output && own->shown) add_to_skew(report, *measured);
  if (report.output && is_gapless(own->facts.routing.mode))
    own->show(*report.output, measured->number.order, output_);
  measure(*own, report, *measured);
}

void StreamTable::route(const stream::ChannelId& id, const stream::ChannelRouting& routing) {
  StreamFacts facts;
  facts.unit = unit_;
  facts.id = id;
  facts.routing = routing;
  if (routing.outcome != stream::RoutingOutcome::Routed) return observer_.not_played(facts);
  if (routing.service_id == 0) return;
  RecordPtr& record = slot_of(id);
  if (!record) record = std::make_unique<Record>();
  record->facts = facts;
  record->gapless.reset();
  record->shown.reset();
  if (routing.requested_service_id == 0) report_sources();
}

/// Without --per-source never two lasers are live by service 0.
void StreamTable::report_sources() {
  std::vector<StreamFacts> sharing;
  for (const RecordPtr& record : live_) {
    if (!record) continue;
    const stream::ChannelRouting& routing = record->facts.routing;
    if (routing.requested_service_id == 0 &&
        stream::service_type_of(routing.mode) == wire::ServiceType::LaserProjector)
      sharing.push_back(record->facts);
  }
  std::ranges::sort(sharing, {}, [](const StreamFacts& facts) { return facts.routing.service_id; });
  if (sharing.size() > 1) observer_.sources_shared(sharing);
}

/// @param order as `meters_` decides, which looks back further than the receiver does
void StreamTable::Record::show(stream::PlayoutReport chunk, ArrivalOrder order, const DacOptions& output) {
  if (!gapless) gapless = meter_of(output);
  if (order == ArrivalOrder::Late) chunk.is_late = true;
  const bool follows_loss = lost_since_chunk;
  if (!chunk.is_late) lost_since_chunk = false;
  gapless->add(chunk, follows_loss, facts.output);
}

/// Before show(), which forgets the loss.
void StreamTable::Record::judge(const stream::DatagramReport& report,
                                const analysis::MeasuredDatagram& measured, const DacOptions& output) {
  const auto mode = facts.routing.mode;
  if (mode != wire::ServiceMode::GraphicContinuous && mode != wire::ServiceMode::GraphicDiscrete) return;
  if (!shown) shown = shown_meter_of(output);
  const stream::PlayoutReport& chunk = *report.output;
  to_1970 = report.arrival.since_1970 - report.arrival.at.time_since_epoch();
  if (mode == wire::ServiceMode::GraphicDiscrete)
    return shown->add_frame(chunk.arrival.time_since_epoch(), std::exchange(lost_since_chunk, false));
  shown->add({.arrival = chunk.arrival.time_since_epoch(),
              .media = std::chrono::microseconds(chunk.media_us),
              .duration = std::chrono::microseconds(chunk.duration_us),
              .follows_loss = lost_since_chunk,
              .is_late = chunk.is_late || measured.number.order == ArrivalOrder::Late},
             measured.timing && measured.timing->is_dark);
}

cli::SkewMeter::Key StreamTable::skew_key_of(const stream::ChannelId& id) const noexcept {
  return {index_, static_cast<std::uint32_t>(id.slot())};
}

/// Of what the output shows, by the clock of this computer.
void StreamTable::add_to_skew(const stream::DatagramReport& report,
                              const analysis::MeasuredDatagram& measured) {
  const stream::PlayoutReport& chunk = *report.output;
  if (skew_ == nullptr || !chunk.is_placed || chunk.is_late || measured.number.order == ArrivalOrder::Late)
    return;
  const auto timing = measured.timing.value_or(analysis::SampleDatagram{});
  skew_->add(skew_key_of(report.channel()), {.at = chunk.begin.time_since_epoch(),
                                             .media = std::chrono::microseconds(chunk.media_us),
                                             .is_dark = timing.is_dark,
                                             .dark_before = timing.dark_before,
                                             .is_configured = true});
}

void StreamTable::Record::stop_gapless() {
  if (gapless) gapless->stop(facts.output);
}

void StreamTable::take_content(Record& record, const stream::DatagramReport& report) {
  if (std::holds_alternative<std::monostate>(report.content)) return;
  const bool is_first = !record.last_samples;
  record.last_samples = report.arrival.at;
  if (const auto* line = std::get_if<stream::DmxChunk>(&report.content)) {
    record.facts.dmx.packets += line->is_last ? 1 : 0;
    record.facts.dmx.octets += line->octets.size();
    record.facts.dmx.levels.add(*line);
  } else if (const auto* set = std::get_if<stream::DmxLevelChunk>(&report.content)) {
    ++record.facts.dmx.packets;
    record.facts.dmx.octets += set->levels.is_set.count();
    record.facts.dmx.levels.add(*set);
  } else if (const auto* audio = std::get_if<stream::AudioChunk>(&report.content)) {
    if (!record.facts.audio) record.facts.audio.emplace();
    record.facts.audio->configure(audio->layout);
    record.facts.audio->add(audio->values);
  }
  if (is_first) observer_.stream_started(record.complete());
  const stream::SampleChunk* const shown = report.laser();
  if (shown == nullptr) return;
  record.facts.output.thinned_samples +=
      thinned(shown->samples.size(), std::chrono::microseconds(shown->duration_us), output_.max_rate);
  if (shown->mode == wire::ServiceMode::GraphicDiscrete) record.frames.add(*shown, record.facts.output);
}

void StreamTable::on_dark(const stream::ChannelId& id, stream::EndReason reason, Instant time) {
  Record* const record = slot_of(id).get();
  if (record == nullptr) return;
  record->stop_gapless();
  if (record->shown) record->shown->stop(is_timeout(reason));
  record->frames.stop(time.at, record->facts.output);
  const DarkEvent event{time.since_1970, reason, time.at - record->last_samples.value_or(time.at)};
  auto& kept = record->facts.last_dark_events;
  if (kept.size() == kDarkEventsKept) kept.erase(kept.begin());
  kept.push_back(event);
  ++record->facts.dark_events;
  observer_.went_dark(record->complete(), event);
}

void StreamTable::on_channel_closed(const stream::ChannelId& id, stream::EndReason reason, TimePoint) {
  RecordPtr& record = slot_of(id);
  if (!record) return;
  record->facts.ended = reason;
  if (skew_ != nullptr) skew_->end(skew_key_of(id));
  ended_.push_back(std::move(record));
}

/// Packets without samples, such as closes, are not counted here.
void StreamTable::count_outcome(const stream::DatagramReport& report) noexcept {
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
    ++outcomes_.unusable[unusable_cause(report)];
}

/// Sequence numbers belong to the connection; a gap is counted for the stream whose datagram reveals it, else
/// for the first of the session, else for the one of it that ended last: datagrams that the close of their
/// session has overtaken count as late, not as lost. A gap between two sessions of a client that had streams
/// counts in the sum only.
void StreamTable::count_number(const stream::SessionId& session, Record* own, const SequenceStep& update) {
  using enum ArrivalOrder;
  if (update.missing == 0 && update.order != Late && update.order != Duplicate) return;
  const auto count_in = [&](auto& counts) {
    counts.lost += update.missing;
    counts.missed += update.missing;
    if (update.fills_gap && counts.lost > 0) --counts.lost;
  };
  if (own == nullptr) {
    const auto records = records_of(session);
    const auto first = std::ranges::find_if(records, [](const RecordPtr& record) { return record != nullptr; });
    if (first != records.end()) own = first->get();
  }
  StreamFacts* const stream = own != nullptr ? &own->facts : last_ended_of(session);
  if (stream == nullptr) {
    const auto of_client = [&](const StreamFacts& ended) { return ended.id.session.key == session.key; };
    if (std::ranges::any_of(finished_, of_client)) return count_in(merged_);
    outcomes_.unnoticed += update.missing;
    return;
  }
  count_in(*stream);
  if (own == nullptr) count_in(ended_services_[stream->routing.service_id]);
  if (update.order == Duplicate) ++stream->duplicates;
  if (update.order == Late) ++stream->late;
}

StreamFacts* StreamTable::last_ended_of(const stream::SessionId& session) {
  flush();  // a time-out may have ended it right before the datagram
  const auto of_session = [&](const StreamFacts& stream) { return stream.id.session == session; };
  const auto ended = std::ranges::find_if(finished_.rbegin(), finished_.rend(), of_session);
  return ended != finished_.rend() ? &*ended : nullptr;
}

void StreamTable::measure(Record& record, const stream::DatagramReport& report,
                          const analysis::MeasuredDatagram& measured) {
  if (report.late_samples > 0) record.facts.too_late += {1, report.late_samples};
  record.metrics.add_samples(measured.further_samples());
  if (!measured.timing) return;
  const auto offset = record.metrics.add(*measured.timing);
  if (offset && offset->expected > Duration{0}) record.facts.deviations.add(offset->deviation);
}

void StreamTable::flush() {
  std::ranges::sort(ended_, {}, [](const RecordPtr& record) { return record->facts.id; });
  for (const RecordPtr& record : ended_) archive(*record);
  ended_.clear();
}

/// Beyond kFinishedKept the shortest is merged into the sums, so that many tiny streams do not displace a long
/// one.
void StreamTable::archive(Record& record) {
  record.stop_gapless();
  if (record.shown) record.shown->finish();
  finished_.push_back(record.complete());
  ended_services_[finished_.back().routing.service_id].add(finished_.back());
  if (finished_.size() <= kFinishedKept) return;
  const auto datagrams = [](const StreamFacts& stream) { return stream.summary.datagrams; };
  const auto shortest = std::ranges::min_element(finished_, {}, datagrams);
  merged_.add(*shortest);
  finished_.erase(shortest);
}

StreamTable::ServiceTotals StreamTable::services() const {
  ServiceTotals totals = ended_services_;
  for (const RecordPtr& record : live_)
    if (record) totals[record->facts.routing.service_id].add(record->complete());
  return totals;
}

std::vector<StreamFacts> StreamTable::live() const {
  std::vector<StreamFacts> all;
  for (const RecordPtr& record : live_)
    if (record) all.push_back(record->complete());
  std::ranges::sort(all, {}, &StreamFacts::id);
  return all;
}

}  // namespace idn::server
