// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>

#include "idn/stream/receiver.hpp"
#include "idn_server/report/reporter.hpp"
#include "idn_server/unit_options.hpp"

/// idn_server in virtual time: the library's receiver and the tables and meters of the program, fed with
/// datagrams that arrive when they say so, without sockets, threads and clocks.
namespace idn::test {

class ServerReplay {
 public:
  /// @param output how each of its services shows what comes
  explicit ServerReplay(const server::OutputOptions& output) : output_(output) {}

  /// Each address that datagrams go to is a unit of its own, with a service of every ID.
  /// @param arrival since 1970, in order
  void take(ConstBytes datagram, const Endpoint& from, const Endpoint& to, Duration arrival);
  /// Nothing more comes: what is still open ends by time-out.
  void finish();

  /// What idn_server reports at its end. Valid as long as the replay.
  server::ServerFacts facts() const;

 private:
  struct Nobody final : server::StreamObserver {
    void stream_started(const server::StreamFacts&) override {}
    void went_dark(const server::StreamFacts&, const server::DarkEvent&) override {}
  };
  struct Unit {
    Unit(server::StreamObserver& observer, const Endpoint& local, const server::OutputOptions& output);

    Endpoint local;
    server::StreamTable streams;
    stream::Receiver receiver;
  };

  server::OutputOptions output_;
  Nobody nobody_;
  std::map<Endpoint, Unit> units_;
  Duration first_ = Duration::max();
  Duration last_ = Duration::min();
};

}  // namespace idn::test
