// SPDX-License-Identifier: MIT
#include "viewer/qt/stream_panel.hpp"

#include <fmt/core.h>

#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "cli/units.hpp"
#include "viewer/model/instruments/dark_note.hpp"
#include "viewer/model/instruments/event_words.hpp"
#include "viewer/model/instruments/sample_rows.hpp"
#include "viewer/qt/chart.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Time covered by charts and numbers.
constexpr Duration kSpan = 10s;

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

std::string service_of(const Stream& stream) {
  if (!stream.routing) return "none: a file";
  const auto& routing = *stream.routing;
  auto words = fmt::format("{}, service {}", wire::to_string(routing.mode), routing.service_id);
  if (!stream.service_name.empty()) words += fmt::format(" ({})", stream.service_name);
  if (routing.outcome != stream::RoutingOutcome::Routed)
    words += fmt::format(" ({})", stream::to_string(routing.outcome));
  return words;
}

std::string_view name_of_colour(std::uint16_t wavelength_nm) noexcept {
  if (wavelength_nm < 450) return "deep blue";
  if (wavelength_nm < 480) return "blue";
  if (wavelength_nm < 510) return "cyan";
  if (wavelength_nm < 560) return "green";
  return wavelength_nm < 600 ? "yellow" : "red";
}

std::string layout_of(const wire::SampleLayout& layout) {
  std::string colours;
  for (const auto& field : layout.fields())
    if (field.kind == wire::FieldKind::Colour)
      colours += fmt::format(", {} {} nm", name_of_colour(field.wavelength_nm), field.wavelength_nm);
  if (layout.has(wire::FieldKind::DeepBlue)) colours += ", deep blue";
  if (layout.has(wire::FieldKind::Yellow)) colours += ", yellow";
  if (layout.has(wire::FieldKind::Cyan)) colours += ", cyan";
  if (colours.empty()) colours = ", none";
  return fmt::format("{} ({} octets per sample)", colours.substr(2), layout.sample_size());
}

/// The chunk or frame that the beam is drawing, or the cause of darkness as the tile tells it.
std::string shown_of(const Timeline& timeline, TimePoint at) {
  if (const auto note = dark_note(timeline, at); note && !note->is_over) return to_string(*note);
  const auto index = sample_at(timeline, at);
  if (!index) return "-";
  const Chunk& chunk = timeline.chunks()[index->chunk];
  return fmt::format("{} of {} samples in {} ({:.0f} per s)", chunk.is_frame ? "frame" : "chunk", chunk.count,
                     format_short(chunk.length), static_cast<double>(chunk.count) / in_seconds(chunk.length));
}

std::string rates_of(const Recent& recent, std::optional<DarkReason> dark) {
  if (dark && is_end(*dark)) return "none";
  const double seconds = in_seconds(recent.span);
  if (seconds <= 0) return "-";
  return fmt::format("{:.0f} samples and {:.0f} datagrams per second, {}",
                     static_cast<double>(recent.samples) / seconds,
                     static_cast<double>(recent.datagrams) / seconds,
                     cli::format_bytes_per_second(static_cast<double>(recent.octets) / seconds));
}

/// The packet offsets; of a stream of frames, the intervals between frames.
std::string timing_of(const analysis::StreamSummary& summary, bool is_of_frames) {
  if (!summary.offsets || !summary.target) return "-";
  if (is_of_frames)
    return fmt::format("a frame every {:.2f} ms ({:.2f} to {:.2f}), {:.1f} % on target",
                       summary.offsets->average.count() / 1000, summary.offsets->min.count() / 1000,
                       summary.offsets->max.count() / 1000, 100 * summary.target->on_target_share);
  return fmt::format("{:.0f} us ({:.0f} to {:.0f}), {:.1f} % on target", summary.offsets->average.count(),
                     summary.offsets->min.count(), summary.offsets->max.count(),
                     100 * summary.target->on_target_share);
}

std::string clock_of(const analysis::StreamSummary& summary) {
  if (!summary.clock) return "-";
  auto words = fmt::format("{:.0f} us long-term", summary.clock->long_term_jitter.count());
  if (const auto& rate = summary.clock->rate_error_ppm) words += fmt::format(", rate {:+.0f} ppm", *rate);
  return words;
}

std::string losses_of(const Stream& stream, const Recent& recent) {
  return fmt::format("{} lost ({} lately), {} late, {} twice; {} samples too late", stream.numbers.lost,
                     recent.lost, stream.numbers.late, stream.numbers.duplicates, stream.late_samples);
}

std::string acknowledges_of(const Recent& recent) {
  const auto asked = recent.acknowledges_asked == 0 ? std::string("not asked for")
                                                    : fmt::format("{} asked for", recent.acknowledges_asked);
  const auto events = event_words(recent.input_events, recent.pipeline_events);
  return fmt::format("{}; {}", asked, events.empty() ? "no errors" : events);
}

/// What came to the unit, and what of it is missing in the picture.
std::string arrivals_of(const LiveSource& live, const Recording& recording) {
  const LiveCounts counts = live.counts();
  auto words = fmt::format("UDP port {}: {} datagrams", live.local().port, counts.datagrams);
  const auto add = [&](std::uint64_t count, const char* cause) {
    if (count > 0) words += fmt::format(", {} not shown: {}", count, cause);
  };
  add(counts.kernel_drops, "this computer was too busy to receive");
  add(counts.queue_drops, "drawing was too slow");
  add(counts.refused + recording.refused(), "too many senders");
  return words;
}

}  // namespace

StreamPanel::StreamPanel(QWidget* parent)
    : QWidget(parent),
      rows_(new QFormLayout),
      offsets_(new OffsetChart(this)),
      offset_strip_(new StripChart("offset", false, this)),
      buffer_strip_(new StripChart("buffer", true, this)) {
  rows_->setRowWrapPolicy(QFormLayout::DontWrapRows);
  rows_->setVerticalSpacing(3);
  name_ = add_row("stream");
  service_ = add_row("service");
  layout_ = add_row("colours");
  shown_ = add_row("shown");
  rates_ = add_row("rate");
  timing_ = add_row("offset");
  clock_ = add_row("jitter");
  buffer_ = add_row("buffer");
  losses_ = add_row("losses");
  acknowledges_ = add_row("acknowledge");
  unit_ = add_row("unit");
  offset_strip_->setAccessibleName("packet offsets over time");
  buffer_strip_->setAccessibleName("buffer level over time");
  offsets_->setToolTip("Packet offsets of the last 10 s, of frames their intervals; green: on target");
  offset_strip_->setToolTip("Time between datagrams, or between frames; an even stream is a flat line");
  buffer_strip_->setToolTip("What an output with 40 ms of latency has yet to show; red: it ran dry");
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addLayout(rows_);
  layout->addWidget(offsets_, 2);
  layout->addWidget(offset_strip_, 1);
  layout->addWidget(buffer_strip_, 1);
  instrument_rows_ = {offsets_, offset_strip_, buffer_strip_};
  for (QLabel* const label : {service_, layout_, rates_, timing_, clock_, buffer_, losses_, acknowledges_})
    instrument_rows_ << label << rows_->labelForField(label);
}

QLabel* StreamPanel::add_row(const QString& name) {
  auto* const label = new QLabel("-", this);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setObjectName(name);
  // Wide texts wrap; they do not widen the panel.
  label->setMinimumWidth(1);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  rows_->addRow(name, label);
  return label;
}

void StreamPanel::show_stream(const ViewSession& view_session, const Stream* stream) {
  show_unit(view_session);
  show_instruments(stream);
  if (stream == nullptr) return name_->setText("none");
  const TimePoint at = view_session.position();
  // A shorter file is covered completely.
  const Duration span =
      std::clamp<Duration>(view_session.player().end() - view_session.player().begin(), 1s, kSpan);
  const Recent recent_data = recent(*stream, at, span);
  show_facts(*stream, recent_data, at);
  show_charts(*stream, recent_data, at, span);
}

/// Hides what there is nothing to say of: without a stream, and the rows about datagrams for an .ild file,
/// which has none.
void StreamPanel::show_instruments(const Stream* stream) {
  for (QWidget* const row : instrument_rows_) row->setVisible(stream != nullptr && stream->key != StreamKey{});
  shown_->setVisible(stream != nullptr);
  rows_->labelForField(shown_)->setVisible(stream != nullptr);
}

void StreamPanel::show_facts(const Stream& stream, const Recent& recent, TimePoint at) {
  const auto summary = recent.metrics.summary();
  name_->setText(text(stream.name));
  service_->setText(text(service_of(stream)));
  layout_->setText(stream.layout ? text(layout_of(*stream.layout)) : "-");
  shown_->setText(text(shown_of(stream.timeline, at)));
  rates_->setText(text(rates_of(recent, stream.timeline.dark_at(at))));
  timing_->setText(text(timing_of(summary, recent.is_of_frames)));
  clock_->setText(text(clock_of(summary)));
  buffer_->setText(recent.buffer ? text(format_short(*recent.buffer)) : "-");
  losses_->setText(text(losses_of(stream, recent)));
  acknowledges_->setText(recent.datagrams == 0 ? "-" : text(acknowledges_of(recent)));
}

void StreamPanel::show_charts(const Stream& stream, const Recent& recent, TimePoint at, Duration span) {
  offsets_->set(offset_bars(recent.metrics.histogram(), recent.metrics.summary().expected));
  offset_strip_->set_name(recent.is_of_frames ? "frame interval" : "offset");
  std::vector<StripChart::Point> offsets, buffers;
  for (const Datagram& datagram : datagrams_within(stream, at - span, at)) {
    const double before = in_seconds(at - datagram.arrival);
    if (datagram.offset) offsets.push_back({before, in_millis(*datagram.offset)});
    if (datagram.facts.carries_samples) buffers.push_back({before, in_millis(datagram.buffer)});
  }
  offset_strip_->set(std::move(offsets), in_seconds(span));
  buffer_strip_->set(std::move(buffers), in_seconds(span));
}

void StreamPanel::show_unit(const ViewSession& view_session) {
  const LiveSource* const live = view_session.live();
  unit_->setVisible(live != nullptr);
  rows_->labelForField(unit_)->setVisible(live != nullptr);
  if (live == nullptr) return;
  unit_->setText(text(arrivals_of(*live, view_session.recording())));
}

}  // namespace idn::viewer
