// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/stop_token.hpp"
#include "idn/stream/receive/receiver_listener.hpp"
#include "idn/time.hpp"

namespace idn::bench {

/// A datagram with samples, as it reached the receiver. Times since 1970.
struct SeenDatagram {
  Duration arrival{};    ///< stamped by the kernel
  bool is_lit = false;   ///< at least one sample is
  Duration lit_until{};  ///< when the output has played the last lit sample, unless the session is aborted
};

/// A channel that went dark, and why.
struct SeenEnd {
  Duration at{};
  stream::EndReason reason{};
};

/// All that a receiver saw of one stream. Times since 1970.
struct SeenLight {
  std::vector<SeenDatagram> datagrams;
  std::vector<SeenEnd> ends;
  std::uint64_t unstamped = 0;  ///< without a time stamp of the kernel, so without an exact arrival
  std::uint64_t dropped = 0;    ///< by the kernel

  /// Arrival of the last lit datagram.
  std::optional<Duration> last_lit() const noexcept;
  /// Arrival of the first datagram without light after the last lit one.
  std::optional<Duration> first_dark() const noexcept;
  /// When the output showed the last light, including what was in its buffer unless the session was aborted.
  std::optional<Duration> last_shown() const noexcept;
};

/// A receiver on loopback with a thread of its own, and an output with a buffer of 40 ms as that of idn_server.
/// It reads its socket every 20 ms only, since a thread that wakes up disturbs the sender.
class LightWatch {
 public:
  /// @throws cli::Failure
  LightWatch();
  ~LightWatch();
  LightWatch(const LightWatch&) = delete;
  LightWatch& operator=(const LightWatch&) = delete;

  /// Where it listens, "127.0.0.1:PORT".
  std::string address() const;
  // Threads: any.
  std::size_t datagrams() const noexcept;       ///< with samples
  std::size_t lit() const noexcept;             ///< datagrams with light
  std::size_t dark_since_lit() const noexcept;  ///< datagrams without light since the last one with light
  bool has_ended() const noexcept;              ///< whether the channel went dark

  /// Ends the thread and reads what is left in the socket. To be called once.
  SeenLight finish();

 private:
  struct State;
  void serve(const stop_token& stop);

  std::unique_ptr<State> state_;
  jthread thread_;
};

}  // namespace idn::bench
