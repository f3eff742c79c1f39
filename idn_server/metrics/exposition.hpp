// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "idn/time.hpp"

namespace idn::server {

/// Writes the text format of Prometheus, version 0.0.4: families of samples with labels.
class Exposition {
 public:
  using Labels = std::string;  ///< as labels() returns them

  /// `{a="x",b="y"}`; values may be any UTF-8.
  static Labels labels(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);
  /// One more label.
  static Labels with(const Labels& labels, std::string_view name, std::string_view value);

  void counter(std::string_view name, std::string_view help) { begin(name, "counter", help); }
  void gauge(std::string_view name, std::string_view help) { begin(name, "gauge", help); }
  void histogram(std::string_view name, std::string_view help) { begin(name, "histogram", help); }

  /// Adds a sample to the family that was begun last.
  void add(const Labels& labels, std::uint64_t value) { add("", labels, fmt::format("{}", value)); }
  /// In seconds.
  void add(const Labels& labels, Duration value);
  /// In the unit of the family: a ratio, or seconds.
  void add(const Labels& labels, double value) { add("", labels, fmt::format("{}", value)); }
  /// A sample of a histogram: suffix "_bucket", "_sum" or "_count".
  void add(std::string_view suffix, const Labels& labels, const std::string& value);

  const std::string& text() const noexcept { return text_; }

 private:
  void begin(std::string_view name, std::string_view type, std::string_view help);

  std::string family_;
  std::string text_;
};

}  // namespace idn::server
