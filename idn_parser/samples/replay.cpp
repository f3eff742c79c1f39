// SPDX-License-Identifier: MIT
#include "idn_parser/samples/replay.hpp"

namespace idn::parser {
namespace {

stream::ReceiverConfig config_of(std::span<const stream::SourceOptions> sources) {
  stream::ReceiverConfig config;
  config.sources.assign(sources.begin(), sources.end());
  config.playout.reset();  // what came too late for an output is a sample all the same
  config.services = stream::every_service({wire::ServiceType::LaserProjector});
  return config;
}

}  // namespace

/// One connection's receiver and what it hears.
class Replay::Player final : public stream::ReceiverListener {
 public:
  Player(const ConnectionKey& key, std::span<const stream::SourceOptions> sources, const OnSamples& on_samples)
      : key_(key), on_samples_(on_samples), receiver_(config_of(sources), *this) {}

  void take(ConstBytes payload, TimePoint now) { receiver_.on_datagram(payload, key_.client, now); }

  bool is_over(TimePoint now) {
    receiver_.on_deadline(now);
    return receiver_.session_count() == 0;
  }

  void on_samples(const stream::ChannelId& id, const stream::SampleChunk& chunk) override {
    on_samples_(key_, id.channel, chunk);
  }

 private:
  ConnectionKey key_;
  const OnSamples& on_samples_;
  stream::Receiver receiver_;
};

Replay::Replay(std::uint16_t port, std::span<const stream::SourceOptions> sources, OnSamples on_samples)
    : port_(port), sources_(sources), on_samples_(std::move(on_samples)) {}

Replay::~Replay() = default;

void Replay::take(const UdpDatagram& datagram, Duration time) {
  if (datagram.destination.port != port_) return;
  ByteReader in(datagram.payload);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || !wire::is_realtime(header->command)) return;
  const TimePoint now(time);
  Player* player = nullptr;
  const bool is_whole = datagram.payload.size() == datagram.length;
  if (is_whole) player = player_of({datagram.source, datagram.destination, header->client_group}, now);
  if (player == nullptr)
    ++left_out_;
  else
    player->take(datagram.payload, now);
}

Replay::Player* Replay::player_of(const ConnectionKey& key, TimePoint now) {
  if (const auto found = players_.find(key); found != players_.end()) return found->second.get();
  if (players_.size() == kMaxConnections)
    std::erase_if(players_, [now](auto& p) { return p.second->is_over(now); });
  if (players_.size() == kMaxConnections) return nullptr;
  auto player = std::make_unique<Player>(key, sources_, on_samples_);
  return players_.emplace(key, std::move(player)).first->second.get();
}

}  // namespace idn::parser
