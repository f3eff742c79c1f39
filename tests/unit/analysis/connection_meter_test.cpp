// SPDX-License-Identifier: MIT
#include "idn/analysis/connection_meter.hpp"

#include <vector>

#include "idn/wire/sample_codec.hpp"
#include "support/catch.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::analysis;
using wire::ChunkType;

namespace {

/// What a client sends in one message. Samples have 7 octets.
struct Sent {
  ChunkType type = ChunkType::Wave;
  std::uint8_t channel = 0;
  std::int64_t timestamp_us = 0;
  std::size_t octets = 700;  ///< of samples
  bool configures = false;
  bool closes = false;  ///< its channel
  bool is_last = false;
  wire::Command command = wire::Command::RtMessage;
};

/// Sends datagrams of 1 ms; each arrives at its timestamp.
class Client {
 public:
  ConnectionMeter meter;
  std::optional<std::size_t> lit{};  ///< which sample of a chunk is

  const MeasuredDatagram& send(int number, const Sent& sent, std::size_t cut = 0, bool has_time = true) {
    encode(sent);
    const std::size_t captured = octets_.size() - cut;
    std::fill(octets_.begin() + static_cast<std::ptrdiff_t>(captured), octets_.end(), std::byte{0});
    return meter.take(header_of(number, sent), {.octets = octets_, .captured = captured, .has_time = has_time},
                      std::chrono::microseconds(sent.timestamp_us));
  }
  /// As a receiver would report it, with the display time of octets that are no samples.
  const MeasuredDatagram& send_octets(int number, const Sent& sent) {
    encode(sent);
    message_ = *wire::ChannelMessage::decode(octets_);
    return meter.take(header_of(number, sent), &message_, std::chrono::microseconds(sent.timestamp_us), 1ms);
  }

 private:
  static wire::PacketHeader header_of(int number, const Sent& sent) {
    return {.command = sent.command, .sequence = static_cast<std::uint16_t>(number)};
  }
  void encode(const Sent& sent) {
    octets_.assign(2048, std::byte{0});
    ByteWriter out(std::span(octets_).subspan(wire::ChannelMessageHeader::kSize));
    if (sent.configures || sent.closes)
      wire::ChannelConfig{.routing = sent.configures,
                          .close = sent.closes,
                          .mode = wire::ServiceMode::GraphicContinuous,
                          .service_configuration = wire::dictionary(wire::SampleFormat::Xyrgb)}
          .encode(out);
    if (sent.type != ChunkType::Void && !wire::is_sequel(sent.type))
      wire::ChunkHeader{.duration_us = 1000}.encode(out);
    const std::size_t size = wire::ChannelMessageHeader::kSize + out.written().size() + sent.octets;
    octets_.resize(size);
    ByteWriter head(octets_);
    wire::ChannelMessageHeader{static_cast<std::uint16_t>(size), sent.channel,
                               sent.configures || sent.closes || sent.is_last, sent.type,
                               static_cast<WireMicros>(static_cast<std::uint32_t>(sent.timestamp_us))}
        .encode(head);
    constexpr std::size_t kSampleSize = 7, kRed = 4;
    if (lit) octets_[size - sent.octets + *lit * kSampleSize + kRed] = std::byte{255};
  }

  std::vector<std::byte> octets_;
  wire::ChannelMessage message_;
};

}  // namespace

TEST_CASE("a chunk is dark if none of its samples is lit, as far as the capture has them", "[analysis]") {
  Client client;
  CHECK_FALSE(client.send(0, {}).timing->is_dark);  // no configuration: unknown
  CHECK(client.send(1, {.timestamp_us = 1000, .configures = true}).timing->is_dark);
  CHECK_FALSE(client.send(2, {.timestamp_us = 2000}, 600).timing->is_dark);
  client.lit = 0;
  CHECK_FALSE(client.send(3, {.timestamp_us = 3000}).timing->is_dark);
  client.lit = 99;
  CHECK_FALSE(client.send(4, {.timestamp_us = 4000}).timing->is_dark);
  CHECK_FALSE(client.send(5, {.type = ChunkType::Frame, .timestamp_us = 5000}).timing->is_dark);
}

TEST_CASE("what a datagram carried whose headers the capture lacks is no gap of the sender", "[analysis]") {
  Client client;
  client.send(0, {.configures = true});
  CHECK(client.send(1, {.timestamp_us = 1000}, 705).is_cut);
  const auto& next = client.send(2, {.timestamp_us = 2000});
  CHECK(next.timing->order == ArrivalOrder::AfterLoss);
  CHECK(next.losses == 1);
  CHECK(client.send(3, {.timestamp_us = 3000}).timing->order == ArrivalOrder::InOrder);
  CHECK(client.meter.counts().lost == 0);
}

TEST_CASE("a datagram without a time is neither lost nor a gap of the sender", "[analysis]") {
  Client client;
  client.send(0, {.configures = true});
  const auto& untimed = client.send(1, {.timestamp_us = 1000}, 0, false);
  CHECK_FALSE(untimed.is_cut);
  CHECK_FALSE(untimed.timing);
  CHECK(client.send(2, {.timestamp_us = 2000}).timing->order == ArrivalOrder::AfterLoss);
  CHECK(client.send(3, {.timestamp_us = 3000}).timing->order == ArrivalOrder::InOrder);
  CHECK(client.meter.counts().lost == 0);
}

TEST_CASE("a silence longer than timestamps count is as long as the arrivals say", "[analysis]") {
  const auto minutes = GENERATE(1, 40, 75, 300);
  Client client;
  client.send(0, {});
  const std::int64_t silence_us = std::int64_t{minutes} * 60'000'000;
  CHECK(client.send(1, {.timestamp_us = silence_us}).media == std::chrono::minutes(minutes));
  CHECK(client.send(2, {.timestamp_us = silence_us + 1000}).media == std::chrono::minutes(minutes) + 1ms);
}

TEST_CASE("a chunk is measured with its samples once its configuration has come", "[analysis]") {
  Client client;
  const auto& first = client.send(0, {});
  REQUIRE(first.timing);
  CHECK(first.timing->samples == 0);
  CHECK(first.setup == nullptr);
  const auto& second = client.send(1, {.timestamp_us = 1000, .configures = true});
  REQUIRE(second.timing);
  CHECK(second.timing->samples == 100);
  CHECK(second.timing->duration == 1ms);
  CHECK(second.chunk->has_setup);
  CHECK(client.send(2, {.channel = 1, .timestamp_us = 2000}).timing->samples == 0);
}

TEST_CASE("timestamps continue across their wrap, whichever channel they come on", "[analysis]") {
  Client client;
  constexpr std::int64_t kWrap = std::int64_t{1} << 32;
  client.send(0, {.timestamp_us = kWrap - 1000});
  CHECK(client.send(1, {.channel = 1, .timestamp_us = kWrap}).media == std::chrono::microseconds(kWrap));
  CHECK(client.send(2, {.type = ChunkType::Void, .timestamp_us = kWrap + 7, .octets = 0}).media ==
        std::chrono::microseconds(kWrap + 7));
}

TEST_CASE("what is repeated is read but not measured", "[analysis]") {
  Client client;
  client.send(0, {.configures = true});
  const auto& again = client.send(0, {.configures = true});
  CHECK(again.is_repeated());
  CHECK_FALSE(again.timing);
  REQUIRE(again.chunk);
  CHECK(again.chunk->octets.size() == 700);
  CHECK(again.chunk->duration == 1ms);
  CHECK(client.meter.counts().duplicates == 1);
}

TEST_CASE("a chunk that ends within a sample is a fault and not measured", "[analysis]") {
  Client client;
  const auto& partial = client.send(0, {.octets = 699, .configures = true});
  CHECK(partial.fault == FormatError{Errc::PartialSample});
  CHECK_FALSE(partial.timing);
  CHECK(partial.chunk->is_partial);
}

TEST_CASE("the samples of a frame are counted fragment by fragment, also if a sample is torn", "[analysis]") {
  Client client;
  const auto& first = client.send(0, {.type = ChunkType::FrameFirst, .octets = 10, .configures = true});
  CHECK(first.timing->samples == 1);
  CHECK(first.timing->is_frame);
  CHECK(first.further_samples() == 0);
  const auto& middle = client.send(1, {.type = ChunkType::FrameSequel, .octets = 10});
  CHECK(middle.further_samples() == 1);
  CHECK_FALSE(middle.timing);
  CHECK(client.send(2, {.type = ChunkType::FrameSequel, .octets = 8, .is_last = true}).further_samples() == 2);
  CHECK(client.send(3, {.type = ChunkType::FrameSequel, .octets = 8, .is_last = true}).further_samples() == 0);
}

TEST_CASE("a datagram follows the one before it on its own channel", "[analysis]") {
  Client client;
  client.send(0, {});
  client.send(1, {.channel = 1});
  CHECK(client.send(4, {.timestamp_us = 4000}).timing->order == ArrivalOrder::AfterLoss);
  CHECK(client.send(5, {.timestamp_us = 5000}).timing->order == ArrivalOrder::InOrder);
  const auto& other = client.send(6, {.channel = 1, .timestamp_us = 6000});
  CHECK(other.number.order == ArrivalOrder::InOrder);
  CHECK(other.timing->order == ArrivalOrder::AfterLoss);
  CHECK(other.losses == 1);
  CHECK(client.send(3, {.timestamp_us = 3000}).timing->order == ArrivalOrder::Late);
}

TEST_CASE("a time axis begins after the close of the channel or of the session, and with a restart",
          "[analysis]") {
  Client client;
  CHECK_FALSE(client.send(0, {}).timing->begins_axis);
  CHECK_FALSE(client.send(1, {.timestamp_us = 1000, .closes = true}).timing->begins_axis);
  CHECK(client.send(2, {.timestamp_us = 2000}).timing->begins_axis == AxisCause::Closed);
  const Sent close{.timestamp_us = 3000, .command = wire::Command::RtClose};
  CHECK_FALSE(client.send(3, close).timing->begins_axis);
  CHECK(client.send(4, {.timestamp_us = 4000}).timing->begins_axis == AxisCause::Closed);
  CHECK(client.send(30'000, {.timestamp_us = 5000}).timing->begins_axis == AxisCause::Restart);
}

TEST_CASE("a datagram that the capture cut counts, and is measured if its headers are there", "[analysis]") {
  Client client;
  const auto& headers_only = client.send(0, {}, 700);
  CHECK_FALSE(headers_only.is_cut);
  REQUIRE(headers_only.timing);
  CHECK(headers_only.chunk->octets.size() == 700);
  const auto& cut = client.send(1, {.timestamp_us = 1000}, 701);
  CHECK(cut.is_cut);
  CHECK(cut.message == nullptr);
  CHECK_FALSE(cut.fault);
  client.send(3, {.timestamp_us = 3000});
  CHECK(client.meter.counts().lost == 1);
}

TEST_CASE("octets that are no samples are measured where a receiver took them", "[analysis]") {
  Client client;
  const Sent levels{.type = ChunkType::DimmerLevels, .octets = 30};
  CHECK_FALSE(client.send(0, levels).timing);
  const auto& taken = client.send_octets(1, levels);
  REQUIRE(taken.timing);
  CHECK(taken.timing->duration == 1ms);
  CHECK(taken.timing->samples == 0);
}
