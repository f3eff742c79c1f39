// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "idn_parser/report/report.hpp"

namespace idn::parser {

/// "1 datagram", "2 datagrams".
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// "3 lost, 1 late": a list of counts without those that are zero.
class CountList {
 public:
  CountList& add(std::uint64_t count, std::string_view one, std::string_view many) {
    if (count > 0) text_ += (text_.empty() ? "" : ", ") + counted(count, one, many);
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// A time with three decimals: "12.345 ms"; "345.678 us" below a millisecond.
inline std::string short_time(Duration time) {
  const auto us = static_cast<double>(time.count()) / 1000;
  return std::abs(us) < 1000 ? fmt::format("{:.3f} us", us) : fmt::format("{:.3f} ms", us / 1000);
}

/// Formats times and packet positions of one capture.
class PositionText {
 public:
  explicit PositionText(const capture::CaptureInfo& capture)
      : start_(capture.first_time.value_or(Duration{0})), has_several_files_(capture.files.size() > 1) {}

  /// "at 1.234567 s", from the first packet.
  std::string operator()(Duration time) const {
    return fmt::format("at {:.6f} s", static_cast<double>((time - start_).count()) / 1e9);
  }
  /// "at 1.234567 s (packet 41)", with several files "(packet 41 of file 2)".
  std::string operator()(const capture::CapturePosition& at) const {
    return (*this)(at.time) + " (" + packet(at) + ")";
  }
  std::string packet(const capture::CapturePosition& at) const {
    return has_several_files_ ? fmt::format("packet {} of file {}", at.packet_number, at.file + 1)
                              : fmt::format("packet {}", at.packet_number);
  }

 private:
  Duration start_;
  bool has_several_files_;
};

/// The first hundred findings, and how many more there are.
inline std::vector<std::string> first_findings(const std::vector<std::string>& findings) {
  constexpr std::size_t kShown = 100;
  if (findings.size() <= kShown) return findings;
  std::vector<std::string> shown(findings.begin(), findings.begin() + kShown);
  shown.push_back(fmt::format("and {} more; --json has all of them", findings.size() - kShown));
  return shown;
}

/// Lists the first four events: "a, b, c, d and 7 more".
/// @param count the number of all events, listed in `events` or not
template <class Events, class Text>
std::string first_few(const Events& events, std::uint64_t count, Text text_of) {
  constexpr std::size_t kMostListed = 4;
  std::string text;
  std::size_t shown = 0;
  for (const auto& event : events) {
    if (shown == kMostListed) break;
    text += (shown++ == 0 ? "" : ", ") + text_of(event);
  }
  if (count > shown) text += fmt::format(" and {} more", count - shown);
  return text;
}

}  // namespace idn::parser
