// SPDX-License-Identifier: MIT
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace idn::cli {

/// Parses the text of `file`. Throws Failure (kUsage) with file, line and column if it is not TOML.
toml::table parse_toml(std::string_view text, const std::string& file);

/// A TOML table, read key by key. Its functions throw Failure (kUsage) for invalid values; the message has
/// file, line, column, key and remedy in one line.
class TomlTable {
 public:
  /// Both outlive this object.
  TomlTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  std::string text(std::string_view key, std::string fallback);
  std::int64_t number(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most);
  bool flag(std::string_view key, bool fallback);
  /// Any finite number, with or without a fraction; nothing if the key is missing.
  std::optional<double> real(std::string_view key);
  double real(std::string_view key, double fallback, double least, double most);

  /// The value of a string (or of an integer's digits) by `parse`, which returns an optional; if that is empty,
  /// the error is "has to be WANTED". Nothing if the key is missing.
  template <class Parse>
  auto parsed(std::string_view key, Parse parse, std::string_view wanted) -> decltype(parse(std::string())) {
    const toml::node* const node = take(key);
    if (node == nullptr) return std::nullopt;
    return convert(*node, key, parse, wanted);
  }

  /// The same for each element of an array.
  template <class Parse>
  auto all_parsed(std::string_view key, Parse parse, std::string_view wanted) {
    std::vector<typename decltype(parse(std::string()))::value_type> values;
    if (const toml::array* const array = take_array(key))
      for (const toml::node& element : *array) values.push_back(*convert(element, key, parse, wanted));
    return values;
  }

  /// The table of "[key]", or null where there is none.
  const toml::table* table(std::string_view key);
  /// The tables of "[[key]]".
  std::vector<const toml::table*> tables(std::string_view key);

  /// Throws Failure if the key is missing.
  void require(std::string_view key, std::string_view remedy) const;
  /// Throws Failure for a key that none of the functions above has asked for; call it last.
  void refuse_unknown_keys() const;

  /// Throws Failure with the position of the key's value, or of the table if the key is missing.
  [[noreturn]] void fail(std::string_view key, const std::string& problem) const;

 private:
  const toml::node* take(std::string_view key);
  const toml::array* take_array(std::string_view key);
  [[noreturn]] void fail(const toml::source_region& place, std::string_view key,
                         const std::string& problem) const;

  template <class Parse>
  auto convert(const toml::node& node, std::string_view key, Parse parse, std::string_view wanted) {
    const auto value = parse(text_of(node));
    if (!value) fail(node.source(), key, "has to be " + std::string(wanted));
    return value;
  }
  /// Empty for what is neither a string nor an integer.
  static std::string text_of(const toml::node& node);

  const toml::table& table_;
  const std::string& file_;
  std::set<std::string, std::less<>> known_;  ///< keys that were asked for
};

}  // namespace idn::cli
