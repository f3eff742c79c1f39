// SPDX-License-Identifier: MIT
#include "idn_server/metrics/exposition.hpp"

#include <iterator>

namespace idn::server {
namespace {

std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n')
      text += "\\n";
    else
      text += c;
  }
  return text;
}

}  // namespace

Exposition::Labels Exposition::labels(
    std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  Labels all;
  for (const auto& [name, value] : pairs) all = with(all, name, value);
  return all;
}

Exposition::Labels Exposition::with(const Labels& labels, std::string_view name, std::string_view value) {
  const auto label = fmt::format("{}=\"{}\"}}", name, escaped(value));
  return labels.empty() ? "{" + label : labels.substr(0, labels.size() - 1) + "," + label;
}

void Exposition::begin(std::string_view name, std::string_view type, std::string_view help) {
  family_ = name;
  fmt::format_to(std::back_inserter(text_), "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void Exposition::add(const Labels& labels, Duration value) {
  add("", labels, fmt::format("{}", in_seconds(value)));
}

void Exposition::add(std::string_view suffix, const Labels& labels, const std::string& value) {
  fmt::format_to(std::back_inserter(text_), "{}{}{} {}\n", family_, suffix, labels, value);
}

}  // namespace idn::server
