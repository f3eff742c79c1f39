// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "idn_server/faults/faults.hpp"
#include "idn_server/load_gauge.hpp"
#include "idn_server/report/reporter.hpp"
#include "idn_server/unit_options.hpp"

namespace idn::server {

/// One emulated receiver: moves datagrams between its socket, its receiver and the recorder, on the server's
/// loop.
class Unit final : private io::UnitHandler {
 public:
  /// @param id       its unit ID; `options.unit_id` is ignored
  /// @param index of the unit
  /// @param observer , @param skew of all units and @param recorder (none: nothing is recorded) outlive the
  /// unit
  Unit(const UnitOptions& options, std::unique_ptr<io::UnitSocket> socket, const wire::UnitId& id,
       std::uint64_t index, StreamObserver& observer, cli::SkewMeter& skew, cli::Recorder* recorder);

  /// Starts to receive on the loop.
  /// @param plan of faults, if any; the index of the unit gives it random numbers of its own
  void start(io::UnitLoop& loop, const FaultPlan* plan);

  /// Why some or all searches do not find the unit; empty if they do.
  const std::string& broadcast_problem() const { return socket_->broadcast_problem(); }
  const StreamTable& streams() const noexcept { return streams_; }
  UnitFacts facts() const;
  UnitReport report() const;

 private:
  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override;
  void on_drained() override;
  TimePoint next_deadline() const noexcept override;
  void on_deadline(TimePoint now) override;
  bool is_busy() const noexcept override { return load_.is_busy(); }

  void release_delayed();
  bool allows(const Endpoint& client) const noexcept;
  void deliver(const io::ReceivedDatagram& datagram);
  void answer(const io::ReceivedDatagram& request);
  void transmit(ConstBytes answer, const Endpoint& to, const Endpoint& from);

  std::uint64_t index_;
  std::vector<Subnet> allow_;
  std::unique_ptr<io::UnitSocket> socket_;
  cli::Recorder* recorder_;
  StreamTable streams_;
  stream::Receiver receiver_;
  std::unique_ptr<Faults> faults_;
  LoadGauge load_;
  std::uint64_t not_allowed_ = 0;
  std::uint64_t unstamped_ = 0;
  std::uint64_t unsent_ = 0;
};

}  // namespace idn::server
