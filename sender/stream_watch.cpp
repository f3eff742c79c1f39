// SPDX-License-Identifier: MIT
#include "sender/stream_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "idn/io/now.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

/// Hosts answer "port unreachable" once a second.
constexpr Duration kErrorLasts = 2s;
/// Several updates.
constexpr Duration kStarvedLasts = 500ms;
/// Receivers rate the link over the last seconds, idn_server over four: until then they tell of the outage.
constexpr Duration kOutageLasts = 5s;

/// Of datagrams that the send buffer did take.
std::uint64_t rejected(const client::DeviceStatus& status) {
  return status.send_errors - status.socket_full;
}

double percent(std::uint8_t quality) {
  return quality / 2.55;
}

bool was_within(Duration time, const std::optional<Duration>& seen, Duration now) {
  return seen && now - *seen < time;
}

}  // namespace

void StreamWatch::update(Duration elapsed) {
  client::DeviceStatus now = stream_.device.status();
  measure_rates(now, elapsed - elapsed_);
  if (rejected(now) != rejected(status_)) error_ = elapsed;
  if (now.starved_samples != status_.starved_samples) starved_ = elapsed;
  if (light_.kind == LightKind::NoAnswer) outage_ = elapsed;
  if (light_.kind == LightKind::NoAnswer || light_.kind == LightKind::Refused) away_ += elapsed - elapsed_;
  elapsed_ = elapsed;
  status_ = std::move(now);
  read_answer();
  recent_.has_send_errors = was_within(kErrorLasts, error_, elapsed);
  recent_.is_starving = was_within(kStarvedLasts, starved_, elapsed);
  recent_.is_armed_by_content = stream_.is_armed_by_content;
  recent_.is_missing = stream_.is_missing && stream_.is_missing();
  light_ = light_of(status_, recent_, io::monotonic_now());
  if (status_.link != client::LinkState::Closed) light_while_open_ = light_;
}

bool StreamWatch::searched(bool is_found) noexcept {
  recent_.nobody_found = !is_found;
  return !std::exchange(was_searched_, true) && !is_found;
}

bool StreamWatch::take_loss() noexcept {
  if (light_.kind == LightKind::Lit) was_lit_ = true;
  const bool is_away = light_.kind == LightKind::NoAnswer || light_.kind == LightKind::Refused;
  return is_away && std::exchange(was_lit_, false);
}

void StreamWatch::end(Duration elapsed) {
  status_ = stream_.device.status();
  read_answer();
  bytes_per_second_ = elapsed > 0s ? static_cast<double>(status_.bytes) / in_seconds(elapsed) : 0;
}

void StreamWatch::measure_rates(const client::DeviceStatus& now, Duration interval) {
  if (interval <= 0s) return;
  bytes_per_second_ = static_cast<double>(now.bytes - status_.bytes) / in_seconds(interval);
  samples_per_second_ = static_cast<double>(now.samples - status_.samples) / in_seconds(interval);
}

/// Those between two updates are left out: a receiver answers twice per second, and more often only while it
/// refuses.
void StreamWatch::read_answer() {
  const bool is_of_outage = was_within(kOutageLasts, outage_, elapsed_);
  const unsigned events = status_.last_answer.input_events | status_.refusals.input_events;
  if (!is_of_outage && (events & wire::input_event::kSequenceMissing) != 0) network_.has_gaps = true;
  if (!status_.answered_at || std::exchange(answer_, status_.answered_at) == status_.answered_at) return;
  const client::AckSummary& answer = status_.last_answer;
  if (is_of_outage) return;
  ++network_.answers;
  if ((answer.input_events & wire::input_event::kSequenceMissing) != 0) ++network_.gaps;
  if (answer.link_quality == 0) return;
  ++network_.reports;
  network_.sum += percent(answer.link_quality);
  network_.least = std::min(network_.least, percent(answer.link_quality));
  is_link_poor_ = percent(answer.link_quality) < (is_link_poor_ ? Network::kGood : Network::kPoor);
}

std::string StreamWatch::light_text() const {
  const std::uint8_t quality = status_.last_answer.link_quality;
  const bool tells_quality = quality > 0 && quality < 255 && light_.kind != LightKind::NoAnswer;
  return to_string(light_) + (tells_quality ? fmt::format(", LINK {:.0f} %", percent(quality)) : "");
}

std::string StreamWatch::playing_text() const {
  const std::string at = brightness() < 100 ? fmt::format("at {} %", brightness()) : "";
  const std::string plays = playing();
  return plays + (plays.empty() || at.empty() ? "" : ", ") + at;
}

/// The quality is left out, since it changes each second where it is poor.
std::optional<std::string> StreamWatch::take_light_change() {
  std::string change = to_string(light_);
  if (change == told_) {
    waiting_ = change;
    return std::nullopt;
  }
  if (std::exchange(waiting_, change) != change) waiting_since_ = elapsed_;
  if (!told_.empty() && elapsed_ - waiting_since_ < kSettled) return std::nullopt;
  if (told_.empty() && elapsed_ < 1s) return std::nullopt;  // the first answer takes a while
  told_ = change;
  return change;
}

std::optional<std::string> StreamWatch::take_change() {
  if (auto change = take_light_change()) return change;
  if (told_.empty()) return std::nullopt;
  std::string plays = playing_text();
  if (!plays.empty() && plays != told_playing_) {
    told_playing_ = std::move(plays);
    return "plays " + told_playing_;
  }
  if (std::exchange(told_link_poor_, is_link_poor_) == is_link_poor_) return std::nullopt;
  return is_link_poor_ ? fmt::format("LINK {:.0f} %: the network loses datagrams",
                                     percent(status_.last_answer.link_quality))
                       : std::string("LINK good again");
}

}  // namespace idn::sender
