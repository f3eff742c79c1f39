// SPDX-License-Identifier: MIT
#include "idn_parser/report/measure_json.hpp"

#include <string>

#include "cli/timing_json.hpp"

namespace idn::parser {
namespace {

Json with(Json json, const Json& more) {
  json.update(more);
  return json;
}

Json at(const capture::CapturePosition& moment) {
  return with(cli::moment_json(moment.time), {{"packet", moment.packet_number}, {"file", moment.file + 1}});
}

template <class Events, class ToJson>
Json list(const Events& events, ToJson to_json) {
  Json json = Json::array();
  for (const auto& event : events) json.push_back(to_json(event));
  return json;
}

/// All events are counted, the first ones listed.
template <class Event, class ToJson>
Json log(const BoundedEventLog<Event>& events, ToJson to_json) {
  return {{"count", events.count()}, {"first", list(events.first(), to_json)}};
}

Json series_json(const TimeSeries& series) {
  return list(series.points(), [](const TimeSeries::Point& point) {
    return Json{point.begin.count(), in_micros(point.min), in_micros(point.max)};
  });
}

template <class Name>
Json events_json(const EventCounts& events, Name name) {
  Json json = Json::object();
  for (unsigned bit = 0; bit < events.counts().size(); ++bit)
    if (events.counts()[bit] > 0) json[std::string(name(bit))] = events.counts()[bit];
  return json;
}

const char* json_name(capture::ReassemblyFailure::Cause cause) {
  switch (cause) {
    case capture::ReassemblyFailure::Cause::Incomplete:
      return "incomplete";
    case capture::ReassemblyFailure::Cause::Contradicting:
      return "contradicting";
    case capture::ReassemblyFailure::Cause::NoRoom:
      break;
  }
  return "no room";
}

const char* json_name(ArrivalOrder order) {
  using enum ArrivalOrder;
  switch (order) {
    case AfterLoss:
      return "missing";
    case Late:
      return "late";
    case Duplicate:
      return "duplicate";
    case Unnumbered:
      return "unnumbered";
    case Restart:
      return "restart";
    case InOrder:
      break;
  }
  return "in order";
}

Json damage_json(const capture::Damage& damage) {
  return {{"cause", damage.cause},
          {"behind_packet", damage.behind_packet},
          {"offset", damage.offset},
          {"skipped_octets", or_null(damage.skipped)}};
}

Json field_json(const FieldRange& field) {
  if (field.values == 0) return nullptr;
  return {{"values", field.values}, {"min", field.min}, {"max", field.max}, {"mean", field.mean}};
}

Json ends_json(const BoundedEventLog<SessionEnd>& ends) {
  return log(ends, [](const SessionEnd& end) {
    return with(cli::moment_json(end.time), {{"reason", to_string(end.reason)}});
  });
}

Json frames_json(const std::optional<FrameFacts>& frames) {
  if (!frames) return nullptr;
  Json json{{"frames", frames->frames},
            {"period_us", frames->period.count()},
            {"on_target_share", or_null(frames->on_target_share)}};
  json.update(cli::numbers_json({.deviations = frames->deviations},
                                {"deviation_p50_us", "deviation_p99_us", "deviation_p99_9_us"}));
  json.update({{"stood_still", frames->stood_still},
               {"most_datagrams", frames->most_datagrams},
               {"mean_spread_us", frames->mean_spread.count()},
               {"largest_spread_us", in_micros(frames->largest_spread)}});
  return json;
}

Json axes_json(const BoundedEventLog<analysis::AxisSummary>& axes) {
  return log(axes, [](const analysis::AxisSummary& axis) {
    return with(cli::moment_json(axis.begin), {{"cause", to_string(axis.cause)},
                                               {"datagrams", axis.datagrams},
                                               {"length_s", in_seconds(axis.length)}});
  });
}

Json pauses_json(const StreamFacts& stream) {
  return with({{"total_us", stream.summary.paused.count()}},
              log(stream.pauses, [](const analysis::Pause& pause) {
                return with(cli::moment_json(pause.at), {{"length_us", pause.length.count()}});
              }));
}

Json gaps_json(const MediaGapFacts& media) {
  Json json = log(media.gaps, [](const MediaGap& gap) {
    return with(at(gap.at), {{"length_us", gap.length.count()}, {"follows_loss", gap.follows_loss}});
  });
  return with({{"total_us", media.total.count()},
               {"largest_us", media.largest.count()},
               {"after_loss", media.after_loss},
               {"overlaps", media.overlaps},
               {"new_time_axes", media.restarts}},
              json);
}

Json configuration_json(const StreamFacts& stream) {
  return with({{"largest_us", stream.largest_configuration_gap.count()}},
              log(stream.configuration_gaps, [](const ConfigurationGap& gap) {
                return with(at(gap.at), {{"length_us", gap.length.count()}});
              }));
}

Json bursts_json(const BurstFacts& bursts) {
  return with({{"catch_ups", bursts.catch_ups},
               {"batches", bursts.batches},
               {"ahead", bursts.ahead},
               {"longest", bursts.longest}},
              log(bursts.bursts, [](const Burst& burst) {
                return with(cli::moment_json(burst.begin),
                            {{"datagrams", burst.datagrams},
                             {"length_us", in_micros(burst.length)},
                             {"offset_before_us", in_micros(burst.offset_before)},
                             {"cause", to_string(burst.cause)}});
              }));
}

Json ahead_json(const AheadFacts& ahead) {
  return with({{"largest_us", in_micros(ahead.largest)}}, log(ahead.messages, [](const AheadMessage& message) {
                return with(at(message.at), {{"by_us", in_micros(message.by)}});
              }));
}

Json buffer_json(const analysis::ReceiverBuffer& buffer) {
  return {{"start_delay_us", in_micros(buffer.target)}, {"capacity_us", in_micros(buffer.capacity)}};
}

Json trial_json(const std::optional<BufferTrial>& trial) {
  if (!trial) return nullptr;
  return with(buffer_json(trial->buffer), {{"late_underruns", trial->late}, {"overruns", trial->overruns}});
}

Json level_json(const std::optional<analysis::BufferLevel>& level) {
  if (!level) return nullptr;
  return {
      {"min_us", in_micros(level->min)}, {"max_us", in_micros(level->max)}, {"mean_us", level->mean.count()}};
}

Json playback_json(const std::optional<PlaybackFacts>& playback) {
  if (!playback) return nullptr;
  const auto& totals = playback->totals;
  const auto underrun = [](const analysis::Underrun& dark) {
    return with(cli::moment_json(dark.start),
                {{"length_us", in_micros(dark.length)}, {"cause", analysis::to_string(dark.cause)}});
  };
  const auto overrun = [](const analysis::Overrun& over) {
    return with(cli::moment_json(over.moment), {{"dropped_us", in_micros(over.dropped)}});
  };
  return {{"buffer", buffer_json(playback->options.buffer)},
          {"clock_ppm", static_cast<double>(playback->options.clock_error_ppb) / 1000},
          {"late_datagrams", analysis::to_string(playback->options.late)},
          {"played_us", in_micros(totals.played)},
          {"dark_us", in_micros(totals.dark)},
          {"late_us", in_micros(totals.late)},
          {"overrun_us", in_micros(totals.overrun)},
          {"repeated_us", in_micros(totals.repeated)},
          {"restarts", totals.restarts},
          {"late_chunks", totals.late_chunks},
          {"underruns",
           {{"count", totals.underruns()},
            {"late", totals.underruns_late},
            {"lost", totals.underruns_lost},
            {"gap", totals.underruns_gap},
            {"first", list(playback->underruns, underrun)}}},
          {"overruns", {{"count", totals.overruns}, {"first", list(playback->overruns, overrun)}}},
          {"level", level_json(playback->level)},
          {"smallest_buffer", trial_json(playback->smallest)},
          {"five_percent_less", trial_json(playback->below)},
          {"confirmed", playback->is_confirmed()},
          {"left_out_chunks", playback->out_of_range},
          {"level_over_time", series_json(playback->level_over_time)}};
}

}  // namespace

Json files_json(const capture::CaptureInfo& capture) {
  return list(capture.files, [](const capture::FileInfo& file) {
    return Json{{"file", file.name},
                {"format", file.format},
                {"link_types", file.links},
                {"packets", file.packets},
                {"untimed_packets", file.untimed},
                {"packets_of_unknown_link", file.of_unknown_link},
                {"dropped_by_capturer", file.dropped},
                {"damages", {{"count", file.damage_count}, {"first", list(file.damages, damage_json)}}}};
  });
}

Json fragments_json(const capture::FragmentStats& fragments) {
  return {{"fragments", fragments.fragments},
          {"datagrams", fragments.datagrams},
          {"out_of_order", fragments.out_of_order},
          {"repeated", fragments.repeated},
          {"broken", log(fragments.broken, [](const capture::ReassemblyFailure& broken) {
             return with(at(broken.at), {{"cause", json_name(broken.cause)},
                                         {"source", to_string(broken.source)},
                                         {"destination", to_string(broken.destination)},
                                         {"fragments", broken.fragments}});
           })}};
}

Json marks_json(const Marks& marks) {
  Json dscp = Json::array(), priorities = Json::array();
  for (std::size_t i = 0; i < marks.by_dscp().size(); ++i)
    if (const auto datagrams = marks.by_dscp()[i]; datagrams > 0)
      dscp.push_back(
          {{"value", i}, {"name", dscp_name(static_cast<std::uint8_t>(i))}, {"datagrams", datagrams}});
  for (std::size_t i = 0; i < marks.by_priority().size(); ++i)
    if (const auto datagrams = marks.by_priority()[i]; datagrams > 0)
      priorities.push_back({{"value", i}, {"datagrams", datagrams}});
  return {{"dscp", std::move(dscp)},
          {"dscp_changes", log(marks.changes(),
                               [](const MarkChange& change) {
                                 return with(at(change.at), {{"from", change.from}, {"to", change.to}});
                               })},
          {"vlan_priorities", std::move(priorities)}};
}

Json order_json(const BoundedEventLog<OrderEvent>& events) {
  return log(events, [](const OrderEvent& event) {
    return with(
        at(event.at),
        {{"what", json_name(event.step.order)}, {"sequence", event.sequence}, {"missing", event.step.missing}});
  });
}

Json acknowledge_json(const AcknowledgeFacts& acks) {
  Json latency = nullptr;
  if (acks.latency)
    latency = {{"min_us", in_micros(acks.latency->min)},
               {"p50_us", cli::micros_or_null(acks.latency->p50)},
               {"p99_us", cli::micros_or_null(acks.latency->p99)},
               {"max_us", in_micros(acks.latency->max)}};
  return {{"requests", acks.requests},
          {"answered", acks.answered},
          {"answered_by_another_clock", acks.untimed},
          {"unasked", acks.unasked},
          {"unreadable", acks.unreadable},
          {"refusals", acks.refusals},
          {"latency", latency},
          {"link_quality", field_json(acks.link_quality)},
          {"latency_field_us", field_json(acks.latency_field)},
          {"input_events", events_json(acks.input_events, wire::input_event_name)},
          {"pipeline_events", events_json(acks.pipeline_events, wire::pipeline_event_name)},
          {"with_events", log(acks.events,
                              [](const AcknowledgedEvents& event) {
                                return with(at(event.at), {{"result", static_cast<unsigned>(event.result)},
                                                           {"input_events", event.input_events},
                                                           {"pipeline_events", event.pipeline_events}});
                              })},
          {"latency_over_time", series_json(acks.latency_over_time)}};
}

Json reception_json(const std::optional<ReceptionFacts>& reception) {
  if (!reception) return nullptr;
  return {{"datagrams", reception->datagrams},
          {"sessions", reception->sessions},
          {"input_events", events_json(reception->input_events, wire::input_event_name)},
          {"session_ends", ends_json(reception->ends)},
          {"dark", ends_json(reception->darkness)}};
}

void add_measures(const StreamFacts& stream, Json& json) {
  json["frame_pace"] = frames_json(stream.frames);
  json["time_axes"] = axes_json(stream.axes);
  json["pauses"] = pauses_json(stream);
  json["media_gaps"] = gaps_json(stream.media_gaps);
  json["configuration_gaps"] = configuration_json(stream);
  json["bursts"] = bursts_json(stream.bursts);
  json["ahead_of_timestamp"] = ahead_json(stream.ahead);
  json["receiver_pipeline_events"] = events_json(stream.pipeline_events, wire::pipeline_event_name);
  json["playback"] = playback_json(stream.playback);
  json["offsets_over_time"] = series_json(stream.offsets_over_time);
}

}  // namespace idn::parser
