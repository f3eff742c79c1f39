// SPDX-License-Identifier: MIT
// A unit with two lasers, a DMX512 universe and sound, and up to three sessions. Input: a sequence of
// datagrams.
#include "idn/stream/receive/receiver.hpp"

#include "fuzz/receiver_model.hpp"
#include "fuzz/sequence.hpp"
#include "fuzz/target.hpp"
#include "idn/wire/acknowledge.hpp"
#include "stream/send/packer.hpp"

namespace idn::fuzz {
namespace {

using stream::Receiver;
using stream::ReceiverConfig;
using wire::Command;

/// A unit with low limits, so that small inputs reach them.
ReceiverConfig small_unit() {
  using wire::ServiceType;
  constexpr auto kDefault = wire::ServiceMapEntry::kDefaultService;
  const auto entry = [](std::uint8_t id, ServiceType type, std::uint8_t flags) {
    return wire::ServiceMapEntry{id, type, flags, 0, wire::FixedText<20>("service")};
  };
  ReceiverConfig config;
  config.unit_id = wire::UnitId::eui48({2, 0, 0, 0, 0, 1});
  config.host_name = "unit";
  config.services = {entry(1, ServiceType::LaserProjector, kDefault), entry(2, ServiceType::LaserProjector, 0),
                     entry(5, ServiceType::Dmx512, kDefault), entry(9, ServiceType::Audio, kDefault)};
  config.group_mask = 0x7FFF;
  config.max_sessions = 3;
  config.max_sessions_per_source = 2;
  return config;
}

/// One of two addresses with two ports each. @param number 0..3
Endpoint source(unsigned number) {
  return Endpoint::ipv4(0x0A000001 + number / 2, static_cast<std::uint16_t>(1000 + number % 2));
}

class Unit {
 public:
  void take(const Step& step) {
    now_ += step.clock_steps_back ? -step.elapsed : step.elapsed;
    latest_ = std::max(latest_, now_);
    model_.set_time(latest_);
    if (step.only_time) {
      receiver_.on_deadline(now_);
    } else {
      receiver_.on_datagram(step.datagram, source(step.source), now_);
      check_answer(step.datagram, source(step.source));
    }
    model_.check(receiver_);
  }

  /// After any input: 10 s without datagrams end all sessions, and then a correct client is served.
  void check_recovery() {
    now_ = latest_ + std::chrono::seconds(10);
    latest_ = now_;
    model_.set_time(now_);
    receiver_.on_deadline(now_);
    model_.check(receiver_);
    require(receiver_.session_count() == 0 && receiver_.next_deadline() == kNever);
    auto packer = stream::Packer::create({.rate = {20'000}, .samples_per_packet = 20});
    const std::vector<LaserSample> samples(20);
    const std::size_t before = model_.samples();
    receiver_.on_datagram(packer->pack(samples, true), source(0), now_);
    require(model_.samples() == before + samples.size());
  }

 private:
  /// Requests and acknowledge requests get exactly one answer each, other datagrams none.
  void check_answer(ConstBytes question, const Endpoint& from) {
    const auto answer = receiver_.poll_transmit();
    require(!receiver_.poll_transmit());
    ByteReader in(question);
    const auto asked = wire::PacketHeader::decode(in);
    if (!asked) return require(!answer);
    switch (asked->command) {
      case Command::PingRequest:
      case Command::GroupRequest:
      case Command::ScanRequest:
      case Command::ServiceMapRequest:
      case Command::RtMessageAckRequest:
      case Command::RtCloseAckRequest:
        break;
      default:
        return require(!answer);
    }
    require(answer && answer->to == from && answer->bytes.size() <= 65507);
    ByteReader out(answer->bytes);
    const auto header = wire::PacketHeader::decode(out);
    require(header && header->sequence == asked->sequence && header->client_group == asked->client_group);
    if (asked->command == Command::PingRequest) require(std::ranges::equal(out.take_rest(), in.take_rest()));
    if (!wire::is_realtime(asked->command)) return;
    require(header->command == Command::RtAcknowledge && out.remaining() == wire::Acknowledge::kSize);
  }

  ReceiverConfig config_ = small_unit();
  ReceiverModel model_{config_};
  Receiver receiver_{config_, model_};
  TimePoint now_{std::chrono::seconds(1000)};
  TimePoint latest_ = now_;
};

}  // namespace

void run_receiver(ConstBytes input) {
  Unit unit;
  Sequence sequence(input);
  while (const auto step = sequence.next()) unit.take(*step);
  unit.check_recovery();
}

}  // namespace idn::fuzz
