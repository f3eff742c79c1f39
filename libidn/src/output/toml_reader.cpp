// SPDX-License-Identifier: MIT
#include "output/toml_reader.hpp"

#include <cmath>
#include <sstream>

namespace idn::output {
namespace {

using enum LimitAction;

std::string shown(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) try {
  return toml::parse(text, name);
} catch (const toml::parse_error& error) {
  std::ostringstream message;
  message << name << ':' << error.source().begin.line << ':' << error.source().begin.column << ": "
          << error.description();
  throw BadToml{message.str()};
}

void TomlReader::read(std::string_view key, double& value) {
  if (const toml::node* node = take(key)) value = number(*node, key);
}

void TomlReader::read(std::string_view key, double& value, double least, double most) {
  read(key, value);
  if (!(value >= least && value <= most))
    fail(key, "has to be a number from " + shown(least) + " to " + shown(most));
}

void TomlReader::read(std::string_view key, std::int64_t& value, std::int64_t least, std::int64_t most) {
  const toml::node* const node = take(key);
  if (node == nullptr) return;
  const auto found = node->value_exact<std::int64_t>();
  if (!found || *found < least || *found > most)
    fail(*node, key, "has to be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  value = *found;
}

void TomlReader::read(std::string_view key, bool& value) {
  const toml::node* const node = take(key);
  if (node == nullptr) return;
  const auto found = node->value_exact<bool>();
  if (!found) fail(*node, key, "has to be true or false");
  value = *found;
}

void TomlReader::read(std::string_view key, std::string& value) {
  const toml::node* const node = take(key);
  if (node == nullptr) return;
  const auto found = node->value_exact<std::string>();
  if (!found) fail(*node, key, "has to be text in quotation marks");
  value = *found;
}

void TomlReader::read(std::string_view key, LimitAction& action) {
  const toml::node* const node = take(key);
  if (node == nullptr) return;
  const auto text = node->value_exact<std::string>().value_or("");
  if (text == "off")
    action = Off;
  else if (text == "count")
    action = Count;
  else if (text == "blank")
    action = Blank;
  else if (text == "clamp")
    action = Clamp;
  else
    fail(*node, key, "has to be \"off\", \"count\", \"blank\" or \"clamp\"");
}

void TomlReader::require(std::string_view key, double& value) {
  require(key);
  read(key, value);
}

void TomlReader::require(std::string_view key, std::string& value) {
  require(key);
  read(key, value);
}

void TomlReader::require(std::string_view key, Polygon& corners) {
  require(key);
  corners = polygon(*take(key), key);
}

void TomlReader::refuse_unknown_keys() const {
  for (const auto& [key, value] : table_)
    if (known_.find(" " + std::string(key.str()) + ",") == std::string::npos)
      fail(key.source(), key.str(), "is not a key here; choose from" + known_.substr(0, known_.size() - 1));
}

const toml::node* TomlReader::take(std::string_view key) {
  known_ += " " + std::string(key) + ",";
  return table_.get(key);
}

void TomlReader::require(std::string_view key) const {
  if (!table_.contains(key)) fail(key, "is missing");
}

const toml::array& TomlReader::array_of_tables(const toml::node& node, std::string_view key) const {
  const toml::array* const tables = node.as_array();
  if (tables == nullptr) fail(node, key, "has to be written as [[...]], once for each");
  return *tables;
}

double TomlReader::number(const toml::node& node, std::string_view key) const {
  const auto value = node.is_number() ? node.value<double>() : std::nullopt;
  if (!value || !std::isfinite(*value)) fail(node, key, "has to be a number");
  return *value;
}

Point TomlReader::point(const toml::node& node, std::string_view key) const {
  const toml::array* const pair = node.as_array();
  if (pair == nullptr || pair->size() != 2) fail(node, key, "has to be a list of corners, [x, y] each");
  return {number((*pair)[0], key), number((*pair)[1], key)};
}

Polygon TomlReader::polygon(const toml::node& node, std::string_view key) const {
  const toml::array* const list = node.as_array();
  if (list == nullptr) fail(node, key, "has to be a list of corners, [x, y] each");
  Polygon corners;
  for (const toml::node& corner : *list) corners.push_back(point(corner, key));
  return corners;
}

void TomlReader::fail(std::string_view key, const std::string& complaint) const {
  const toml::node* const value = table_.get(key);
  fail(value == nullptr ? table_.source() : value->source(), key, complaint);
}

void TomlReader::fail(const toml::node& node, std::string_view key, const std::string& complaint) const {
  fail(node.source(), key, complaint);
}

void TomlReader::fail(const toml::source_region& place, std::string_view key,
                      const std::string& complaint) const {
  std::ostringstream text;
  text << file_ << ':' << place.begin.line << ':' << place.begin.column << ": " << key << ' ' << complaint;
  throw BadToml{text.str()};
}

}  // namespace idn::output
