// SPDX-License-Identifier: MIT
#include "idn_parser/measure/habits.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

#include "idn/stream/receive/receiver.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn_parser/measure/fragment_habits.hpp"
#include "idn_parser/measure/habit_tally.hpp"

namespace idn::parser {
namespace {

using std::chrono::microseconds;

std::uint32_t number_at(ConstBytes octets, std::size_t at, std::size_t size) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | std::to_integer<std::uint32_t>(octets[at + i]);
  return value;
}

std::uint32_t turned(std::uint32_t value, std::size_t size) noexcept {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < size; ++i) result = result << 8 | (value >> (8 * i) & 0xFF);
  return result;
}

/// Whether scanners of this time draw so many samples in so many us.
bool is_drawable(std::uint64_t samples, std::uint32_t duration) noexcept {
  constexpr std::uint64_t kLeast = 2000, kMost = 250'000;  // samples/s
  return samples > 20 && duration > 0 && samples * 1'000'000 / duration >= kLeast &&
         samples * 1'000'000 / duration <= kMost;
}

/// Of length, header and the first octets behind it, which tell messages apart.
std::size_t hash_of(ConstBytes message) noexcept {
  constexpr std::size_t kHead = 16;
  const ConstBytes head = message.first(std::min(message.size(), kHead));
  return std::hash<std::string_view>{}({reinterpret_cast<const char*>(head.data()), head.size()}) ^
         message.size();
}

/// What the next message of a channel is compared with.
struct ChannelBefore {
  bool has_chunk = false;
  wire::ChunkType type{};
  std::uint32_t timestamp = 0;
  std::uint32_t duration = 0;
  bool is_once = false;
  std::uint64_t samples = 0;
  std::uint16_t sequence = 0;
  std::optional<std::uint32_t> first_timestamp{};
  std::uint32_t all_timestamps = 0;  ///< bits that any of them has
  std::uint32_t all_durations = 0;
  bool has_whole_timestamps = true;  ///< all are whole milliseconds
  bool has_whole_durations = true;
  bool all_below_second = true;  ///< all timestamps
  std::uint64_t chunks = 0;
  std::int64_t drift = 0;   ///< sum of what timestamps step more than the chunks last
  std::int64_t spread = 0;  ///< sum of its absolute values
  Duration arrival{};
  std::optional<std::vector<std::byte>> configuration{};
  bool was_routed = false;
  FragmentHabits fragments{};
};

struct Wave {
  std::uint32_t duration = 0;
  std::uint64_t samples = 0;
};

}  // namespace

struct HabitWatch::State {
  HabitTally tally;
  std::array<std::optional<ChannelBefore>, 64> channels{};
  std::optional<std::uint16_t> sequence;
  std::uint16_t number_step = 1;  ///< from the datagram before
  std::uint64_t single_steps = 0;
  std::uint64_t other_steps = 0;
  std::size_t octets_before = 0;
  std::size_t hash_before = 0;
  bool had_chunk_before = false;
  bool was_afresh = false;                  ///< the message before was that of the one before it
  std::optional<std::uint32_t> right_size;  ///< the last one of a message with samples
  std::uint64_t channel_steps = 0;          ///< by one on the same channel
  std::uint64_t datagrams_on_channels = 0;
  std::size_t channels_seen = 0;
  std::optional<Duration> closed_at;   ///< the session
  std::optional<Duration> message_at;  ///< the last one with a payload
  std::optional<Duration> packet_at;   ///< the last one of any kind
  std::optional<Duration> request_at;  ///< the last ping
  std::uint64_t closes_in_a_row = 0;
  std::optional<std::uint8_t> channel_before;
  std::optional<std::pair<Duration, microseconds>> start;  ///< arrival and media time of the first wave
  std::optional<microseconds> wave_end;                    ///< of the newest wave
  std::optional<Duration> first_at;
  std::optional<std::pair<Duration, microseconds>> halfway;  ///< between a quarter and a half of all waves
  std::optional<std::pair<Duration, microseconds>> next_halfway;
  std::pair<Duration, microseconds> newest{};
  std::uint64_t waves = 0;
  std::uint64_t crowded = 0;  ///< waves that come in a fifth of the time that the one before lasts
  std::uint64_t spaced = 0;
  microseconds burst{};  ///< display time of the last crowded ones

  void note(Habit habit, bool is_so) noexcept { tally.note(habit, is_so); }
  void take(const HabitDatagram& datagram);
  void take_number(const HabitDatagram& datagram, bool has_chunk);
  void take_size(ConstBytes payload);
  void take_message(const HabitDatagram& datagram, ConstBytes payload);
  void take_hidden_chunk(ConstBytes payload, ChannelBefore& before);
  void take_configuration(const wire::ChannelMessage& message, ConstBytes payload, ChannelBefore& before);
  void look_for_words(ConstBytes payload, const ChannelBefore& before);
  void take_wave(const HabitDatagram& datagram, ChannelBefore& before, std::uint32_t timestamp,
                 std::uint32_t duration);
  void take_clock(const ChannelBefore& before, std::uint32_t timestamp, std::int32_t step, bool is_frame);
  void take_step(ChannelBefore& before, std::uint32_t timestamp, std::int32_t step, const Wave& wave);
  void take_origin(const analysis::MeasuredDatagram& measured);
  void take_end(const HabitDatagram& datagram);
  microseconds ahead(microseconds media, Duration arrival) const noexcept;
  bool keeps_pace() const noexcept;
};

void HabitWatch::State::take(const HabitDatagram& datagram) {
  using enum Habit;
  tally.at = datagram.at;
  const Duration time = datagram.at.time;
  if (!first_at) first_at = time;
  const ConstBytes payload = datagram.octets.subspan(wire::PacketHeader::kSize);
  if (!payload.empty()) {
    const auto timeout = stream::ReceiverConfig{}.link_timeout;
    if (message_at && !closed_at && time - *message_at >= timeout) {
      const bool has_empty = packet_at && *packet_at > *message_at;
      const bool has_ping = request_at && *request_at > *message_at;
      note(KeepaliveEmpty, has_empty);
      note(KeepaliveByPing, !has_empty && has_ping);
    }
    message_at = time;
  }
  packet_at = time;
  note(FlagsUsed, (datagram.octets[1] & std::byte{0xF0}) != std::byte{0});
  note(AlwaysAcknowledged, wire::requests_acknowledge(datagram.header.command));
  const bool has_chunk = payload.size() > wire::ChannelMessageHeader::kSize;
  take_number(datagram, has_chunk);
  if (payload.size() >= wire::ChannelMessageHeader::kSize) {
    take_size(payload);
    if (!datagram.measured.is_repeated()) take_message(datagram, payload);
  }
  if (analysis::ends_session(datagram.header.command)) take_end(datagram);
}

void HabitWatch::State::take_number(const HabitDatagram& datagram, bool has_chunk) {
  using enum Habit;
  const std::uint16_t number = datagram.header.sequence;
  const std::size_t hash = hash_of(datagram.octets.subspan(wire::PacketHeader::kSize));
  if (sequence && closed_at == std::nullopt) {
    const auto step = static_cast<std::uint16_t>(number - *sequence);
    const auto turned_step = static_cast<std::uint16_t>(turned(number, 2) - turned(*sequence, 2));
    number_step = step;
    ++(step == 1 ? single_steps : other_steps);
    note(SequenceSwapped, step != 1 && turned_step == 1);
    note(SequenceOf8Bits, step == static_cast<std::uint16_t>(-255));
    note(SequenceOfOctets,
         step != 1 && (step == octets_before || step + 4U == octets_before || step == datagram.octets.size()));
    if (has_chunk) {
      note(SequenceShared, step == 0 && hash != hash_before && had_chunk_before);
      if (datagram.measured.chunk) note(SequenceAfresh, step == 1 && hash == hash_before && !was_afresh);
      was_afresh = hash == hash_before;
    }
  }
  sequence = number;
  octets_before = datagram.octets.size();
  hash_before = hash;
  had_chunk_before = has_chunk;
}

void HabitWatch::State::take_size(ConstBytes payload) {
  using enum Habit;
  constexpr std::size_t kWithSamples = 64;
  const std::uint32_t size = number_at(payload, 0, 2);
  const bool is_right = size == payload.size();
  note(SizeSwapped, !is_right && turned(size, 2) == payload.size());
  note(SizeOfDatagram, size == payload.size() + wire::PacketHeader::kSize);
  if (!is_right) note(SizeOfAnother, right_size && size == *right_size);
  if (is_right && payload.size() > kWithSamples) note(PaddedBuffer, false);
  if (size >= wire::ChannelMessageHeader::kSize && size < payload.size()) {
    const ConstBytes rest = payload.subspan(size);
    note(PaddedBuffer, std::ranges::all_of(rest, [](std::byte octet) { return octet == std::byte{0}; }));
    note(SecondMessage, rest.size() >= wire::ChannelMessageHeader::kSize &&
                            number_at(rest, 0, 2) == rest.size() &&
                            (rest[2] & std::byte{0x80}) != std::byte{0});
  }
  if (is_right && size > kWithSamples) right_size = size;
}

void HabitWatch::State::take_message(const HabitDatagram& datagram, ConstBytes payload) {
  using enum Habit;
  if ((payload[2] & std::byte{0x80}) == std::byte{0}) return;
  const auto content = std::to_integer<unsigned>(payload[2]);
  const auto channel = static_cast<std::uint8_t>(content & 0x3F);
  const auto type = static_cast<wire::ChunkType>(payload[3]);
  if (!channels[channel]) {
    channels[channel].emplace();
    ++channels_seen;
  }
  ChannelBefore& before = *channels[channel];
  const bool has_bit = (content & 0x40) != 0;
  const auto* const message = datagram.measured.message;
  const bool is_routing = message != nullptr && message->config && message->config->routing;
  if (closed_at) {
    const bool is_soon = tally.at.time - *closed_at < std::chrono::seconds(1);
    const bool has_data = message != nullptr && type != wire::ChunkType::Void;
    note(SessionReopened, is_soon && is_routing);
    note(DataAfterClose, is_soon && !is_routing && has_data && datagram.measured.number.is_forward());
    note(ChannelAfterSession, is_soon && !is_routing && datagram.measured.number.is_forward() &&
                                  message != nullptr && message->config && message->config->close);
    closed_at.reset();
  }
  closes_in_a_row = 0;
  if (datagram.header.sequence == static_cast<std::uint16_t>(before.sequence + 1) && before.chunks > 0)
    ++channel_steps;
  if (before.chunks > 0) ++datagrams_on_channels;
  if (has_bit && !wire::is_sequel(type)) {
    take_hidden_chunk(payload, before);
    look_for_words(payload, before);
  }
  if (message == nullptr) return;
  // What is lost or came in another order says nothing of what the sender sent one after the other.
  const auto& number = datagram.measured.number;
  const bool has_others_between = number.order == ArrivalOrder::Late || number.order == ArrivalOrder::AfterLoss;
  if (message->config) take_configuration(*message, payload, before);
  if (type == wire::ChunkType::Void && !has_bit)
    note(CloseWithoutBit, message->data.size() >= 4 && (message->data[1] & std::byte{2}) != std::byte{0});
  const std::uint32_t timestamp = number_at(payload, 4, 4);
  if (type == wire::ChunkType::Void && before.all_timestamps > 0) note(TimestampMissing, timestamp == 0);
  if (wire::is_sequel(type) || wire::is_frame(type)) {
    if (has_others_between) before.fragments.restart();
    before.fragments.take(*message, payload, tally);
  }
  if ((type == wire::ChunkType::Wave || wire::is_frame(type)) &&
      message->data.size() > wire::ChunkHeader::kSize) {
    const std::uint32_t duration = number_at(message->data, 1, 3);
    if (channel_before && channels[*channel_before]) {
      const ChannelBefore& other = *channels[*channel_before];
      note(ChannelMoves,
           channel != *channel_before && other.duration > 0 && timestamp == other.timestamp + other.duration);
      if (channel != *channel_before && before.has_chunk && number.order == ArrivalOrder::InOrder) {
        const auto passed = (tally.at.time - other.arrival) / std::chrono::microseconds(1);
        const auto apart = static_cast<std::int32_t>(timestamp - other.timestamp) - passed;
        note(TimestampPerChannel, std::abs(apart) > 500'000);
      }
    }
    channel_before = channel;
    if (number.order == ArrivalOrder::Late) return;
    take_wave(datagram, before, timestamp, duration);
  }
  before.sequence = datagram.header.sequence;
}

/// A chunk where a configuration should be: its duration is that of the others.
void HabitWatch::State::take_hidden_chunk(ConstBytes payload, ChannelBefore& before) {
  constexpr std::size_t kChunk = wire::ChannelMessageHeader::kSize;
  if (payload.size() < kChunk + wire::ChunkHeader::kSize) return;
  const std::uint32_t timestamp = number_at(payload, 4, 4);
  const std::uint32_t duration = number_at(payload, kChunk + 1, 3);
  const auto step = static_cast<std::int32_t>(timestamp - before.timestamp);
  note(Habit::ConfigurationBit,
       before.first_timestamp && duration > 1 && step == static_cast<std::int32_t>(duration));
  if (before.first_timestamp && before.chunks > 0) return;
  before.first_timestamp = before.first_timestamp.value_or(timestamp);
  before.timestamp = timestamp;
}

/// Where the count of words does not fit: another one with which a dictionary and a chunk of the usual length
/// follow.
void HabitWatch::State::look_for_words(ConstBytes payload, const ChannelBefore& before) {
  constexpr std::size_t kDictionary = wire::ChannelMessageHeader::kSize + wire::ChannelConfig::kHeaderSize;
  if (payload.size() < kDictionary + wire::ChunkHeader::kSize || before.duration == 0) return;
  const std::size_t stated = 4 * std::to_integer<std::size_t>(payload[8]);
  const auto fits = [&](std::size_t size) {
    if (payload.size() < kDictionary + size + wire::ChunkHeader::kSize) return false;
    const std::uint32_t duration = number_at(payload, kDictionary + size + 1, 3);
    const auto off = static_cast<std::int64_t>(duration) - before.duration;
    if (std::abs(off) > 1 + before.duration / 100) return false;
    const auto layout = wire::SampleLayout::from_dictionary(payload.subspan(kDictionary, size));
    const std::size_t samples = payload.size() - kDictionary - size - wire::ChunkHeader::kSize;
    return layout && layout->sample_size() > 0 && samples % layout->sample_size() == 0;
  };
  bool is_wrong = false;
  if (!fits(stated))
    for (std::size_t size = 8; size <= 64 && !is_wrong; size += 2) is_wrong = size != stated && fits(size);
  note(Habit::ConfigurationWords, is_wrong);
}

void HabitWatch::State::take_configuration(const wire::ChannelMessage& message, ConstBytes payload,
                                           ChannelBefore& before) {
  using enum Habit;
  const wire::ChannelConfig& config = *message.config;
  note(RoutingMissing, !config.routing && !config.close);
  note(ModeVoid, config.routing && config.mode == wire::ServiceMode::Void);
  note(CloseBit, config.routing && config.close);
  note(OpenedAndClosed, config.close && !config.routing && before.was_routed);
  if (config.close && !config.routing) {
    note(CloseOfOther, !before.was_routed && before.chunks == 0 && channels_seen > 1);
    before.was_routed = false;
    return;
  }
  if (!config.routing) return;
  const bool was_open = std::exchange(before.was_routed, true);
  const ConstBytes octets = payload.subspan(wire::ChannelMessageHeader::kSize, config.wire_size());
  if (before.configuration && was_open) {
    const auto& old = *before.configuration;
    const bool is_other = !std::ranges::equal(ConstBytes(old).subspan(4), octets.subspan(4));
    constexpr std::byte kMatchBits{0x30};
    if (is_other) note(MatchValueStays, ((old[1] ^ octets[1]) & kMatchBits) == std::byte{0});
  }
  if (before.configuration && before.configuration->size() == octets.size()) {
    const auto& old = *before.configuration;
    const bool same_rest = std::ranges::equal(ConstBytes(old).subspan(4), octets.subspan(4));
    note(MatchValueMoves, same_rest && old[1] != octets[1] && old[2] == octets[2]);
    note(ServiceMoves, same_rest && old[2] != octets[2]);
  }
  before.configuration.emplace(octets.begin(), octets.end());
}

microseconds HabitWatch::State::ahead(microseconds media, Duration arrival) const noexcept {
  if (!start) return microseconds(0);
  return media - start->second - std::chrono::floor<microseconds>(arrival - start->first);
}

void HabitWatch::State::take_wave(const HabitDatagram& datagram, ChannelBefore& before, std::uint32_t timestamp,
                                  std::uint32_t duration) {
  using enum Habit;
  const auto& measured = datagram.measured;
  const bool is_frame = wire::is_frame(measured.message->header.type);
  const std::uint64_t samples = measured.chunk ? measured.chunk->samples : 0;
  const auto step = static_cast<std::int32_t>(timestamp - before.timestamp);
  const bool follows = before.has_chunk && measured.number.order != ArrivalOrder::AfterLoss;
  if (follows) take_clock(before, timestamp, step, is_frame);
  if (before.has_chunk && before.duration > 0 && is_frame == wire::is_frame(before.type)) {
    if (is_frame) {
      if (step > 0) note(FrameOnce, before.is_once && 2 * std::int64_t{before.duration} < std::int64_t{step});
      const auto passed = (tally.at.time - before.arrival) / std::chrono::microseconds(1);
      const auto longest = std::max<std::int64_t>(step, passed);  // the timestamps may be wrong
      if (step > 0) note(FrameTooLong, 2 * std::int64_t{before.duration} > 3 * longest);
      note(DurationSwapped, !is_drawable(before.samples, before.duration) &&
                                is_drawable(before.samples, turned(before.duration, 3)));
    } else {
      note(SequenceOfOther, number_step > 1 && step == static_cast<std::int32_t>(before.duration));
      if (follows) take_step(before, timestamp, step, {duration, samples});
    }
  }
  if (!is_frame) {
    constexpr std::size_t kMtu = 1472;
    note(AboveMtu, datagram.octets.size() > kMtu);
    if (samples > 0) note(FewSamples, samples < 20);
    const microseconds media = measured.media;
    if (!start) start = {tally.at.time, media};
    note(SentAhead, ahead(media, tally.at.time) > std::chrono::milliseconds(200));
    wave_end = media + microseconds(duration);
    newest = {tally.at.time, media};
    if (std::has_single_bit(++waves)) halfway = std::exchange(next_halfway, newest);
    if (before.has_chunk) {
      const bool is_crowded = tally.at.time - before.arrival < microseconds(before.duration / 5);
      ++(is_crowded ? crowded : spaced);
      burst = is_crowded ? burst + microseconds(before.duration) : microseconds(0);
    }
    take_origin(measured);
    if (measured.chunk && measured.chunk->is_partial && measured.chunk->sample_size > 0) {
      const ConstBytes octets = measured.chunk->octets;
      const bool is_longer =
          octets.size() > 4 && (octets.size() - 4) % measured.chunk->sample_size == 0 &&
          (number_at(octets, 0, 4) == 0 || std::abs(std::int64_t{number_at(octets, 0, 4)} - step) <= 1);
      note(ChunkHeaderPadded, is_longer);
    }
  }
  if (!before.first_timestamp) before.first_timestamp = timestamp;
  before.has_chunk = true;
  before.type = measured.message->header.type;
  before.timestamp = timestamp;
  before.duration = duration;
  before.is_once = (measured.message->data[0] & std::byte{wire::ChunkHeader::kOnce}) != std::byte{0};
  before.samples = samples;
  before.arrival = tally.at.time;
  before.all_timestamps |= timestamp;
  before.all_durations |= duration;
  before.has_whole_timestamps = before.has_whole_timestamps && timestamp % 1000 == 0;
  before.has_whole_durations = before.has_whole_durations && duration % 1000 == 0;
  ++before.chunks;
}

void HabitWatch::State::take_origin(const analysis::MeasuredDatagram& measured) {
  const auto* const setup = measured.setup;
  if (!measured.chunk || setup == nullptr || !setup->layout || measured.chunk->samples < 20) return;
  std::array<LaserSample, 2> first;
  if (setup->layout->decode(measured.chunk->octets, first) < 2) return;
  constexpr int kFar = 2000;
  const auto is_far = std::abs(first[1].x) + std::abs(first[1].y) > kFar;
  if (is_far) note(Habit::OriginFirst, first[0].x == 0 && first[0].y == 0 && first[0].is_dark());
}

/// By the clock; a fifth allows for the jitter of sending.
void HabitWatch::State::take_clock(const ChannelBefore& before, std::uint32_t timestamp, std::int32_t step,
                                   bool is_frame) {
  using enum Habit;
  const auto ns = (tally.at.time - before.arrival).count();
  if (ns < 500'000 || ns > 1'000'000'000) return;
  const auto is_near = [](std::int64_t value, std::int64_t to) { return std::abs(value - to) <= to / 5; };
  note(TimestampInNanoseconds, is_near(step, ns));
  if (!is_frame) return;  // waves are compared with their durations
  const auto turned_step = static_cast<std::int32_t>(turned(timestamp, 4) - turned(before.timestamp, 4));
  note(TimestampSwapped, !is_near(step, ns / 1000) && is_near(turned_step, ns / 1000));
}

/// From one wave to the next.
void HabitWatch::State::take_step(ChannelBefore& before, std::uint32_t timestamp, std::int32_t step,
                                  const Wave& wave) {
  const auto& [duration, samples] = wave;
  using enum Habit;
  const auto lasts = static_cast<std::int32_t>(before.duration);
  const auto off = std::int64_t{step} - lasts;
  before.drift += off;
  before.spread += std::abs(off);
  const bool meets = std::abs(off) <= 1;
  const auto turned_step = static_cast<std::int32_t>(turned(timestamp, 4) - turned(before.timestamp, 4));
  note(TimestampSwapped, !meets && std::abs(std::int64_t{turned_step} - lasts) <= 1);
  const auto arrived = std::chrono::duration_cast<microseconds>(tally.at.time - before.arrival).count();
  note(TimestampOfSending, std::abs(off) > 2 && std::abs(step - arrived) < 100);
  note(TimestampOf16Bits, timestamp <= 0xFFFF && step < -0x8000 && step > -0x10000);
  note(TimestampOfSecond, timestamp < 1'000'000 && before.all_below_second && step < -900'000);
  before.all_below_second = before.all_below_second && timestamp < 1'000'000;
  note(TimestampRestarts, step < 0 && before.first_timestamp && timestamp == *before.first_timestamp);
  note(TimestampBackwards, step < 0 && step > -10 * lasts);
  note(DurationInMilliseconds, off > 1 && off < 1000 && before.duration % 1000 == 0);
  note(DurationShifted, !meets && step > 0 && lasts >= 256 && std::abs(lasts / 256 - step) <= 1);
  note(DurationSwapped, !meets && std::abs(std::int64_t{turned(before.duration, 3)} - step) <= 1);
  note(DurationInSamples, !meets && before.samples > 0 && before.duration == before.samples);
  note(DurationOfBuffer, step > 0 && lasts / 2 >= step && lasts / 64 <= step && lasts % step <= 1);
  if (before.samples > 0 && samples > 0)
    note(DurationFixed, samples != before.samples && duration == before.duration);
  note(DurationRounded, !meets && before.samples > 0 && off > 0 &&
                            off < static_cast<std::int64_t>(before.samples) &&
                            before.duration % before.samples == 0);
}

void HabitWatch::State::take_end(const HabitDatagram& datagram) {
  using enum Habit;
  if (wire::is_close(datagram.header.command)) {
    constexpr auto kMostAhead = std::chrono::milliseconds(100);
    note(CloseRepeated, ++closes_in_a_row > 1);
    if (wave_end) note(ClosedEarly, ahead(*wave_end, tally.at.time) > kMostAhead && burst > kMostAhead);
    for (auto& channel : channels)
      if (channel) channel->was_routed = false;
  }
  closed_at = tally.at.time;
  message_at.reset();
  wave_end.reset();
  start.reset();
}

/// Whether waves come in bursts, or the last part of them as fast as their timestamps say: else being ahead is
/// no habit, but another rate.
bool HabitWatch::State::keeps_pace() const noexcept {
  if (crowded > spaced) return true;
  const bool is_late_enough = 3 * std::bit_floor(waves) < 2 * waves + waves / 2;
  const auto& from = is_late_enough && next_halfway ? next_halfway : halfway ? halfway : start;
  if (!from) return false;
  const double media = std::chrono::duration<double>(newest.second - from->second).count();
  const double arrival = std::chrono::duration<double>(newest.first - from->first).count();
  constexpr double kMostOff = 0.05;
  return waves < 16 || std::abs(media - arrival) < kMostOff * media + 0.02;
}

HabitWatch::HabitWatch() : state_(std::make_unique<State>()) {}
HabitWatch::~HabitWatch() = default;
HabitWatch::HabitWatch(HabitWatch&&) noexcept = default;
HabitWatch& HabitWatch::operator=(HabitWatch&&) noexcept = default;

void HabitWatch::take(const HabitDatagram& datagram) {
  state_->take(datagram);
}

void HabitWatch::take_request(wire::Command command, const capture::CapturePosition& at) {
  state_->tally.at = at;
  if (command == wire::Command::PingRequest) state_->request_at = at.time;
  state_->note(Habit::OftenSearched, command == wire::Command::ScanRequest);
}

HabitCounts HabitWatch::found() const {
  using enum Habit;
  HabitCounts found = state_->tally.found();
  const State& s = *state_;
  const auto drop = [&](Habit habit, bool is_other) {
    if (is_other) found.erase(habit);
  };
  // One way to count explains the steps; the others are its consequences.
  const double steps = static_cast<double>(s.single_steps + s.other_steps);
  drop(SequenceOf8Bits, static_cast<double>(s.single_steps) < 0.9 * steps);
  const bool is_per_channel =
      s.channels_seen > 1 && s.datagrams_on_channels > 20 &&
      static_cast<double>(s.channel_steps) > 0.9 * static_cast<double>(s.datagrams_on_channels) &&
      static_cast<double>(s.other_steps) > 0.2 * steps;
  if (is_per_channel) found[SequencePerChannel] = {s.other_steps, s.single_steps + s.other_steps, {}};
  drop(SequenceShared, is_per_channel);
  drop(SequenceOfOther, is_per_channel || found.contains(SequenceSwapped) || found.contains(SequenceOfOctets));
  drop(SizeOfAnother, found.contains(SizeSwapped) || found.contains(SizeOfDatagram));
  drop(SentAhead, !s.keeps_pace());
  // Bits that no timestamp has, though the durations have them.
  for (const auto& channel : s.channels) {
    if (!channel || channel->chunks < 50 || channel->all_timestamps == 0) continue;
    const int zeros = std::countr_zero(channel->all_timestamps);
    const bool wanders = channel->spread > 0 && std::abs(channel->drift) * 4 <= channel->spread;
    if (channel->has_whole_timestamps && !channel->has_whole_durations && wanders)
      found[TimestampInMilliseconds] = {channel->chunks, channel->chunks, {}};
    else if (zeros >= 2 && std::countr_zero(channel->all_durations) < zeros && wanders)
      found[TimestampInFloat] = {channel->chunks, channel->chunks, {}};
    // Stamps of sending differ from the samples by the jitter alone.
    if (std::abs(channel->drift) * 4 > channel->spread) found.erase(TimestampOfSending);
  }
  drop(TimestampOfSending, found.contains(TimestampInFloat) || found.contains(TimestampInMilliseconds));
  drop(TimestampOf16Bits, found.contains(TimestampOfSecond));
  drop(SecondMessage, found.contains(PaddedBuffer));
  drop(FrameTooLong, found.contains(DurationSwapped));
  drop(DurationRounded, found.contains(DurationInMilliseconds));
  drop(TimestampPerChannel, found.contains(TimestampSwapped) || found.contains(TimestampInNanoseconds));
  drop(TimestampBackwards, found.contains(TimestampSwapped));
  drop(TimestampOfSending, found.contains(ChannelMoves));
  drop(MatchValueStays, found.contains(ConfigurationBit) || found.contains(ConfigurationWords));
  drop(RoutingMissing, found.contains(ConfigurationBit) || found.contains(ConfigurationWords));
  drop(FragmentFirstOnly, found.contains(SequenceShared));
  drop(FragmentAfterLast, found.contains(FragmentBackwards) || found.contains(FragmentConfiguration));
  for (const Habit wrong : {DurationSwapped, DurationShifted, DurationInSamples, DurationOfBuffer,
                            TimestampSwapped, TimestampInNanoseconds, ConfigurationBit, ConfigurationWords})
    drop(ClosedEarly, found.contains(wrong));
  const double seconds =
      s.first_at && s.packet_at ? std::chrono::duration<double>(*s.packet_at - *s.first_at).count() : 0;
  if (const auto scans = found.find(OftenSearched);
      scans != found.end() && static_cast<double>(scans->second.hits) < 2 * seconds)
    found.erase(scans);
  return found;
}

}  // namespace idn::parser
