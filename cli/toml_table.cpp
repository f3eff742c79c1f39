// SPDX-License-Identifier: MIT
#include "cli/toml_table.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cli/failure.hpp"

namespace idn::cli {

toml::table parse_toml(std::string_view text, const std::string& file) try {
  return toml::parse(text, file);
} catch (const toml::parse_error& error) {
  const auto& place = error.source().begin;
  throw Failure(kUsage, fmt::format("{}:{}:{}: {}", file, place.line, place.column, error.description()));
}

std::string TomlTable::text(std::string_view key, std::string fallback) {
  const toml::node* const node = take(key);
  if (node == nullptr) return fallback;
  const auto value = node->value_exact<std::string>();
  if (!value || value->empty()) fail(key, "has to be text in quotation marks");
  return *value;
}

std::int64_t TomlTable::number(std::string_view key, std::int64_t fallback, std::int64_t least,
                               std::int64_t most) {
  const toml::node* const node = take(key);
  if (node == nullptr) return fallback;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < least || *value > most)
    fail(key, fmt::format("has to be a number from {} to {}", least, most));
  return *value;
}

double TomlTable::real(std::string_view key, double fallback, double least, double most) {
  const double value = real(key).value_or(fallback);
  if (value < least || value > most) fail(key, fmt::format("has to be a number from {} to {}", least, most));
  return value;
}

bool TomlTable::flag(std::string_view key, bool fallback) {
  const toml::node* const node = take(key);
  if (node == nullptr) return fallback;
  const auto value = node->value_exact<bool>();
  if (!value) fail(key, "has to be true or false");
  return *value;
}

std::optional<double> TomlTable::real(std::string_view key) {
  const toml::node* const node = take(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value<double>();
  if (!value || !node->is_number() || !std::isfinite(*value)) fail(key, "has to be a number");
  return value;
}

const toml::table* TomlTable::table(std::string_view key) {
  const toml::node* const node = take(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) fail(key, fmt::format("has to be written as [{}]", key));
  return node->as_table();
}

std::vector<const toml::table*> TomlTable::tables(std::string_view key) {
  std::vector<const toml::table*> found;
  const toml::array* const array = take_array(key);
  if (array == nullptr) return found;
  for (const toml::node& element : *array) {
    if (!element.is_table()) fail(key, fmt::format("has to be written as [[{}]]", key));
    found.push_back(element.as_table());
  }
  return found;
}

void TomlTable::require(std::string_view key, std::string_view remedy) const {
  if (!table_.contains(key)) fail(key, fmt::format("is missing; {}", remedy));
}

void TomlTable::refuse_unknown_keys() const {
  for (const auto& [key, value] : table_)
    if (!known_.contains(key.str()))
      fail(key.source(), key.str(), fmt::format("is not a key here; choose from {}", fmt::join(known_, ", ")));
}

const toml::node* TomlTable::take(std::string_view key) {
  known_.emplace(key);
  return table_.get(key);
}

const toml::array* TomlTable::take_array(std::string_view key) {
  const toml::node* const node = take(key);
  if (node == nullptr) return nullptr;
  if (!node->is_array()) fail(key, "has to be an array in square brackets");
  return node->as_array();
}

std::string TomlTable::text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  return {};
}

void TomlTable::fail(std::string_view key, const std::string& problem) const {
  const toml::node* const value = table_.get(key);
  fail(value == nullptr ? table_.source() : value->source(), key, problem);
}

void TomlTable::fail(const toml::source_region& place, std::string_view key, const std::string& problem) const {
  throw Failure(kUsage,
                fmt::format("{}:{}:{}: {} {}", file_, place.begin.line, place.begin.column, key, problem));
}

}  // namespace idn::cli
