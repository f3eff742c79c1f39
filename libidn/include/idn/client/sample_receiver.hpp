// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "idn/client/fault.hpp"
#include "idn/endpoint.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"
#include "idn/wire/scan.hpp"

namespace idn::client {

/// Options of SampleReceiver::open(); everything has a default.
struct ReceiverOptions {
  std::string name = "libidn";  ///< as searches find it, 20 octets of UTF-8
  /// What tells it from others wherever it is. All zero: one of its own that stays the same for this machine,
  /// address and port.
  wire::UnitId unit_id{};
  std::uint16_t port = kIdnPort;                    ///< 0: any free one
  std::uint32_t address = 0;                        ///< IPv4 in host byte order; 0: every interface
  Duration latency{std::chrono::milliseconds(40)};  ///< how long samples are kept back, as acknowledges tell
};

/// One wave chunk or one frame.
struct ReceivedSamples {
  std::span<const LaserSample> samples;  ///< valid during the call
  SampleRate rate{};                     ///< samples per second
  bool is_frame = false;                 ///< one picture, drawn until the next; else a piece of a wave
  TimePoint arrival{};                   ///< by io::monotonic_now(), stamped by the kernel where it can
  TimePoint shown_at{};                  ///< when the first sample is due at the output
  Endpoint from{};                       ///< who sent it
};

/// A laser projector on the network whose light is a function of yours: what searches find, and senders stream
/// to.
/// Threads: fault() from any, all else by one owner. Real-time: no (locks).
class SampleReceiver {
 public:
  /// Gets each chunk; what it points to is valid during the call.
  using OnSamples = std::function<void(const ReceivedSamples&)>;

  /// `on_samples` is called on a thread of the receiver, in the order of arrival; does not throw.
  /// Errors: FaultCode::Network (the address or the port is not to be had).
  static Expected<SampleReceiver> open(const ReceiverOptions& options, OnSamples on_samples);
  /// Waits for the thread. Not from within `on_samples`.
  ~SampleReceiver();
  SampleReceiver(SampleReceiver&& other) noexcept;
  SampleReceiver& operator=(SampleReceiver&& other) noexcept;

  /// Where it listens: the port that was chosen for port 0.
  Endpoint local() const;
  /// Why nothing is received any more; nothing while all is well. Threads: any.
  std::optional<Fault> fault() const;

 private:
  struct State;
  explicit SampleReceiver(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::client
