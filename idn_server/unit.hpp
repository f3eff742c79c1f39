// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>

#include "idn/io/unit_socket.hpp"
#include "idn/stream/receiver.hpp"
#include "idn_server/faults/faults.hpp"
#include "idn_server/load_gauge.hpp"
#include "idn_server/report/reporter.hpp"
#include "idn_server/unit_options.hpp"

namespace idn::server {

/// One emulated receiver: moves datagrams between its socket, its receiver and the recorder, on the server's
/// loop.
class Unit {
 public:
  /// @param id       for a unit whose options name none
  /// @param observer and @param recorder (none: nothing is recorded) outlive the unit
  Unit(boost::asio::io_context& context, const UnitOptions& options, std::unique_ptr<io::UnitSocket> socket,
       const wire::UnitId& id, StreamObserver& observer, Recorder* recorder);

  /// From now on the loop serves it.
  /// @param plan of faults, if any; `index` tells units under one plan apart
  void start(const FaultPlan* plan, std::uint64_t index);
  /// Takes what has arrived; false when there is more than one turn may take.
  bool drain();

  bool is_busy() const noexcept { return load_.is_busy(); }
  const StreamTable& streams() const noexcept { return streams_; }
  UnitFacts facts() const;
  UnitReport report() const;

 private:
  void watch_socket();
  void watch_deadline();
  void take(std::span<const io::ReceivedDatagram> batch);
  void release_delayed();
  bool allows(const Endpoint& client) const noexcept;
  void deliver(const io::ReceivedDatagram& datagram, TimePoint arrival);
  void answer(const io::ReceivedDatagram& request);
  void transmit(ConstBytes answer, const Endpoint& to, const Endpoint& from);

  std::vector<Network> allow_;
  std::unique_ptr<io::UnitSocket> socket_;
  boost::asio::steady_timer deadline_;
  Recorder* recorder_;
  StreamTable streams_;
  stream::Receiver receiver_;
  std::unique_ptr<Faults> faults_;
  Duration epoch_{};  ///< what to add to a monotonic time to get the time since 1970
  LoadGauge load_;
  TimePoint armed_ = kNever;  ///< when deadline_ fires
  std::uint64_t not_allowed_ = 0;
  std::uint64_t unstamped_ = 0;
  std::uint64_t unsent_ = 0;
};

}  // namespace idn::server
