// SPDX-License-Identifier: MIT
#include "cli/shown.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/timing_json.hpp"
#include "idn/endpoint.hpp"

namespace idn::cli {

namespace {

using Json = nlohmann::ordered_json;

using analysis::DarkCause;

/// Nothing from the sender for so long: a receiver goes dark.
constexpr Duration kLinkTimeout = std::chrono::seconds(1);

std::uint64_t& count_of(DarkCause cause, ShownFacts& facts) noexcept {
  if (cause == DarkCause::Late) return facts.late;
  return cause == DarkCause::Lost ? facts.lost : facts.gap;
}

/// 0 where there are more of `some`: a late chunk can change the cause of an underrun after that was counted.
constexpr std::uint64_t difference(std::uint64_t all, std::uint64_t some) noexcept {
  return all - std::min(all, some);
}

bool is_low(Duration level, Duration buffer) noexcept {
  return static_cast<double>(level.count()) < kLeastShare * static_cast<double>(buffer.count());
}

bool is_less_left(const ShownFacts& facts) noexcept {
  return facts.least_left && is_low(*facts.least_left, facts.buffer);
}

/// "345 us", "12.3 ms", "1.234 s".
std::string length_text(Duration time) {
  const auto ns = static_cast<double>(time.count());
  if (ns < 1e6) return fmt::format("{:.0f} us", ns / 1e3);
  return ns < 1e9 ? fmt::format("{:.1f} ms", ns / 1e6) : fmt::format("{:.3f} s", ns / 1e9);
}

/// "40 ms", "2.5 ms": as options are written.
std::string setting_text(Duration time) {
  return fmt::format("{:g} ms", static_cast<double>(time.count()) / 1e6);
}

std::string times_text(std::uint64_t count) {
  return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}

std::string moment_text(Duration at, std::optional<Duration> start) {
  if (!start) return utc(at);
  return fmt::format("{:.6f} s, {}", static_cast<double>((at - *start).count()) / 1e9, utc(at));
}

std::string dark_text(const ShownFacts& facts) {
  const std::string buffer = "at a buffer of " + setting_text(facts.buffer);
  if (facts.times() == 0 || !facts.worst) {
    if (!facts.least_left) return "never";
    return fmt::format("never {}, of which {} or more were left", buffer, length_text(*facts.least_left));
  }
  const auto dark = static_cast<double>(facts.dark.count());
  const double all = dark + static_cast<double>(facts.played.count());
  std::string text =
      fmt::format("{}, {} in all, {:.3g} % of {:.3f} s, longest {}", times_text(facts.times()),
                  length_text(facts.dark), 100 * dark / all, all / 1e9, length_text(facts.worst->length));
  if (facts.times() > 1)
    text += fmt::format(", every {}",
                        length_text(Duration(std::llround(all)) / static_cast<Duration::rep>(facts.times())));
  return text + ", " + buffer;
}

/// What of it happened, who can change it, and how.
struct Reason {
  std::string cause;
  std::string_view who;
  std::string remedy;
};

Reason reason_for_lateness(const ShownFacts& facts, std::string cause) {
  if (facts.is_drift)
    return {cause + ": the sender's clock runs slow", "the sender's author",
            "a receiver that follows the sender's clock (idn_server --adaptive), or correct the sender's rate"};
  if (facts.is_reordered)
    return {cause + ": datagrams overtook each other", "whoever runs the network",
            "one way through the network instead of several; a receiver that puts them in order (--late play)"};
  std::string remedy;
  if (facts.buffer_that_suffices && *facts.buffer_that_suffices > facts.buffer)
    remedy = fmt::format("a buffer of {:.0f} ms at the receiver; ",
                         std::ceil(static_cast<double>(facts.buffer_that_suffices->count()) / 1e6));
  return {cause + ", by the sender or the network", "whoever runs the sender's machine, or the network",
          remedy +
              "captures at both ends and idn_parser compare SENT RECEIVED, to see which of the two; then "
              "idn_sender doctor at the sender, or a cable instead of WLAN"};
}

Reason reason_of_taken(const std::string& how) {
  return {how, "whoever runs the other sender",
          "end one of the two, or give them different services or projectors"};
}

/// Most frequent first.
std::vector<Reason> reasons_for_darkness(const ShownFacts& facts) {
  std::vector<std::pair<std::uint64_t, Reason>> all;
  if (facts.late > 0)
    all.emplace_back(facts.late, reason_for_lateness(facts, "came late " + times_text(facts.late)));
  if (facts.lost > 0)
    all.emplace_back(
        facts.lost,
        Reason{fmt::format("lost {}, in the network or by the capture", times_text(facts.lost)),
               "whoever runs the network",
               "a cable instead of WLAN, another switch, less traffic beside it; captures at both ends and "
               "idn_parser compare SENT RECEIVED, to see where"});
  if (facts.gap > 0)
    all.emplace_back(facts.gap, Reason{fmt::format("left out {} by the sender", times_text(facts.gap)),
                                       "whoever runs the sender",
                                       "more latency in the sending program, fewer points or a lower rate"});
  std::ranges::stable_sort(all, std::greater{}, [](const auto& entry) { return entry.first; });
  std::vector<Reason> reasons;
  if (!facts.taken_meanwhile.empty()) reasons.push_back(reason_of_taken(facts.taken_meanwhile));
  if (facts.refused > 0)
    reasons.push_back({fmt::format("configuration: receivers refuse {} of its messages", facts.refused),
                       "the sender's author", facts.remedy});
  for (auto& [count, reason] : all) reasons.push_back(std::move(reason));
  return reasons;
}

/// Of a stream of which nothing is shown.
Reason reason_for_nothing(const ShownFacts& facts) {
  if (!facts.taken.empty()) return reason_of_taken(facts.taken);
  return {fmt::format("configuration: receivers refuse all of its messages, {}", facts.refused),
          "the sender's author", facts.remedy};
}

std::vector<Reason> reasons_for_doubt(const ShownFacts& facts) {
  std::vector<Reason> reasons;
  if (is_less_left(facts))
    reasons.push_back(reason_for_lateness(
        facts, fmt::format("only {} of the buffer of {} were left, under {:.0f} %",
                           length_text(*facts.least_left), setting_text(facts.buffer), 100 * kLeastShare)));
  if (facts.overruns > 0)
    reasons.push_back({fmt::format("sent ahead: the buffer ran over {}, and what did not fit was dropped",
                                   times_text(facts.overruns)),
                       "the sender's author", "send each datagram when its display time begins"});
  if (facts.findings > 0) reasons.push_back({facts.doubt, "whoever runs the sender", facts.remedy});
  return reasons;
}

void add_line(std::string_view name, const std::vector<Reason>& reasons, auto part,
              std::vector<ShownLine>& lines) {
  std::vector<std::string> texts;
  for (const Reason& reason : reasons) {
    const std::string text(part(reason));
    if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  if (!texts.empty()) lines.push_back({name, fmt::format("{}", fmt::join(texts, "; "))});
}

std::vector<ShownLine> lines_of(const std::vector<Reason>& reasons) {
  std::vector<ShownLine> lines;
  add_line("cause", reasons, [](const Reason& reason) { return reason.cause; }, lines);
  add_line("who", reasons, [](const Reason& reason) { return reason.who; }, lines);
  add_line("try", reasons, [](const Reason& reason) { return reason.remedy; }, lines);
  return lines;
}

char letter_of(ShownStrip::Cell cell) noexcept {
  if (!cell) return '.';
  return *cell == Shown::Clean ? '=' : *cell == Shown::Marginal ? '!' : '#';
}

/// Green, orange (of 256 colours, where yellow may be anything) and red.
std::string_view colour_of(ShownStrip::Cell cell) noexcept {
  if (!cell) return "\x1b[0m";
  return *cell == Shown::Clean ? "\x1b[32m" : *cell == Shown::Marginal ? "\x1b[38;5;208m" : "\x1b[31m";
}

std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+:,@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::string_view to_string(Shown verdict) noexcept {
  switch (verdict) {
    case Shown::Clean:
      return "SHOWN CLEAN";
    case Shown::Marginal:
      return "MARGINAL";
    case Shown::Flickers:
      return "FLICKERS";
    case Shown::NotShown:
      break;
  }
  return "NOT SHOWN";
}

Shown verdict_on(const ShownFacts& facts) noexcept {
  const bool is_all_refused = facts.refused > 0 && facts.played == Duration{};
  if (!facts.taken.empty() || is_all_refused) return Shown::NotShown;
  if (facts.times() > 0 || facts.refused > 0 || !facts.taken_meanwhile.empty()) return Shown::Flickers;
  return is_less_left(facts) || facts.overruns > 0 || facts.findings > 0 ? Shown::Marginal : Shown::Clean;
}

/// Widens the cells until there is room; a jump of the clock takes no more than some 60 rounds.
std::size_t ShownStrip::index_of(Duration time) {
  const auto since = static_cast<std::uint64_t>(std::max(time - begin_, Duration{}).count());
  while (since >> shift_ >= kMostCells) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      Cell& into = cells_[i / 2];
      into = i % 2 == 0 ? cells_[i] : std::max(into, cells_[i]);  // nothing played is less than clean
    }
    cells_.resize((cells_.size() + 1) / 2);
    ++shift_;
  }
  return static_cast<std::size_t>(since >> shift_);
}

void ShownStrip::mark(Duration from, Duration to, Shown what) {
  if (cells_.empty()) begin_ = end_ = from;
  end_ = std::max({end_, from, to});
  const std::size_t last = index_of(std::max(from, to));
  const std::size_t first = index_of(from);  // after the cells have their width
  if (cells_.size() <= last) cells_.resize(last + 1);
  for (std::size_t i = first; i <= last; ++i) cells_[i] = std::max(cells_[i], Cell(what));
}

std::vector<ShownStrip::Cell> ShownStrip::cells(std::size_t count) const {
  if (cells_.size() <= count) return cells_;
  std::vector<Cell> out(count);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    Cell& into = out[i * count / cells_.size()];
    into = std::max(into, cells_[i]);
  }
  return out;
}

ShownMeter::ShownMeter(const analysis::ReceiverBuffer& buffer, std::int64_t clock_error_ppb,
                       analysis::LateDatagramPolicy late, std::size_t kept)
    : receiver_(buffer, clock_error_ppb, late, kept),
      clock_rate_(1 - static_cast<double>(clock_error_ppb) / 1e9) {
  facts_.buffer = buffer.target;
}

void ShownMeter::add(const analysis::ArrivedChunk& chunk, bool is_blanked) {
  if (!is_in_range(chunk.arrival)) return;
  const std::uint64_t accepted = receiver_.accepted();
  const Duration level = receiver_.add(chunk);
  count_underruns();
  if (receiver_.accepted() == accepted) return;
  const Shown what = note_level(level, chunk.arrival);
  if (const auto latency = receiver_.latency()) note_light(chunk, *latency, is_blanked, what);
}

/// Within what the receiver can compute with: 36 years from the first arrival.
bool ShownMeter::is_in_range(Duration arrival) {
  constexpr Duration kLongestElapsed{std::int64_t{1} << 60};
  if (!first_arrival_) first_arrival_ = arrival;
  return std::chrono::abs(arrival - *first_arrival_) <= kLongestElapsed;
}

/// @return what it means for the strip
Shown ShownMeter::note_level(Duration level, Duration arrival) {
  if (!facts_.least_left || level < *facts_.least_left) {
    facts_.least_left = level;
    facts_.least_left_at = arrival;
  }
  const bool ran_over = receiver_.totals().overruns > std::exchange(overruns_, receiver_.totals().overruns);
  return ran_over || is_low(level, facts_.buffer) ? Shown::Marginal : Shown::Clean;
}

void ShownMeter::note_light(const analysis::ArrivedChunk& chunk, Duration latency, bool is_blanked,
                            Shown what) {
  const auto by_arrivals = [&](Duration time) {
    return chunk.arrival + Duration(std::llround(static_cast<double>(time.count()) * clock_rate_));
  };
  const Duration begin = by_arrivals(latency), end = by_arrivals(latency + chunk.duration);
  if (is_timed_out_ && light_until_ && begin > *light_until_) {
    const Duration dark = begin - *light_until_;
    DarkCause cause = chunk.media - media_until_ > dark / 2 ? DarkCause::Gap : DarkCause::Late;
    if (chunk.follows_loss) cause = DarkCause::Lost;
    count_dark({*light_until_, dark, cause});
    ++count_of(cause, facts_);
  }
  is_timed_out_ = false;
  light_until_ = is_blanked ? std::nullopt : std::optional(end);
  media_until_ = chunk.media + chunk.duration;
  if (is_blanked) note_blanked(begin, end);
  facts_.strip.mark(begin, end, what);
}

/// Enough runs are kept for all that a buffer can hold: an underrun is counted when the light behind it begins.
void ShownMeter::note_blanked(Duration begin, Duration end) {
  constexpr std::size_t kMostRuns = 4096;
  if (!blanked_.empty() &&
      std::chrono::abs(begin - blanked_.back().end) <= analysis::VirtualReceiver::kRounding) {
    blanked_.back().end = end;
    return;
  }
  if (blanked_.size() == kMostRuns) blanked_.erase(blanked_.begin(), blanked_.begin() + kMostRuns / 2);
  blanked_.push_back({begin, end});
}

/// Those that the receiver has added since the last call.
void ShownMeter::count_underruns() {
  const std::uint64_t total = receiver_.totals().underruns();
  const auto& kept = receiver_.underruns();
  std::size_t fresh = static_cast<std::size_t>(std::min<std::uint64_t>(total - counted_, kept.size()));
  counted_ = total;
  for (; fresh > 0; --fresh) {
    const analysis::Underrun& dark = kept[kept.size() - fresh];
    if (is_seen(dark))
      count_dark({dark.start, dark.length, dark.cause});
    else
      ++count_of(dark.cause, unseen_);
  }
}

/// Not where the samples before it were blanked.
bool ShownMeter::is_seen(const analysis::Underrun& dark) const noexcept {
  constexpr Duration kTolerance = std::chrono::microseconds(10);
  for (auto run = blanked_.rbegin(); run != blanked_.rend() && run->end + kTolerance >= dark.start; ++run)
    if (run->begin < dark.start) return false;
  return true;
}

void ShownMeter::count_dark(const DarkMoment& dark) {
  facts_.dark += dark.length;
  if (!facts_.worst || dark.length > facts_.worst->length) facts_.worst = dark;
  facts_.strip.mark(dark.at, dark.at + dark.length, Shown::Flickers);
}

void ShownMeter::add_frame(Duration arrival, bool follows_loss) {
  if (!is_in_range(arrival)) return;
  if (is_timed_out_ && light_until_ && arrival > *light_until_) {
    const DarkCause cause = follows_loss ? DarkCause::Lost : DarkCause::Gap;
    count_dark({*light_until_, arrival - *light_until_, cause});
    ++count_of(cause, facts_);
  }
  const Duration since = light_until_ ? std::min(last_frame_.value_or(arrival), arrival) : arrival;
  const Duration until = std::min(arrival, light_until_.value_or(arrival));
  if (until > since) facts_.played += until - since;
  facts_.strip.mark(std::min(since, until), until, Shown::Clean);
  if (follows_loss) facts_.strip.mark(arrival, arrival, Shown::Marginal);
  is_timed_out_ = false;
  last_frame_ = arrival;
  light_until_ = arrival + kLinkTimeout;
}

void ShownMeter::stop(bool is_timeout) {
  receiver_.finish();
  count_underruns();
  is_timed_out_ = is_timeout;
  if (!is_timeout) light_until_.reset();
}

void ShownMeter::finish() {
  stop(false);
}

ShownFacts ShownMeter::facts() const {
  ShownFacts facts = facts_;
  const analysis::PlaybackTotals& totals = receiver_.totals();
  facts.played += totals.played;
  // What is missing of an unseen cause came late after all, and counts as late there.
  const std::uint64_t changed =
      difference(unseen_.lost, totals.underruns_lost) + difference(unseen_.gap, totals.underruns_gap);
  facts.late += difference(totals.underruns_late, unseen_.late + changed);
  facts.lost += difference(totals.underruns_lost, unseen_.lost);
  facts.gap += difference(totals.underruns_gap, unseen_.gap);
  facts.overruns = totals.overruns;
  if (!facts.worst) return facts;
  // Samples that came late after all have changed the cause.
  for (const analysis::Underrun& dark : receiver_.underruns())
    if (dark.start == facts.worst->at && dark.length == facts.worst->length) facts.worst->cause = dark.cause;
  return facts;
}

std::optional<Duration> moment_to_see(const ShownFacts& facts) noexcept {
  if (facts.worst) return facts.worst->at - facts.buffer;
  return is_less_left(facts) ? std::optional(facts.least_left_at) : std::nullopt;
}

std::vector<ShownLine> shown_lines(const ShownFacts& facts, std::optional<Duration> start,
                                   const std::string& see) {
  const Shown verdict = verdict_on(facts);
  if (verdict == Shown::NotShown) return lines_of({reason_for_nothing(facts)});
  std::vector<ShownLine> lines{{"dark", dark_text(facts)}};
  const auto reasons = verdict == Shown::Flickers ? reasons_for_darkness(facts) : reasons_for_doubt(facts);
  add_line("cause", reasons, [](const Reason& reason) { return reason.cause; }, lines);
  add_line("who", reasons, [](const Reason& reason) { return reason.who; }, lines);
  if (facts.worst)
    lines.push_back(
        {"worst", fmt::format("dark for {} ({}) at {}", length_text(facts.worst->length),
                              analysis::to_string(facts.worst->cause), moment_text(facts.worst->at, start))});
  else if (is_less_left(facts))
    lines.push_back({"worst", fmt::format("{} left at {}", length_text(*facts.least_left),
                                          moment_text(facts.least_left_at, start))});
  if (moment_to_see(facts) && !see.empty()) lines.push_back({"see it", see});
  add_line("try", reasons, [](const Reason& reason) { return reason.remedy; }, lines);
  return lines;
}

std::string coloured(std::string_view text, Shown verdict, const TerminalStyle& style) {
  if (!style.has_colours) return std::string(text);
  return fmt::format("\x1b[1m{}{}\x1b[0m", colour_of(verdict), text);
}

std::string strip_scale(const ShownStrip& strip, std::size_t cells) {
  const double seconds = in_seconds(strip.length());
  return fmt::format("{:.3f} s, {:.3g} ms each", seconds,
                     1000 * seconds / static_cast<double>(std::max<std::size_t>(cells, 1)));
}

std::string strip_text(const ShownStrip& strip, std::size_t width, bool has_colours) {
  std::string out = "[";
  ShownStrip::Cell before;
  for (const ShownStrip::Cell cell : strip.cells(width)) {
    if (has_colours && cell != before) out += colour_of(cell);
    before = cell;
    out += letter_of(cell);
  }
  return out + (has_colours ? "\x1b[0m]" : "]");
}

std::string shown_text(const ShownFacts& facts, const std::vector<ShownLine>& lines,
                       const TerminalStyle& style) {
  const Shown verdict = verdict_on(facts);
  std::string out = fmt::format("  {}\n", coloured(to_string(verdict), verdict, style));
  for (const auto& [name, text] : lines)  // a command is copied in one piece
    out += named(name, text, name == "see it" ? std::string::npos : style.columns);
  if (facts.strip.is_empty() || verdict == Shown::NotShown) return out;
  const std::size_t width = std::max<std::size_t>(style.columns, 24) - 4;
  out += fmt::format("  {}\n", strip_text(facts.strip, width, style.has_colours));
  return out + wrapped(strip_scale(facts.strip, facts.strip.cells(width).size()) +
                           ": = clean, ! marginal, # dark, . nothing played",
                       2, style.columns);
}

Json shown_json(const std::optional<ShownFacts>& facts) {
  if (!facts) return nullptr;
  Json longest = nullptr;
  if (const auto& worst = facts->worst) {
    longest = moment_json(worst->at);
    longest.update({{"length_us", in_micros(worst->length)}, {"cause", analysis::to_string(worst->cause)}});
  }
  return {{"verdict", to_string(verdict_on(*facts))},
          {"buffer_us", in_micros(facts->buffer)},
          {"played_us", in_micros(facts->played)},
          {"dark_us", in_micros(facts->dark)},
          {"dark_times", {{"late", facts->late}, {"lost", facts->lost}, {"gap", facts->gap}}},
          {"longest_dark", std::move(longest)},
          {"least_left_us", micros_or_null(facts->least_left)},
          {"overruns", facts->overruns},
          {"refused", facts->refused},
          {"taken", facts->taken.empty() ? Json(nullptr) : Json(facts->taken)},
          {"taken_meanwhile", facts->taken_meanwhile.empty() ? Json(nullptr) : Json(facts->taken_meanwhile)},
          {"findings", facts->findings}};
}

std::string command_to_see(const std::vector<std::string>& files, std::uint16_t port, Duration moment) {
  std::string command = "idn_parser";
  for (const std::string& file : files) command += " " + quoted(file);
  if (port != kIdnPort) command += fmt::format(" --port {}", port);
  return command + " --at " + utc(moment);
}

}  // namespace idn::cli
