// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "idn/analysis/late_datagram_policy.hpp"
#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/sample.hpp"
#include "idn/stream/playout/playout.hpp"
#include "idn/stream/receive/receiver_listener.hpp"
#include "idn/stream/receive/service_table.hpp"
#include "idn/wire/hello.hpp"

/// A unit: the receiving end of IDN-Hello and IDN-Stream (sections 1.3 to 1.9, 2 and 4.3).
namespace idn::stream {

/// How the samples of all senders in a subnet are transformed.
struct SenderTransform {
  Subnet network;               ///< which senders
  SampleTransform transform{};  ///< what is done to their samples
};

/// The transform of the first entry that contains `source`, else none. Valid as long as `options`.
inline const SampleTransform& transform_for(std::span<const SenderTransform> options,
                                            const Endpoint& source) noexcept {
  static constexpr SampleTransform kNone;
  const auto found =
      std::ranges::find_if(options, [&](const auto& option) { return option.network.contains(source); });
  return found == options.end() ? kNone : found->transform;
}

/// How a unit receives.
struct ReceiverConfig {
  wire::UnitId unit_id{};                         ///< identifies the unit in searches
  std::string host_name{};                        ///< cut to 20 octets of UTF-8
  std::vector<wire::ServiceMapEntry> services{};  ///< IDs 1..255, each once per type
  std::uint16_t group_mask = 0xFFFF;              ///< bit n admits client group n
  /// Clients that know it may change the mask; at most 12 octets go over the wire. Empty: nobody may.
  std::string auth_code{};
  /// Without a packet, a connection ends.
  Duration link_timeout = std::chrono::seconds(1);
  /// Without a message, a session ends.
  Duration session_timeout = std::chrono::seconds(1);
  std::size_t max_sessions = 64;             ///< more are refused
  std::size_t max_sessions_per_source = 16;  ///< of one address, whatever the port
  /// How the outputs buffer: gives latency, lateness and what is left to show. Nothing: unknown outputs, which
  /// show everything on arrival; then nothing counts as late, and acknowledges report no latency.
  std::optional<PlayoutConfig> playout = PlayoutConfig{};
  /// Waves and audio whose datagram comes after a later one; anything else is then outdated.
  analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop;
  /// Programs that open a socket for each laser and ask for service 0 with all of them (MadMapper does) get a
  /// laser for each socket: the first source, by address and port, the default one, the next one the free one
  /// of the lowest ID. A source keeps its laser until another gets it after its session. Any stranger could
  /// take a laser like this, so ask the user first.
  bool per_source = false;
  std::vector<SenderTransform> sources{};  ///< the first that contains a source counts
  /// Accept messages of a sender in the field that writes totalSize and timestamp in little endian (section 7,
  /// 29): only when totalSize is impossible as it stands and, swapped, names exactly the octets that are there.
  bool accept_little_endian = true;
  /// False: samples of lasers and audio are checked and counted, but not decoded, and the reports of their
  /// datagrams have no content. For those who watch a stream without showing it.
  bool decode_samples = true;
};

/// An answer to the client.
struct OutgoingDatagram {
  ConstBytes bytes;  ///< valid until the next call of the receiver
  Endpoint to;       ///< where to
};

/// Counters since construction. Everything else is reported to the listener.
struct ReceiverStats {
  std::uint64_t datagrams = 0;      ///< that came, of every kind
  std::uint64_t too_short = 0;      ///< shorter than a packet header
  std::uint64_t ignored = 0;        ///< commands for clients, or unknown ones
  std::uint64_t requests = 0;       ///< ping, scan, service map, group
  std::uint64_t unanswered = 0;     ///< of them, beyond what one address, or all together, may ask in a second
  std::uint64_t realtime = 0;       ///< real-time packets, including those counted below
  std::uint64_t excluded = 0;       ///< client group not admitted
  std::uint64_t malformed = 0;      ///< impossible payload size
  std::uint64_t refused = 0;        ///< no session free
  std::uint64_t left_over = 0;      ///< sent before the end of their session, arrived after it
  std::uint64_t surplus = 0;        ///< octets behind the message, which were skipped
  std::uint64_t little_endian = 0;  ///< with size and timestamp in little endian, accepted
};

/// Datagrams in; samples, events and answers out. Any bytes are safe, memory is bounded, and so is what
/// strangers make it send: 50 answers a second to requests of one address, 1000 to all. Memory: per session 1
/// MiB of unfinished frames (twice that at most while buffers grow) and 64 channels of about 3 KiB. It queues
/// no messages: everything is decoded and reported on arrival, so acknowledges never contain SNMsg, and an
/// overrun (OVErr) is one of the estimated output. It has no device and no internal step that can fail, so they
/// never contain DVIErr or IAPErr either. Threads: one owner. Real-time: yes once every connection, channel and
/// chunk size has occurred (then no heap).
class IDN_EXPORT Receiver {
 public:
  /// `listener` outlives the receiver.
  Receiver(ReceiverConfig config, ReceiverListener& listener);
  ~Receiver();
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  /// Deadlines before `arrival` take effect first. Arrivals must not decrease: one before the latest (monotonic
  /// clock) is treated as equal to that.
  void on_datagram(ConstBytes bytes, const Endpoint& from, Instant arrival);

  /// The answer to the last datagram, if any, which is to be sent at once. Valid until the next on_datagram.
  std::optional<OutgoingDatagram> poll_transmit() noexcept;

  /// When to call on_deadline. May be too early, never too late.
  TimePoint next_deadline() const noexcept;
  /// Sessions that have timed out end.
  void on_deadline(TimePoint now);

  /// Open now.
  std::size_t session_count() const noexcept;
  /// As given, but for the group mask, which is the one in force.
  const ReceiverConfig& config() const noexcept;
  /// So far.
  const ReceiverStats& stats() const noexcept;

 private:
  class Unit;
  std::unique_ptr<Unit> unit_;
};

}  // namespace idn::stream
