// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "idn/client/engine.hpp"
#include "idn/client/status.hpp"
#include "idn/export.hpp"
#include "idn/io/now.hpp"
#include "idn/output/output_options.hpp"
#include "idn/result.hpp"
#include "idn/statistics.hpp"
#include "idn/stream/find/target.hpp"
#include "idn/stream/find/unit_list.hpp"
#include "idn/stream/send/blanked_move.hpp"
#include "idn/wire/sample_codec.hpp"

namespace idn::picture {
class Drawing;
}

namespace idn::client {

using io::StartTime;
using output::OutputOptions;
using stream::Location;
using stream::MoveTiming;
using stream::UnitEvent;
using wire::kUsualFormat;
using wire::SampleCodec;
using wire::SampleFormat;

/// When a new picture replaces the one that is being drawn.
enum class SwitchAt : std::uint8_t {
  EndOfPass,  ///< at the end of the current pass
  Now,        ///< with the next datagram, after a blanked move
};

/// Pictures are sent as IDN frames (frame mode), which the receiver redraws until the next one arrives: less
/// traffic than in wave mode, but the receiver decides when it switches from one frame to the next.
struct FrameOptions {
  /// A picture leaves at the next of the ticks into which `period` is divided, each this long at most.
  static constexpr Duration kLongestTick{std::chrono::milliseconds(10)};

  Duration period{std::chrono::milliseconds(40)};  ///< minimum time between two frames, 1 ms to 10 s
  /// Time over which the fragments of the longest possible frame are sent, 0 to 5 s; shorter frames in
  /// proportion. A frame's first fragments leave at once, in a burst, with 0.
  Duration spread{std::chrono::milliseconds(20)};
  /// True: the receiver draws each picture one time only, then it waits dark; else until the next one comes.
  bool once = false;
  /// False: only the newest picture is queued, it replaces an older one. True: pictures are queued and all are
  /// sent in order; they come from fill_pictures().
  bool keep_all = false;
  std::size_t max_datagram = 65'284;  ///< octets of UDP payload, from 576; the default is the longest
};

/// How samples become datagrams; for measurements, and for receivers that want them otherwise.
struct DatagramOptions {
  /// Display time of a datagram, 0.2 ms to 100 ms; limited to what fits into `octets`, but at least 20 samples.
  Duration time{std::chrono::milliseconds(1)};
  std::size_t samples = 0;  ///< exactly this many; 0: derived from `time`
  /// Limit of the UDP payload. Without a value one that no Ethernet has to divide, or as much as the shortest
  /// datagram, of 0.2 ms, takes: xyrgbi above 885 000 samples per second, extended above 345 000. IP divides
  /// such a datagram.
  std::optional<std::size_t> octets{};
  Duration tick{0};  ///< wake-up interval, 0.05 ms to 100 ms; 0: one datagram
  /// After a stall: how many overdue datagrams may leave at one wake-up in addition to those of one tick; fewer
  /// if all of them together would last longer than 20 ms. The others leave with the next ticks.
  std::size_t catch_up = 3;
  /// The mark of the datagrams for switches, routers and access points, 0 to 63: see idn/dscp.hpp. 0: not
  /// marked (docs/adr/0031). On Linux those from 32 (CS4, AF4x, EF) on also get the socket priority 6, which an
  /// interface of a VLAN maps to the priority in its tags. Windows ignores it: there a policy marks datagrams.
  std::uint8_t dscp = 0;
};

/// Options of Devices::open(); everything has a default.
struct DeviceOptions {
  std::uint32_t rate = 30'000;  ///< samples per second
  /// Length of the queue between write() or fill() and the socket, 1 ms to 2 s, but never less than two
  /// datagrams. The light is delayed by it and by the buffer of the receiver.
  Duration latency{std::chrono::milliseconds(40)};
  /// For write() and fill(): adapts the length of the queue to the measured lateness of the application, so
  /// that at most this share of datagrams underruns, 1e-6 to 0.1. `latency` is then the maximum; the first
  /// value is 40 ms. 0: always `latency`. Only for applications that refill the queue as soon as it has room.
  double underrun_probability = 0;
  /// After this long without a call the device goes dark.
  Duration hold{std::chrono::milliseconds(100)};
  /// Nothing is sent before; the first sample of content leaves in the datagram that is due at this moment, the
  /// first of the stream. Devices with the same moment start together, also those of several machines whose
  /// wall clocks are synchronised; where a tick thread has more than eight, the others begin within that tick.
  /// The hold time counts from then on. kNever: waits for Device::start_at(). No value, or a time that has
  /// passed: starts when it is opened.
  std::optional<StartTime> start_at{};
  SwitchAt switch_at = SwitchAt::EndOfPass;  ///< for show()
  /// Duration of blanked moves between pictures, and the dark rest before and after them. Without a value: what
  /// scanners of the class `output.scanner_kpps` need, or of 30 kpps if that is 0.
  std::optional<MoveTiming> moves{};
  /// Of the samples on the wire. With SampleFormat::Xyrgbi the intensity is 0 where no colour is lit, and
  /// full where a lit sample has none, so that applications can leave it out.
  SampleCodec format = kUsualFormat;
  DatagramOptions datagrams{};    ///< how samples become datagrams
  std::uint8_t channel = 0;       ///< 0 to 63
  std::uint8_t client_group = 0;  ///< 0 to 15
  /// Follows the clock of a receiver that reports its latency in acknowledges: datagrams keep their samples and
  /// display time, and leave slightly more or less often. Their timestamps then follow that clock instead of
  /// ours, so that a receiver which plays them by a clock synchronised with ours shows the stream ever earlier
  /// or later.
  bool follow_clock = false;
  /// For write() by an application that is paced by another clock than this machine's, such as that of a sound
  /// card: samples last as long as the application takes for them, so that the queue stays half full and
  /// neither runs dry nor over, for clocks that are up to 1000 ppm apart. Playing begins when the queue is half
  /// full, also after it ran dry. DeviceStatus::source_ppm has the difference. Not together with
  /// underrun_probability.
  bool follow_source = false;
  /// Stays armed when its unit moves to another address. False: disarms, so that an operator can check the
  /// projector first.
  bool rearm = false;
  /// Orientation, colour balance, colour shift and limits. If the administrator's file has a stricter
  /// limit, that one applies: see output::machine_limits().
  OutputOptions output{};
  /// How much of what is sent waits for Device::read_sent(), up to 2 s at the rate that the device is opened
  /// with. 0: nothing.
  Duration preview{0};
  bool abort_on_blackout = false;  ///< blackout() also makes the receiver drop what it has buffered
  /// With a value: pictures are sent in frame mode; without: in wave mode. Limits hold within each frame,
  /// however often it is redrawn, but not on the way to the next one, nor from the end of a picture from
  /// fill_pictures() to its start: the receiver moves there.
  std::optional<FrameOptions> frames{};
  /// True: several devices of the engine may play to one service. False: opening the second one fails with
  /// Busy.
  bool shares_service = false;
  /// finish() and close() after playing out: dark for this long, or for the latency that the receiver reports
  /// if that is longer, before the channel is closed, since there are receivers that drop what they have
  /// buffered when it is. 0 to 5 s.
  Duration dark_before_close{std::chrono::milliseconds(200)};
  /// Reports that the unit has moved or was displaced, for a device that follows its unit. Called on a thread
  /// of the engine, never a tick thread. Within it close() and stop() fail, Errc::InCallback. If it throws, it
  /// is not called again, see DeviceStatus::fault.
  std::function<void(const UnitEvent& event)> on_unit{};
};

/// Errors: Errc::BadOption, as from Devices::open().
IDN_EXPORT Result<void> validate(const DeviceOptions& options);
/// Samples of a datagram at the rate of these options: DatagramOptions::samples, else those of its time.
IDN_EXPORT std::size_t samples_per_datagram(const DeviceOptions& options);
/// The limits of samples_per_datagram() in wave mode.
struct DatagramSamples {
  std::size_t least = 0;  ///< of 0.2 ms, and 20 at least
  std::size_t most = 0;   ///< of 100 ms, as far as they fit; less than `least`: none does
};
/// What rate, format and DatagramOptions::octets allow.
IDN_EXPORT DatagramSamples possible_samples(const DeviceOptions& options);
/// How the time from the application to the light is shared: DeviceOptions and the receiver should be set to
/// this.
struct LatencyShares {
  Duration datagram{0};  ///< DatagramOptions::time
  Duration queue{0};     ///< DeviceOptions::latency
  Duration rest{0};      ///< of the way and of the buffer of the receiver, both together
  Duration margin{0};    ///< for what computers add
};
/// For waves that reach the light within `end_to_end`, 4 ms to 1 s, less is as 4 ms: two fifths wait in the
/// queue, so that the application may be that late; a fiftieth is the margin, and the rest for the network and
/// for threads that are late. What leaves the queue waits for the rest of its datagram, and the
/// application looks for room once per datagram.
IDN_EXPORT LatencyShares share_latency(Duration end_to_end, std::uint32_t rate);
/// Samples of the longest picture that is sent as a frame: what the reference receiver can hold.
IDN_EXPORT std::size_t max_frame_samples(const SampleCodec& format) noexcept;

/// Argument of the callback of fill().
struct FillRequest {
  std::uint64_t index = 0;  ///< of the first sample; counts samples since fill() was called
  SampleRate rate{};        ///< at which the requested samples will be played
  TimePoint sent_at{};      ///< estimated departure time of the first sample, by io::monotonic_now()
  /// Estimated time at which it is shown: sent_at plus the latency that the receiver reported last; sent_at
  /// until it has reported one. For a steady_clock of the application: io::to_steady_clock().
  TimePoint shown_at{};

  /// Estimated departure time of the sample `offset` after the first one, in seconds of that clock.
  double seconds_at(std::size_t offset) const noexcept {
    return in_seconds(sent_at.time_since_epoch()) + static_cast<double>(offset) / rate.per_second;
  }
};

/// One projector: a stream to one service of one unit, from Devices::open(). Dark until armed. There are four
/// kinds of content: pictures by show(), samples by write(), samples from a callback by fill() (pictures by
/// fill_pictures()), and shared memory of another process by play_shared(). The kind of the first call is in
/// force until stop(), or until nothing came for the hold time; meanwhile other kinds fail with
/// Errc::Busy.
///
/// No code of the application runs on the tick thread, and no function here blocks it.
/// A moved-from device is closed.
/// Threads: any, except close() and the destructor, which must come last. Real-time: no heap, lock, log in
/// arm(), blackout(), set_brightness(), keep(), writable(), read_sent(), abort(), finish(), end(); unless they
/// return an error, set_rate(), write() and write_some() without a timeout; and show() of samples in wave mode,
/// for pictures that are no longer than each of the last three.
class IDN_EXPORT Device {
 public:
  /// Callback of fill(). Never called by two threads at once.
  using Fill = std::function<std::size_t(const FillRequest& request, std::span<LaserSample> room)>;
  /// Callback of fill_pictures(). Never called by two threads at once.
  using FillPicture = std::function<bool(std::vector<LaserSample>& picture)>;

  /// A closed one, to which an open one can be moved.
  Device() noexcept;
  /// As close(), without playing out. Within a callback of the engine the device goes dark and ends, and is
  /// freed when the engine closes.
  ~Device();
  Device(Device&& other) noexcept;
  Device& operator=(Device&& other) noexcept;

  /// False: dark with the next datagram; content continues to play, blanked. True: light is on again from the
  /// next datagram.
  void arm(bool armed) noexcept;
  /// True: dark with the next datagram, and the queue is discarded; new content is still accepted and plays,
  /// blanked. False: light is on again; a picture from show() reappears if its hold time has not ended.
  void blackout(bool dark) noexcept;
  /// A dimmer: colours are multiplied by `share`, 0 to 1, before the limits, from the next datagram on (frame
  /// mode: from the next picture that is shown). 1 at first. Values beyond are brought to 0 or 1, NaN to 0.
  void set_brightness(double share) noexcept;
  /// Replaces DeviceOptions::output while the device plays, from the next datagram on (frame mode: from the
  /// next picture that is shown): orientation with its keystone, balance, zones, allowed areas and the limit of
  /// brightness. All else has to be as the device was opened with; the administrator's limits hold as there.
  /// Where the picture moves further than a lit line gets in one sample, the beam is dark until it is there.
  /// May be called for each step of a fader. Real-time: no (heap, reads the administrator's file).
  /// Errors: Errc::BadOption (nothing changes then), Closed.
  Result<void> set_output(const OutputOptions& output);
  /// Replaces DeviceOptions::start_at of a device that waits for its start. To start several devices together,
  /// give them a moment more than io::kStartNotice (5 ms) ahead. Without effect once that is all there is left.
  void start_at(const StartTime& time) noexcept;
  /// Session abort: the receiver drops what it has buffered.
  void abort() noexcept;

  /// Draws the picture repeatedly, with a blanked move from its last sample to its first, until another picture
  /// replaces it or the hold time ends. Of several pictures that wait, only the newest is drawn. An empty
  /// picture is dark. Allocates only for a picture longer than those before.
  /// Errors: Errc::Closed, Busy, BadOption (opened with FrameOptions::keep_all; or in frame mode a picture
  /// longer than max_frame_samples(), the move included: nothing changes then).
  Result<void> show(std::span<const LaserSample> picture);
  /// As show(), for a drawing: rendered for the rate of the device and the class of its scanners,
  /// OutputOptions::scanner_kpps (30 if that is 0); idn/picture/drawing.hpp.
  /// @param frame_time for one pass, 0: as long as it takes
  /// @return by how much a pass takes longer than that
  Result<Duration> show(const picture::Drawing& drawing, Duration frame_time = Duration{0});
  /// Replaces the hold time by `duration`, from now until the next call that supplies content; Duration::max():
  /// for ever.
  void keep(Duration duration) noexcept;

  /// Appends all samples to the queue; each is played once. Waits for room, for up to `timeout`;
  /// Duration::max(): for as long as it takes.
  /// Errors: Errc::Full (the time was over; the text says how many were queued, counted from the first),
  /// Closed, Busy, BadOption (opened with FrameOptions).
  [[nodiscard]] Result<void> write(std::span<const LaserSample> samples, Duration timeout = Duration{0});
  /// As write(), but what is not queued when the time is over is no error.
  /// @return how many samples were queued, counted from the first
  /// Errors: Errc::Closed, Busy, BadOption (opened with FrameOptions).
  [[nodiscard]] Result<std::size_t> write_some(std::span<const LaserSample> samples,
                                               Duration timeout = Duration{0});
  /// How many samples write() would accept without waiting.
  std::size_t writable() const noexcept;

  /// Registers a callback that supplies samples. It is called on a thread of the device, earlier than the
  /// samples are sent by up to the latency, writes samples to `room` from the front and returns their number.
  /// Samples that it supplies too late are replaced by darkness. It ends the fill by returning 0, after which
  /// the queue is played out, or by an exception: then the device is dark with the next datagram, and status()
  /// reports the fault.
  /// Errors: Errc::Closed, Busy, BadOption (opened with FrameOptions).
  Result<void> fill(Fill fill);
  /// As fill(), sample by sample and without an end: `sample_of` gets the departure time of each sample in
  /// seconds of io::monotonic_now(), and returns a LaserSample.
  /// Errors: Errc::Closed, Busy, BadOption (opened with FrameOptions).
  template <class SampleOf>
  Result<void> fill_each(SampleOf sample_of) {
    return fill(
        [sample_of = std::move(sample_of)](const FillRequest& request, std::span<LaserSample> room) mutable {
          for (std::size_t i = 0; i < room.size(); ++i) room[i] = sample_of(request.seconds_at(i));
          return room.size();
        });
  }

  /// As fill(), for pictures with FrameOptions::keep_all: each call of `fill` writes one picture and returns
  /// true, or returns false to end. A picture is sent as it is: sample 0 is dark at the receiver. One longer
  /// than max_frame_samples() ends the fill, see DeviceStatus::fault.
  /// Errors: Errc::Closed, Busy, BadOption (opened without FrameOptions::keep_all).
  Result<void> fill_pictures(FillPicture fill);

  /// Plays what other programs write into shared memory, one program at a time, until stop(); see
  /// idn/shared_ring.h and docs/shared.md. They get the memory through the Unix socket `name`, a path or a name
  /// in $XDG_RUNTIME_DIR (Windows: the file mapping "Local\idn-" and `name`). Each datagram is copied out of
  /// the memory when it is due, so new content is not queued behind old. Dark with the next datagram when the
  /// system reports that the program has ended, or when its data violates the format of the ring. At most the
  /// latency of samples is queued.
  /// Errors: Errc::Closed, Busy, BadOption (opened with FrameOptions, or the socket cannot be created).
  Result<void> play_shared(const std::string& name);

  /// Discards all content: dark with the next datagram. Ends fill() and waits until its callback has returned;
  /// so it cannot be called from within a callback of any device of the engine, or of EngineOptions::on_event
  /// (Errc::InCallback), nor can close().
  /// Errors: Errc::Closed (moved from), InCallback.
  Result<void> stop();

  /// The sample rate, 1 to 1'000'000 per second, from the next sample of write() or fill() on, or from the next
  /// pass of a picture. Queued samples keep their rate; only if fewer than 20 of them are left, too few for a
  /// datagram, they share one with the first at the new rate.
  /// Errors: Errc::Closed, BadOption (outside the range, or opened with FrameOptions).
  Result<void> set_rate(std::uint32_t rate);
  /// Switches to another receiver or service, named as for Devices::open(), while playing: the old one is
  /// blanked and closed, the new one gets the stream within two ticks. After an error nothing has changed.
  /// Errors: Errc::Closed, BadTarget, NotFound, Ambiguous, Network, Busy.
  Result<void> retarget(const std::string& target);
  /// The same for a receiver whose location the application knows; see Devices::open(). A device that was
  /// opened for an unknown address plays unseen, sends nothing, and joins here.
  Result<void> retarget(const std::string& name, const Location& place);

  /// What was sent since the last call, as it was sent: after output options, limits, arming and blackout, dark
  /// samples between content too. For a preview without a network; frame mode: each picture once, when it is
  /// shown, lit even if the device is dark. Of more than DeviceOptions::preview nothing older than what was
  /// lost.
  /// @return how many samples were written to `out`, oldest first. Threads: one at a time. Real-time: yes.
  std::size_t read_sent(std::span<LaserSample> out) noexcept;

  /// Current state and counters; never waits for the tick thread.
  DeviceStatus status() const;
  /// Queueing delay of the samples of write() and fill(): from the call to the departure time of the datagram;
  /// with FrameOptions::keep_all that of frames, each counted once. Resolution: 1/1024 of the latency, rounded
  /// up. Valid as long as this device. Threads: any.
  const DurationHistogram& waited() const noexcept;
  /// The name given to Devices::open(), or to the last retarget().
  std::string target() const;

  /// Ends after what is queued: it is played, without regard to the hold time; then the device is dark for
  /// DeviceOptions::dark_before_close, and closed. Does not wait; callbacks may call it. The service stays
  /// claimed until close().
  void finish() noexcept;
  /// As finish(), but dark at once, without playing out; also after finish(). The device is closed when
  /// status() reports LinkState::Closed.
  void end() noexcept;

  /// Plays what is queued, and is dark for DeviceOptions::dark_before_close, for `play_out` at most in all
  /// (Duration::max(): however long it takes); then a blanked chunk, channel close, session close. Waits until
  /// that is done. Errors: Errc::InCallback.
  Result<void> close(Duration play_out = Duration{0});

  struct State;
  /// For Devices.
  explicit Device(std::unique_ptr<State> state);

 private:
  std::unique_ptr<State> state_;
};

}  // namespace idn::client
