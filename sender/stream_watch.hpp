// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "idn/client/device.hpp"
#include "sender/light.hpp"
#include "sender/stream_options.hpp"

namespace idn::sender {

/// Follows one stream: rates, what its projector shows, and what acknowledges say of the network. Threads: one
/// owner.
class StreamWatch {
 public:
  struct Stream {
    const StreamOptions& options;
    const client::Device& device;
    std::string name;                      ///< the target as the user gave it
    std::function<std::string()> playing;  ///< the file or cue that plays; empty: not known
    Endpoint remote;
    std::optional<std::uint64_t> total_samples;
    bool is_armed_by_content = false;
    std::function<bool()> is_missing{};  ///< whether its unit was not there yet; empty: it is there
    std::function<int()> brightness{};   ///< of the dimmer, in percent; empty: 100
  };
  /// Link quality as acknowledges report it, in percent. An outage is told by itself and counts for nothing
  /// here.
  struct Network {
    std::uint64_t answers = 0;  ///< acknowledges that were read
    std::uint64_t reports = 0;  ///< of these, with a quality
    double least = 100;
    double sum = 0;
    std::uint64_t gaps = 0;  ///< acknowledges that reported missing datagrams
    double mean() const noexcept { return reports == 0 ? 100 : sum / static_cast<double>(reports); }
    /// Whether they tell of any fault.
    bool is_faulty() const noexcept { return gaps > 0 || least < 100; }
    bool has_gaps = false;  ///< an acknowledge told of missing datagrams, if not one that was read
    /// Whether so much was lost that it was seen: idn_server reports 80 % where 1 % is lost.
    bool is_poor() const noexcept { return has_gaps && mean() < kPoor; }
    static constexpr double kPoor = 80;  ///< percent, on average
    static constexpr double kGood = 95;  ///< percent; from it on a poor link is one no more
  };
  /// A change that lasted for less than this is not told.
  static constexpr Duration kSettled = std::chrono::milliseconds(300);

  explicit StreamWatch(Stream stream) : stream_(std::move(stream)) {}

  /// Call ten times per second. `elapsed`: since the start.
  void update(Duration elapsed);
  /// The stream has ended; rates are those of all of it.
  void end(Duration elapsed);
  /// The unit is at another address.
  void moved(const Endpoint& to) {
    stream_.remote = to;
    outage_ = elapsed_;
  }
  /// A search at its address has ended.
  /// @return whether nobody answers there, for the first time
  bool searched(bool is_found) noexcept;
  /// Whether the receiver, which had been lit, is away now; once each time.
  bool take_loss() noexcept;
  /// It was made dark for that, until light is asked for.
  void darkened_after_loss(bool is) noexcept { recent_.is_after_loss = is; }
  /// A search has found somebody at its address.
  bool was_found() const noexcept { return was_searched_ && !recent_.nobody_found; }
  /// What has changed for the operator since the last call, once it has settled, one at a time: "LIT", then
  /// "plays 2 b.ild".
  std::optional<std::string> take_change();

  const Stream& stream() const noexcept { return stream_; }
  /// As of the last update().
  const client::DeviceStatus& status() const noexcept { return status_; }
  const Light& light() const noexcept { return light_; }
  /// The same while the stream was open: one that has ended is dark by itself.
  const Light& light_while_open() const noexcept { return light_while_open_; }
  const Network& network() const noexcept { return network_; }
  /// "LIT, LINK 57 %".
  std::string light_text() const;
  std::string playing() const { return stream_.playing ? stream_.playing() : std::string(); }
  int brightness() const { return stream_.brightness ? stream_.brightness() : 100; }
  /// "2 b.ild, at 50 %".
  std::string playing_text() const;
  double bytes_per_second() const noexcept { return bytes_per_second_; }
  double samples_per_second() const noexcept { return samples_per_second_; }
  /// How long nobody took what was sent, since the start.
  Duration away() const noexcept { return away_; }

 private:
  void measure_rates(const client::DeviceStatus& now, Duration interval);
  void read_answer();
  std::optional<std::string> take_light_change();

  Stream stream_;
  client::DeviceStatus status_;
  Recent recent_;
  Network network_;
  Light light_, light_while_open_;
  Duration elapsed_{0}, away_{0};
  double bytes_per_second_ = 0;
  double samples_per_second_ = 0;
  std::optional<Duration> error_, starved_, outage_;  ///< when it was seen last, since the start
  std::optional<TimePoint> answer_;                   ///< the last one that was read
  bool is_link_poor_ = false, told_link_poor_ = false;
  bool was_searched_ = false;
  bool was_lit_ = false;  ///< since the last loss
  // What was told, and what waits to be.
  std::string told_, told_playing_, waiting_;
  Duration waiting_since_{0};
};

}  // namespace idn::sender
