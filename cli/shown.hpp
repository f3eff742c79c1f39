// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.hpp"
#include "idn/analysis/virtual_receiver.hpp"

/// What an output with a buffer of fixed length showed of a laser stream, in one word and a few numbers: the
/// first page of idn_parser and of idn_server. The model of the output is analysis::VirtualReceiver.
namespace idn::cli {

/// The verdicts, from best to worst; docs/report.md states them in words.
enum class Shown : std::uint8_t {
  Clean,
  /// Nothing dark, but less than kLeastShare of the buffer remained at one time, or the buffer ran over, or a
  /// finding says what another receiver may not show.
  Marginal,
  /// Dark while a lit stream played, or receivers refuse part of it.
  Flickers,
  /// Receivers show nothing of it: another client has the service, or all of it is refused.
  NotShown,
};

/// Share of the buffer that a clean stream never uses up: with as much less, it would have been dark.
inline constexpr double kLeastShare = 0.5;

/// "SHOWN CLEAN", "MARGINAL", "FLICKERS" or "NOT SHOWN".
std::string_view to_string(Shown verdict) noexcept;

/// The worst that happened in each interval of time, in bounded memory: when there are more than kMostCells,
/// the interval doubles.
class ShownStrip {
 public:
  static constexpr std::size_t kMostCells = 1024;
  /// Empty where nothing was playing.
  using Cell = std::optional<Shown>;

  /// Both times since 1970 or any other epoch. What is before the first mark belongs to the first cell.
  void mark(Duration from, Duration to, Shown what);

  bool is_empty() const noexcept { return cells_.empty(); }
  Duration begin() const noexcept { return begin_; }
  Duration length() const noexcept { return end_ - begin_; }
  /// The whole time in at most `count` cells of equal length.
  std::vector<Cell> cells(std::size_t count) const;

 private:
  std::size_t index_of(Duration time);

  Duration begin_{};
  Duration end_{};
  int shift_ = 20;  ///< a cell lasts 2^shift_ ns: about 1 ms at first
  std::vector<Cell> cells_;
};

/// A dark time in lit playing.
struct DarkMoment {
  Duration at{};  ///< on the axis of the arrivals
  Duration length{};
  analysis::DarkCause cause{};
};

/// Darkness in lit playing. Where the samples before it were blanked, nobody sees it, and it is not counted.
struct ShownFacts {
  Duration buffer{};  ///< how long the output lets the first samples wait
  Duration played{};  ///< light shown
  Duration dark{};
  std::uint64_t late = 0;  ///< how often it was dark, by cause
  std::uint64_t lost = 0;
  std::uint64_t gap = 0;
  std::optional<DarkMoment> worst{};     ///< the longest
  std::optional<Duration> least_left{};  ///< of the buffer when samples arrived
  Duration least_left_at{};
  std::uint64_t overruns = 0;
  ShownStrip strip{};

  // What the program knows beyond the output.
  std::uint64_t refused = 0;      ///< messages that receivers refuse
  std::string taken{};            ///< how it is known that another client has the service; or empty
  std::string taken_meanwhile{};  ///< the same for a part of the time
  std::uint64_t findings = 0;     ///< about this stream or its connection
  std::string doubt{};            ///< what they say, in one sentence
  std::string remedy{};           ///< for what is refused or found
  bool is_drift = false;          ///< the sender's rate explains what came late
  bool is_reordered = false;      ///< datagrams that came after later ones explain it
  std::optional<Duration> buffer_that_suffices{};  ///< against lateness, if known

  std::uint64_t times() const noexcept { return late + lost + gap; }
};

Shown verdict_on(const ShownFacts& facts) noexcept;

/// Plays a laser stream to a virtual receiver and counts the dark times in lit playing.
class ShownMeter {
 public:
  /// @param kept as of analysis::VirtualReceiver
  explicit ShownMeter(const analysis::ReceiverBuffer& buffer = {}, std::int64_t clock_error_ppb = 0,
                      analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop,
                      std::size_t kept = analysis::VirtualReceiver::kEverything);

  /// @param is_blanked no sample of it is lit
  void add(const analysis::ArrivedChunk& chunk, bool is_blanked);
  /// A frame, which is shown until the next one comes.
  void add_frame(Duration arrival, bool follows_loss);
  /// The output goes dark. `is_timeout`: nothing came from the sender, so this darkness is seen, if the stream
  /// goes on; else the sender wanted it.
  void stop(bool is_timeout);
  /// At the end: plays what is queued.
  void finish();

  ShownFacts facts() const;

 private:
  /// Chunks without light, one after the other, by the times of the output.
  struct BlankedRun {
    Duration begin{};
    Duration end{};
  };

  bool is_in_range(Duration arrival);
  Shown note_level(Duration level, Duration arrival);
  void note_light(const analysis::ArrivedChunk& chunk, Duration latency, bool is_blanked, Shown what);
  void note_blanked(Duration begin, Duration end);
  void count_underruns();
  bool is_seen(const analysis::Underrun& dark) const noexcept;
  void count_dark(const DarkMoment& dark);

  analysis::VirtualReceiver receiver_;
  double clock_rate_;                        ///< of the arrivals, by that of the receiver
  ShownFacts facts_;                         ///< of the causes only what the receiver does not count: time-outs
  std::uint64_t counted_ = 0;                ///< underruns of the receiver
  std::uint64_t overruns_ = 0;               ///< the same of overruns
  ShownFacts unseen_;                        ///< underruns behind blanked samples, by cause
  std::vector<BlankedRun> blanked_;          ///< the latest
  std::optional<Duration> light_until_;      ///< end of the last light; empty where it was blanked
  std::chrono::microseconds media_until_{};  ///< the same by the timestamps
  std::optional<Duration> last_frame_;
  std::optional<Duration> first_arrival_;
  bool is_timed_out_ = false;  ///< and nothing has been shown since
};

/// A line of the first page: "dark", "cause", "who", "worst", "see it" or "try", and what follows.
struct ShownLine {
  std::string_view name;
  std::string text;
};

/// What a person needs to know of it, but for the verdict and the strip.
/// @param start of the capture, from which moments count too; without it they have their time of day only
/// @param see the command that shows the worst moment, or what to do to be able to see one; empty: no such line
std::vector<ShownLine> shown_lines(const ShownFacts& facts, std::optional<Duration> start,
                                   const std::string& see);

/// "FLICKERS", with colours in that of the verdict.
std::string coloured(std::string_view text, Shown verdict, const TerminalStyle& style);
/// The verdict, the lines, the strip and its key, for a terminal.
std::string shown_text(const ShownFacts& facts, const std::vector<ShownLine>& lines,
                       const TerminalStyle& style);
/// "2.988 s, 39.3 ms each": of a strip of so many cells.
std::string strip_scale(const ShownStrip& strip, std::size_t cells);

/// docs/report.md describes the keys; null without facts.
nlohmann::ordered_json shown_json(const std::optional<ShownFacts>& facts);

/// When the samples arrived, or should have, that caused the longest dark time, or left least of the buffer;
/// nothing of a clean stream.
std::optional<Duration> moment_to_see(const ShownFacts& facts) noexcept;

/// "[====!!==#===]", a character each: '=' clean, '!' marginal, '#' dark, '.' nothing played.
/// @param has_colours with the escape sequences of a terminal: green, orange, red
std::string strip_text(const ShownStrip& strip, std::size_t width, bool has_colours);

/// The command line of idn_parser that lists the datagrams around a moment, since 1970.
/// @param files quoted for a shell where necessary
std::string command_to_see(const std::vector<std::string>& files, std::uint16_t port, Duration moment);

}  // namespace idn::cli
