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

Replay::Player::Player(const ConnectionKey& key, std::span<const stream::SourceOptions> sources,
                       const OnSamples& on_samples)
    : key_(key), on_samples_(on_samples), receiver_(config_of(sources), *this) {}

Replay::Replay(std::uint16_t port, std::span<const stream::SourceOptions> sources, OnSamples on_samples)
    : port_(port), sources_(sources), on_samples_(std::move(on_samples)) {}

void Replay::take(const capture::UdpDatagram& datagram, Duration time) {
  const auto realtime = realtime_datagram(datagram, port_);
  if (!realtime) return;
  const TimePoint now(time);
  Player* const player = realtime->is_whole ? player_of(realtime->connection, now) : nullptr;
  if (player == nullptr)
    ++left_out_;
  else
    player->take(datagram.payload, now);
}

Replay::Player* Replay::player_of(const ConnectionKey& key, TimePoint now) {
  if (players_.find(key) == nullptr && players_.is_full())
    players_.remove_if([now](Player& player) { return player.is_over(now); });
  return players_.find_or_add(key, key, sources_, on_samples_);
}

}  // namespace idn::parser
