// SPDX-License-Identifier: MIT
#include "toml/toml_table.hpp"

#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>

namespace idn {
namespace {

template <class Number>
std::string from_to(Number least, Number most) {
  std::ostringstream text;
  text.precision(10);
  text << "has to be a " << (std::is_integral_v<Number> ? "whole " : "") << "number from " << least << " to "
       << most;
  return text.str();
}

std::string at(const std::string& file, const toml::source_position& place) {
  return file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ": ";
}

std::optional<double> finite(const toml::node& node) {
  const auto value = node.is_number() ? node.value<double>() : std::nullopt;
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::array<double, 2>> pair_of(const toml::node& node) {
  const toml::array* const pair = node.as_array();
  if (pair == nullptr || pair->size() != 2) return std::nullopt;
  const auto first = finite((*pair)[0]), second = finite((*pair)[1]);
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

constexpr std::size_t kLargestToml = 1 << 20;

}  // namespace

/// By C's functions, which tell errors of reading; those of C++ take a folder for an empty file.
std::string TomlTable::content_of(const std::string& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "rb"), std::fclose);
  std::string text(kLargestToml + 1, '\0');
  if (opened) text.resize(std::fread(text.data(), 1, text.size(), opened.get()));
  if (!opened || std::ferror(opened.get()) != 0)
    throw BadToml{file + ": cannot be read; check its name and permissions"};
  if (text.size() > kLargestToml) throw BadToml{file + ": is larger than a mebibyte"};
  return text;
}

toml::table TomlTable::root_of(std::string_view text, const std::string& file) try {
  return toml::parse(text, file);
} catch (const toml::parse_error& error) {
  throw BadToml{at(file, error.source().begin) + std::string(error.description())};
}

std::string TomlTable::text(std::string_view key, std::string fallback) {
  const toml::node* const node = take(key);
  if (node == nullptr) return fallback;
  const auto value = node->value_exact<std::string>();
  if (!value) fail(key, "has to be text in quotation marks");
  return *value;
}

std::int64_t TomlTable::number(std::string_view key, std::int64_t fallback, std::int64_t least,
                               std::int64_t most) {
  const toml::node* const node = take(key);
  if (node == nullptr) return fallback;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < least || *value > most) fail(key, from_to(least, most));
  return *value;
}

double TomlTable::real(std::string_view key, double fallback, double least, double most) {
  const double value = real(key).value_or(fallback);
  if (value < least || value > most) fail(key, from_to(least, most));
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
  const auto value = finite(*node);
  if (!value) fail(key, "has to be a number");
  return value;
}

std::vector<std::array<double, 2>> TomlTable::pairs(std::string_view key, std::string_view wanted) {
  std::vector<std::array<double, 2>> pairs;
  const toml::array* const array = take_array(key);
  if (array == nullptr) return pairs;
  for (const toml::node& element : *array) {
    const auto pair = pair_of(element);
    if (!pair) fail(element.source(), key, "has to be " + std::string(wanted));
    pairs.push_back(*pair);
  }
  return pairs;
}

void TomlTable::require(std::string_view key, std::string_view remedy) const {
  if (!table_.contains(key)) fail(key, "is missing; " + std::string(remedy));
}

void TomlTable::refuse_unknown_keys() const {
  std::string known;
  for (const std::string& key : known_) known += (known.empty() ? "" : ", ") + key;
  for (const auto& [key, value] : table_)
    if (!known_.contains(key.str())) fail(key.source(), key.str(), "is not a key here; choose from " + known);
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

const toml::table* TomlTable::take_table(std::string_view key) {
  const toml::node* const node = take(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) fail(key, "has to be written as [" + std::string(key) + "]");
  return node->as_table();
}

std::vector<const toml::table*> TomlTable::take_tables(std::string_view key) {
  std::vector<const toml::table*> tables;
  const toml::node* const node = take(key);
  if (node == nullptr) return tables;
  const auto wrong = [&] { fail(key, "has to be written as [[" + std::string(key) + "]], once for each"); };
  if (!node->is_array()) wrong();
  for (const toml::node& element : *node->as_array()) {
    if (!element.is_table()) wrong();
    tables.push_back(element.as_table());
  }
  return tables;
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
  throw BadToml{at(file_, place.begin) + std::string(key) + ' ' + problem};
}

}  // namespace idn
