// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/endpoint.hpp"
#include "idn/stream/find/unit_list.hpp"
#include "idn/time.hpp"

/// The search for units (sections 1.6, 1.7 and 1.11 of docs/protocol.md): which datagrams to send where and
/// when, and what the answers mean.
namespace idn::stream {

/// Searches for units in as many rounds as its owner starts. Keeps units from round to round.
/// Threads: one owner. Real-time: no.
class Discovery {
 public:
  static constexpr std::size_t kMaxUnits = 256;              ///< further ones are not kept
  static constexpr std::size_t kMaxAddresses = 512;          ///< of all units together
  static constexpr std::size_t kMaxAddressesPerUnit = 16;    ///< further ones are not kept
  static constexpr std::size_t kMaxUnitsPerAddress = 4;      ///< answering at one address
  static constexpr std::size_t kMaxSearchesPerBurst = 1024;  ///< destinations; the rest is not asked

  /// A datagram to send.
  struct Outgoing {
    std::size_t via;   ///< index of the interface, as passed to start_round()
    Endpoint to;       ///< where to
    ConstBytes bytes;  ///< valid until the next call
  };

  /// Nothing is due before start_round().
  explicit Discovery(DiscoveryConfig config);
  ~Discovery();
  Discovery(const Discovery&) = delete;
  Discovery& operator=(const Discovery&) = delete;

  /// Begins a round. Interfaces may have come and gone since the last one.
  /// @param sequence of the first datagram. Far from the numbers of the round before, so that late answers to
  /// that one are recognised and ignored; random numbers are good.
  void start_round(std::vector<NetworkInterface> interfaces, std::uint16_t sequence, TimePoint now);

  /// What is due, one datagram per call. Sockets of interfaces that can broadcast need SO_BROADCAST.
  std::optional<Outgoing> poll_transmit(TimePoint now);

  /// @param via index of the interface whose socket received it
  void on_datagram(ConstBytes bytes, std::size_t via, const Endpoint& from, TimePoint now);

  /// When to call poll_transmit() or, at the end, finish_round(). kNever outside a round.
  TimePoint next_deadline() const noexcept;
  /// Whether DiscoveryConfig::round has passed since start_round(), or no round is running.
  bool is_round_over(TimePoint now) const noexcept;

  /// Ends the round: removes what did not answer in DiscoveryConfig::missed_rounds rounds. Until the next round
  /// answers are ignored.
  void finish_round();

  /// As of the last answer; complete after finish_round().
  UnitList units() const;
  /// So far.
  const DiscoveryStats& stats() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace idn::stream
