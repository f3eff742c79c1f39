// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>

#include "idn/stream/receive/receiver.hpp"
#include "idn_server/report/reporter.hpp"
#include "idn_server/unit_options.hpp"

/// idn_server in virtual time: the library's receiver and the tables and meters of the program, fed with
/// datagrams and their arrival times, without sockets, threads and clocks.
namespace idn::test {

class ServerReplay {
 public:
  /// @param output buffer and late policy of the outputs of all services
  explicit ServerReplay(const server::DacOptions& output) : output_(output) {}

  /// Processes a datagram. Each destination address is a separate unit, with a service of every ID.
  /// @param arrival since 1970, never earlier than in the call before
  void take(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration arrival);
  /// Call after the last datagram: open sessions end by time-out.
  void finish();

  /// What idn_server reports at its end. Valid during the lifetime of this object.
  server::ServerFacts facts() const;

 private:
  struct Nobody final : server::StreamObserver {
    void stream_started(const server::StreamFacts&) override {}
    void went_dark(const server::StreamFacts&, const server::DarkEvent&) override {}
  };
  struct Unit {
    Unit(server::StreamObserver& observer, const Endpoint& local, const server::DacOptions& output);

    Endpoint local;
    server::StreamTable streams;
    stream::Receiver receiver;
  };

  server::DacOptions output_;
  Nobody nobody_;
  std::map<Endpoint, Unit> units_;
  Duration first_ = Duration::max();
  Duration last_ = Duration::min();
};

}  // namespace idn::test
