// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"
#include "idn/wire/hello.hpp"

namespace idn::client {

/// Options of SampleReceiver::open(); everything has a default.
struct ReceiverOptions {
  std::string name = "libidn";  ///< shown by searches, up to 20 octets of UTF-8
  /// Identifies the unit, also at another address. All zero: derived from machine, address and port, and so the
  /// same after a restart.
  wire::UnitId unit_id{};
  std::uint16_t port = kIdnPort;  ///< 0: any free one
  std::uint32_t address = 0;      ///< IPv4 in host byte order; 0: every interface
  /// Target latency of the playout; acknowledges report it. Chunks that arrive after their time at the output
  /// are not passed on: to get those too, give more than any delay of the network and of both computers, up to
  /// 10 s.
  Duration latency{std::chrono::milliseconds(40)};
};

/// One wave chunk or one frame.
struct ReceivedSamples {
  std::span<const LaserSample> samples;  ///< valid during the call; the first one of a frame is dark
  SampleRate rate{};                     ///< samples per second
  bool is_frame = false;                 ///< a frame, drawn until the next; else a wave chunk, played once
  TimePoint arrival{};   ///< by io::monotonic_now(), from the kernel's time stamp if there is one
  TimePoint shown_at{};  ///< when the first sample is due at the output
  Endpoint from{};       ///< address and port of the sender
};

/// An IDN unit with one laser projector, whose samples go to a callback. Searches find it, and senders stream
/// to it.
/// Threads: fault() from any, all else by one owner. Real-time: no (locks).
class IDN_EXPORT SampleReceiver {
 public:
  /// Callback for each chunk; what its argument points to is valid during the call.
  using OnSamples = std::function<void(const ReceivedSamples&)>;

  /// `on_samples` is called on a thread of the receiver, in the order of arrival. If it throws, it is
  /// not called again, and fault() says so.
  /// Errors: Errc::BadOption (latency), Network (address or port not available).
  static Result<SampleReceiver> open(const ReceiverOptions& options, OnSamples on_samples);
  /// Waits for the thread; not allowed from within `on_samples`.
  ~SampleReceiver();
  SampleReceiver(SampleReceiver&& other) noexcept;
  SampleReceiver& operator=(SampleReceiver&& other) noexcept;

  /// Address and port at which it listens; for port 0 the one that the system chose.
  Endpoint local() const;
  /// The error that ended reception; no value while it runs. Threads: any.
  std::optional<Error> fault() const;

 private:
  struct State;
  explicit SampleReceiver(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace idn::client
