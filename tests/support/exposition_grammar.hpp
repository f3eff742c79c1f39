// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "support/regex.hpp"

namespace idn::test {

/// Strict parser of Prometheus' text format: every family occurs once, as HELP, TYPE, samples; names, labels
/// and numbers are well formed; no label set occurs twice; histograms are cumulative, with a +Inf bucket that
/// equals their count; names of counters end with _total.
class ExpositionGrammar {
 public:
  explicit ExpositionGrammar(const std::string& text) {
    if (!text.ends_with('\n')) error_ = "does not end with a line feed";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && error_.empty();) read(line);
    if (error_.empty()) check_histograms();
  }

  /// An error in the first bad line, or of the histograms; empty: the text is well formed.
  const std::string& error() const noexcept { return error_; }
  /// Values by name and labels, as written.
  const std::map<std::string, double>& samples() const noexcept { return samples_; }

 private:
  void read(const std::string& line) {
    static const Regex help(R"(# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) .+)");
    static const Regex type(R"(# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram))");
    static const Regex sample(
        R"re(([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+))re");
    if (const auto help_groups = help.full_match(line); !help_groups.empty()) {
      if (!families_.insert(help_groups[1]).second) error_ = "a family begins twice: " + line;
      announced_ = help_groups[1];
    } else if (const auto type_groups = type.full_match(line); !type_groups.empty()) {
      if (type_groups[1] != announced_) error_ = "a type without its help: " + line;
      family_ = type_groups[1];
      type_ = type_groups[2];
      if (type_ == "counter" && !family_.ends_with("_total")) error_ = "a counter without _total: " + line;
    } else if (const auto sample_groups = sample.full_match(line); !sample_groups.empty()) {
      add(sample_groups[1], sample_groups[2], sample_groups[3], line);
    } else {
      error_ = "not understood: " + line;
    }
  }

  void add(const std::string& name, const std::string& labels, const std::string& number,
           const std::string& line) {
    const bool is_part = type_ == "histogram" && (name == family_ + "_bucket" || name == family_ + "_sum" ||
                                                  name == family_ + "_count");
    if (name != family_ && !is_part) error_ = "a sample of another family: " + line;
    if (type_ == "histogram" && !is_part) error_ = "a bare sample of a histogram: " + line;
    std::size_t end = 0;
    const double value = std::stod(number, &end);
    if (end != number.size()) error_ = "no number: " + line;
    if (type_ == "counter" && !(value >= 0)) error_ = "a negative counter: " + line;
    if (!samples_.emplace(name + labels, value).second) error_ = "a label set twice: " + line;
    if (name == family_ + "_bucket" && type_ == "histogram") add_bucket(labels, value);
  }

  void add_bucket(const std::string& labels, double value) {
    const auto le = labels.rfind("le=\"");
    if (le == std::string::npos) {
      error_ = "a bucket without le: " + labels;
      return;
    }
    const std::string key = family_ + labels.substr(0, le);
    const auto edge = labels.substr(le + 4, labels.find('"', le + 4) - le - 4);
    if (buckets_.contains(key) && value < buckets_[key]) error_ = "a bucket below the one before: " + labels;
    buckets_[key] = value;
    if (edge == "+Inf") complete_.insert(key);
  }

  void check_histograms() {
    for (const auto& [key, value] : buckets_) {
      if (!complete_.contains(key)) error_ = "a histogram without +Inf: " + key;
      auto count = key;
      count.insert(key.find('{'), "_count");
      if (count.ends_with(',')) count.back() = '}';
      if (!samples_.contains(count) || samples_.at(count) != value)
        error_ = "a count that is not +Inf: " + count;
    }
  }

  std::string error_;
  std::string announced_, family_, type_;
  std::set<std::string> families_;
  std::map<std::string, double> samples_;
  std::map<std::string, double> buckets_;
  std::set<std::string> complete_;
};

}  // namespace idn::test
