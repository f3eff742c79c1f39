// SPDX-License-Identifier: MIT
#include "idn/analysis/connection_meter.hpp"

#include <array>
#include <cstdlib>

#include "analysis/channel_meter.hpp"
#include "idn/time.hpp"

namespace idn::analysis {

using std::chrono::microseconds;

namespace {

bool has_media_time(wire::ChunkType type) noexcept {
  return type != wire::ChunkType::Void && !wire::is_sequel(type);
}

/// Timestamps wrap after 71.6 minutes. Behind a silence that agrees with further wraps, so many are added.
std::int64_t wraps_in(microseconds silence, microseconds media_step) noexcept {
  constexpr std::int64_t kWrap = std::int64_t{1} << 32;
  constexpr std::int64_t kAgreement = 10'000'000;  // of both clocks, after hours
  const std::int64_t missing = (silence - media_step).count();
  const std::int64_t wraps = (missing + kWrap / 2) / kWrap;
  return wraps > 0 && std::abs(missing - wraps * kWrap) < kAgreement ? wraps * kWrap : 0;
}

/// Whether the capture lacks octets of the headers.
bool is_cut(const FormatResult<wire::ChannelMessage>& message, const CapturedPayload& payload) noexcept {
  if (payload.captured == payload.octets.size()) return false;
  if (!message) return true;
  const auto headers = static_cast<std::size_t>(message->data.data() - payload.octets.data()) +
                       (has_media_time(message->header.type) ? wire::ChunkHeader::kSize : 0);
  return headers > payload.captured;
}

}  // namespace

struct ConnectionMeter::State {
  SequenceStatistics numbers;
  std::optional<microseconds> newest_media;  ///< of the newest message with a time of samples
  Duration newest_arrival{};                 ///< of that message
  std::array<std::unique_ptr<ChannelMeter>, 64> channels;
  std::uint32_t clock = 0;                     ///< that stamped the last datagram that was no copy
  FormatResult<wire::ChannelMessage> content;  ///< of a datagram of a capture
  MeasuredDatagram measured;

  void take(const wire::PacketHeader& header, const wire::ChannelMessage* message,
            const ChannelArrival& arrival);
  void take_number(std::uint16_t number, Duration arrival) noexcept;
  microseconds media_of(WireMicros timestamp, Duration arrival) const noexcept;
  void take_message(const ChannelArrival& arrival);
};

void ConnectionMeter::State::take(const wire::PacketHeader& header, const wire::ChannelMessage* message,
                                  const ChannelArrival& arrival) {
  measured.message = message;
  measured.is_cut = false;
  measured.fault.reset();
  measured.setup = nullptr;
  measured.chunk.reset();
  measured.timing.reset();
  take_number(header.sequence, arrival.time);
  if (message != nullptr) take_message(arrival);
  if (ends_session(header.command) && !measured.is_repeated()) numbers.close();
}

void ConnectionMeter::State::take_number(std::uint16_t number, Duration arrival) noexcept {
  SequencedDatagram datagram{.number = number, .arrival = arrival};
  measured.media = {};
  if (const auto* const message = measured.message) {
    measured.media = media_of(message->header.timestamp, arrival);
    if (has_media_time(message->header.type)) datagram.media = measured.media;
  }
  measured.number = numbers.take(datagram);
  measured.losses = numbers.interruptions().losses;
  if (!datagram.media || !measured.number.is_forward()) return;
  newest_media = datagram.media;
  newest_arrival = arrival;
}

microseconds ConnectionMeter::State::media_of(WireMicros timestamp, Duration arrival) const noexcept {
  if (!newest_media) return microseconds(static_cast<std::uint32_t>(timestamp));
  const microseconds media(unwrap(timestamp, newest_media->count()));
  const auto silence = std::chrono::floor<microseconds>(arrival - newest_arrival);
  return media + microseconds(wraps_in(silence, media - *newest_media));
}

void ConnectionMeter::State::take_message(const ChannelArrival& arrival) {
  if (measured.is_repeated()) return ChannelMeter::take_repeated(measured);
  auto& channel = channels[measured.message->header.channel];
  if (!channel) channel = std::make_unique<ChannelMeter>();
  channel->take(arrival, numbers.interruptions(), measured);
}

ConnectionMeter::ConnectionMeter() : state_(std::make_unique<State>()) {}
ConnectionMeter::~ConnectionMeter() = default;
ConnectionMeter::ConnectionMeter(ConnectionMeter&&) noexcept = default;
ConnectionMeter& ConnectionMeter::operator=(ConnectionMeter&&) noexcept = default;

const MeasuredDatagram& ConnectionMeter::take(const wire::PacketHeader& header, const CapturedPayload& payload,
                                              Duration arrival) {
  auto& content = state_->content;
  auto& measured = state_->measured;
  content = wire::ChannelMessage::decode(payload.octets);
  const bool has_payload = !payload.octets.empty() && header.command != wire::Command::RtAbort;
  const bool is_short = is_cut(content, payload);
  const bool has_message = has_payload && !is_short && payload.has_time && content;
  state_->take(header, has_message ? &*content : nullptr,
               {.time = arrival,
                .is_merged = payload.is_merged,
                .is_whole = payload.captured == payload.octets.size(),
                .clock = payload.clock});
  measured.is_recorded_twice = payload.has_time && measured.is_repeated() && payload.clock != state_->clock;
  if (measured.is_recorded_twice) state_->numbers.record_twice();
  if (payload.has_time && !measured.is_repeated()) state_->clock = payload.clock;
  measured.is_cut = is_short;
  if ((is_short || !payload.has_time) && measured.number.is_forward()) state_->numbers.skip();
  if (has_payload && !is_short && !content) measured.fault = content.error();
  return measured;
}

const MeasuredDatagram& ConnectionMeter::take(const wire::PacketHeader& header,
                                              const wire::ChannelMessage* message, Duration arrival,
                                              std::optional<microseconds> octets_duration) {
  state_->take(header, message, {.time = arrival, .octets_duration = octets_duration});
  return state_->measured;
}

void ConnectionMeter::take_request(std::uint16_t number) noexcept {
  state_->numbers.take_request(number);
}

const SequenceCounts& ConnectionMeter::counts() const noexcept {
  return state_->numbers.counts();
}

}  // namespace idn::analysis
