// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "idn/client/engine.hpp"
#include "idn/client/output_options.hpp"
#include "idn/client/status.hpp"
#include "idn/duration_histogram.hpp"
#include "idn/io/driver.hpp"
#include "idn/io/shared_ring.hpp"
#include "idn/stream/blanked_move.hpp"
#include "idn/stream/frame_packer.hpp"
#include "idn/stream/packer.hpp"
#include "idn/stream/unit_tracker.hpp"
#include "idn/stream/wave_stream.hpp"

namespace idn::client {

/// When a new picture takes over from the one that is being drawn.
enum class SwitchAt : std::uint8_t {
  EndOfPass,  ///< when that has been drawn to its end
  Now,        ///< with the next datagram, by a blanked move
};

/// Pictures as IDN frames, which the receiver redraws by itself until the next one comes: less traffic than a
/// wave, and the receiver decides when one takes over from the other.
struct FrameOptions {
  Duration period{std::chrono::milliseconds(40)};  ///< pictures are at least this far apart, 1 ms to 10 s
  /// Over which the fragments of the longest frame leave, those of others in proportion, see
  /// stream::FrameConfig::spread; 0 to 5 s.
  Duration spread{std::chrono::milliseconds(20)};
  stream::FrameRepeat repeat = stream::FrameRepeat::UntilNext;  ///< how often the receiver draws each
  /// False: of pictures that wait the newest wins. True: all are shown, one after the other, for
  /// fill_pictures().
  bool keep_all = false;
  std::size_t max_datagram = stream::FrameLimits::kLongestDatagram;  ///< octets of UDP payload, 576 at least
};

/// Options of Devices::open(); everything has a default.
struct DeviceOptions {
  std::uint32_t rate = 30'000;  ///< samples per second
  /// The most that may wait between write() or fill() and the wire; the light is later by that and by what the
  /// receiver buffers. Two datagrams at least, two seconds at most.
  Duration latency{std::chrono::milliseconds(40)};
  /// Of samples: as much may wait as it takes for no more than this share of datagrams to be incomplete when
  /// due, 1e-6 to 0.1, and `latency` at most; 40 ms until enough was seen. 0: `latency`. For those who bring
  /// samples whenever there is room.
  double underrun_probability = 0;
  /// After this long without a call the device is dark.
  Duration hold{std::chrono::milliseconds(100)};
  SwitchAt switch_at = SwitchAt::EndOfPass;  ///< for show()
  /// How long blanked moves between pictures take, and the dark rest before and after them; none: as scanners
  /// of the class `output.scanner_kpps` need it, of 30 kpps where that is not given.
  std::optional<stream::MoveTiming> moves{};
  wire::SampleCodec format = wire::SampleFormat::Xyrgb;  ///< of the samples on the wire, see wire::SampleFormat
  /// Display time of a datagram; as much as fits into `max_datagram`, and no less than 20 samples.
  Duration datagram_time{std::chrono::milliseconds(1)};
  std::size_t max_datagram = stream::PackerConfig::kDefaultMaxDatagram;  ///< octets of UDP payload
  std::size_t samples_per_datagram = 0;  ///< exactly; 0: as `datagram_time` says
  Duration tick{0};                      ///< between two wake-ups, 0.05 ms to 100 ms; 0: a datagram
  std::uint8_t channel = 0;              ///< 0 to 63
  std::uint8_t client_group = 0;         ///< 0 to 15
  /// what becomes of datagrams that a stall has made late
  stream::LatePolicy late = stream::LatePolicy::CatchUp;
  /// CatchUp: see stream::WaveConfig::catch_up_packets.
  std::size_t catch_up_datagrams = stream::WaveConfig{}.catch_up_packets;
  bool follow_clock = false;  ///< of the receiver, see stream::WaveConfig::follow
  /// Stays armed when its unit turns up at another address; else somebody has to look at it first.
  bool rearm = false;
  /// Orientation, colour balance, colour shift and limits. What the administrator's file of limits says is
  /// tighter holds in any case: see load_limits().
  OutputOptions output{};
  bool abort_on_blackout = false;  ///< what the receiver has buffered is dropped as well
  /// Pictures leave as IDN frames; else as a wave. Limits hold within each frame, however often it is redrawn;
  /// the way from the end of one pass to the beginning of the next is the receiver's.
  std::optional<FrameOptions> frames{};
  /// Other devices of the engine may play to the same service; else the second one gets Busy.
  bool shares_service = false;
  /// What has become of the unit that the device is followed to. Called on a thread of the engine's, not that
  /// of a tick; does not throw, and does not close the device.
  std::function<void(const stream::UnitEvent& event)> on_unit{};
};

/// What fill() is asked for.
struct FillRequest {
  std::uint64_t index = 0;  ///< of the first sample, from 0 upwards since fill() was called
  SampleRate rate{};        ///< in force for what is asked for
  TimePoint
      sent_at{};  ///< when that sample is to leave, by io::monotonic_now(); what is asked ahead is an estimate

  /// When the sample that is `offset` further is to leave, in seconds of that clock.
  double seconds_at(std::size_t offset) const noexcept {
    return in_seconds(sent_at.time_since_epoch()) + static_cast<double>(offset) / rate.per_second;
  }
};

/// One projector: a stream to one service of one unit, from Devices::open(). Dark until armed. Four ways to
/// bring content, one at a time: show() pictures, write() samples, let fill() ask for them, or let another
/// process bring them by play_shared(). The first call owns the device until stop(), or until nothing came for
/// the hold time; others get FaultCode::Busy.
///
/// Nothing of the application runs on the tick thread, and no call here ever makes that wait.
/// A moved-from device is closed.
/// Threads: any, but for close() and the destructor, which come last. Real-time: arm(), blackout(), keep()
/// and writable() (no heap, lock, log).
class Device {
 public:
  /// See fill(); it is called by one thread at a time.
  using Fill = std::function<std::size_t(const FillRequest& request, std::span<LaserSample> room)>;
  /// See fill_pictures(); it is called by one thread at a time.
  using FillPicture = std::function<bool(std::vector<LaserSample>& picture)>;

  /// close() at once.
  ~Device();
  Device(Device&& other) noexcept;
  Device& operator=(Device&& other) noexcept;

  /// False: dark with the next datagram, while content goes on in the dark. True: what comes from then on is
  /// lit.
  void arm(bool armed) noexcept;
  /// True: dark with the next datagram, and what waits is discarded. Content goes on in the dark, at its own
  /// speed; a picture that was shown is there again with false.
  void blackout(bool dark) noexcept;
  /// Session abort: the receiver drops what it has buffered.
  void abort() noexcept;

  /// A picture, drawn from its first sample to its last again and again, with a blanked move between, until the
  /// next one takes over or the hold time ends. The newest wins. No samples: dark.
  /// Allocates while pictures grow.
  /// Errors: FaultCode::Closed, Busy, BadOption (opened with FrameOptions::keep_all).
  Expected<void> show(std::span<const LaserSample> picture);
  /// The picture stays for up to `duration` from now, whatever the hold time.
  void keep(Duration duration) noexcept;

  /// Samples to be played one after the other. Waits until all have found room, for `timeout` at most.
  /// @return how many were taken, from the front
  /// Errors: FaultCode::Closed, Busy, BadOption (opened with FrameOptions).
  Expected<std::size_t> write(std::span<const LaserSample> samples, Duration timeout = Duration{0});
  /// Samples that write() would take at once.
  std::size_t writable() const noexcept;

  /// `fill` is called on a thread of the device, ahead of the wire by the latency: it fills `room` from the
  /// front and returns how many samples; what it does not bring in time is dark, 0 ends it when that has been
  /// played. What it throws ends it at once: dark with the next datagram, and in status().
  /// Errors: FaultCode::Closed, Busy, BadOption (opened with FrameOptions).
  Expected<void> fill(Fill fill);
  /// The same sample by sample, without an end: `sample_of` gets the moment at which each is to leave, in
  /// seconds of io::monotonic_now(), and returns a LaserSample.
  /// Errors: FaultCode::Closed, Busy, BadOption (opened with FrameOptions).
  template <class SampleOf>
  Expected<void> fill_each(SampleOf sample_of) {
    return fill(
        [sample_of = std::move(sample_of)](const FillRequest& request, std::span<LaserSample> room) mutable {
          for (std::size_t i = 0; i < room.size(); ++i) room[i] = sample_of(request.seconds_at(i));
          return room.size();
        });
  }

  /// The same for pictures, with FrameOptions::keep_all: each call brings one, and false ends it.
  /// Errors: FaultCode::Closed, Busy, BadOption (opened without FrameOptions::keep_all).
  Expected<void> fill_pictures(FillPicture fill);

  /// Plays what other programs write into shared memory, one program at a time, see idn/shared_ring.h and
  /// docs/shared.md, until stop(). They get it at the Unix socket `name`, a path or a name in $XDG_RUNTIME_DIR
  /// (Windows: the file mapping "Local\idn-" and `name`). Each datagram is copied out of it when it is due, so
  /// that what is new waits for nothing else. Dark with the next datagram when the system tells that such a
  /// program has ended, or where it breaks the rules of the ring; of samples, the latency waits at most.
  /// Errors: FaultCode::Closed, Busy, BadOption (opened with FrameOptions, or the socket cannot be made).
  Expected<void> play_shared(const std::string& name);
  /// Who has written for play_shared().
  io::SharedWriterStats shared_writers() const;

  /// What was written or shown is over: dark with the next datagram. Ends fill(), and waits for its last call:
  /// from within a callback of any device of the engine, or of EngineOptions::on_event, it is refused with
  /// FaultCode::InCallback, as close() is.
  /// Errors: FaultCode::Closed (moved from), InCallback.
  Expected<void> stop();

  /// From the next sample on that write() or fill() brings, or from the next pass of a picture; 1 to 1'000'000.
  /// What waits keeps its rate, to the sample, but where fewer than 20 samples of it are left, too few for a
  /// datagram: these and the next share one.
  /// Errors: FaultCode::Closed, BadOption (outside the range, or opened with FrameOptions).
  Expected<void> set_rate(std::uint32_t rate);
  /// To another receiver, or another service, named as for Devices::open(), while playing: the old one gets
  /// dark and close, the new one the stream within two ticks. Where that is refused, nothing changes.
  /// Errors: FaultCode::Closed, BadTarget, NotFound, Ambiguous, Network, Busy, BadOption
  /// (EngineOptions::together).
  Expected<void> retarget(const std::string& target);

  /// What is known now; never waits for the tick thread.
  Status status() const;
  /// All that is counted, for instruments. As long as this device.
  const stream::SenderStats& sent() const noexcept;
  /// What became of the datagrams on this machine. As long as this device.
  const io::DriverStats& network() const noexcept;
  /// How long samples of write() and fill() have waited: from the moment at which they were handed over to the
  /// time at which their datagram was due; with FrameOptions::keep_all how long frames have, each counted once.
  /// To a thousandth of the latency, and never too short. As long as this device. Threads: any.
  const DurationHistogram& waited() const noexcept;
  /// Where the datagrams come from.
  Endpoint local() const noexcept;
  /// As it was opened, or retargeted.
  std::string target() const;

  /// What was brought is the last: it is played to its end, without regard to the hold time, then the device is
  /// closed. Does not wait; callbacks may call it. Its service is free for others with close().
  void finish() noexcept;
  /// As close(), behind finish() too, without waiting for it; callbacks may call it. The device is closed when
  /// status() says so.
  void end() noexcept;

  /// Plays out what was written, for `play_out` at most; then dark, channel close, session close. Waits for
  /// that.
  /// Errors: FaultCode::InCallback.
  Expected<void> close(Duration play_out = Duration{0});

  struct State;
  /// For Devices.
  explicit Device(std::unique_ptr<State> state);

 private:
  std::unique_ptr<State> state_;
};

}  // namespace idn::client
