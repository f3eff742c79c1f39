// SPDX-License-Identifier: MIT
#include "viewer/model/source/client_receivers.hpp"

#include <algorithm>

namespace idn::viewer {
namespace {

stream::ReceiverConfig search_config(const std::string& name, const wire::UnitId& id,
                                     const std::vector<std::string>& services) {
  stream::ReceiverConfig config;
  config.unit_id = id;
  config.host_name = name;
  for (const std::string& service : services) {
    config.services.push_back(stream::one_laser(service).front());
    config.services.back().service_id = static_cast<std::uint8_t>(config.services.size());
    if (config.services.size() > 1) config.services.back().flags = 0;  // the first one is the default
  }
  return config;
}

/// An output as that of idn_server: 40 ms, fixed.
stream::ReceiverConfig client_config() {
  stream::ReceiverConfig config;
  config.playout = stream::PlayoutConfig{.is_adaptive = false};
  config.services = stream::every_service({wire::ServiceType::LaserProjector});
  return config;
}

}  // namespace

struct ClientReceivers::Client {
  Client(const Key& key, const OnEvent& on_event)
      : listener(key.first, key.second, on_event), receiver(client_config(), listener) {}

  StreamListener listener;
  stream::Receiver receiver;
};

ClientReceivers::ClientReceivers(const std::string& name, const wire::UnitId& id, OnEvent on_event,
                                 const std::vector<std::string>& services)
    : on_event_(std::move(on_event)), search_responder_(search_config(name, id, services), null_listener_) {}

ClientReceivers::~ClientReceivers() = default;

void ClientReceivers::on_datagram(ConstBytes bytes, const Endpoint& from, const Endpoint& unit, TimePoint now) {
  answering_ = &search_responder_;
  ByteReader in(bytes);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || !wire::is_realtime(header->command)) return search_responder_.on_datagram(bytes, from, now);
  Client* const client = client_of({{from, header->client_group}, unit}, now);
  if (client == nullptr) {
    answering_ = nullptr;
    ++refused_;
    return;
  }
  answering_ = &client->receiver;
  answering_->on_datagram(bytes, from, now);
}

std::optional<stream::OutgoingDatagram> ClientReceivers::poll_transmit() noexcept {
  return answering_ == nullptr ? std::nullopt : answering_->poll_transmit();
}

TimePoint ClientReceivers::next_deadline() const noexcept {
  TimePoint next = kNever;
  for (const auto& [key, client] : clients_) next = std::min(next, client->receiver.next_deadline());
  return next;
}

void ClientReceivers::on_deadline(TimePoint now) {
  for (const auto& [key, client] : clients_)
    if (client->receiver.next_deadline() <= now) client->receiver.on_deadline(now);
}

ClientReceivers::Client* ClientReceivers::client_of(const Key& key, TimePoint now) {
  if (const auto found = clients_.find(key); found != clients_.end()) return found->second.get();
  if (clients_.size() == kMaxClients) {
    on_deadline(now);
    std::erase_if(clients_, [](const auto& client) { return client.second->receiver.session_count() == 0; });
  }
  if (clients_.size() == kMaxClients) return nullptr;
  return clients_.emplace(key, std::make_unique<Client>(key, on_event_)).first->second.get();
}

}  // namespace idn::viewer
