// SPDX-License-Identifier: MIT
#pragma once

#include <toml++/toml.h>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Reads TOML configuration files, for the library, the programs and the plug-ins.
namespace idn {

/// Exception for an error in a file; text for users, with file, line, column, key and remedy in one line.
struct BadToml {
  std::string text;
};

/// A TOML table, read key by key. All functions throw BadToml for an invalid value.
class TomlTable {
 public:
  /// Calls `read` with the root table of `text`, the content of `file`; then refuses the keys that it did not
  /// ask for.
  template <class Read>
  static void read_root(std::string_view text, const std::string& file, Read read) {
    const toml::table root = root_of(text, file);
    enter(root, file, read);
  }

  /// The same with the content of a file, at most a mebibyte, which may be a pipe.
  template <class Read>
  static void read_file(const std::string& file, Read read) {
    read_root(content_of(file), file, read);
  }

  // The value of an optional key, or `fallback`.

  std::string text(std::string_view key, std::string fallback);
  std::int64_t number(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most);
  bool flag(std::string_view key, bool fallback);
  double real(std::string_view key, double fallback, double least, double most);

  // The value of an optional key, if there is one.

  /// Any finite number, with or without a fraction.
  std::optional<double> real(std::string_view key);
  /// The value of a string (or of an integer's digits) by `parse`, which returns an optional; if that is empty,
  /// the error is "has to be WANTED".
  template <class Parse>
  auto parsed(std::string_view key, Parse parse, std::string_view wanted) -> decltype(parse(std::string())) {
    const toml::node* const node = take(key);
    if (node == nullptr) return std::nullopt;
    return convert(*node, key, parse, wanted);
  }
  /// The same for each element of an array; none if the key is missing.
  template <class Parse>
  auto all_parsed(std::string_view key, Parse parse, std::string_view wanted) {
    std::vector<typename decltype(parse(std::string()))::value_type> values;
    if (const toml::array* const array = take_array(key))
      for (const toml::node& element : *array) values.push_back(*convert(element, key, parse, wanted));
    return values;
  }

  /// Of an array of arrays of two numbers; none if the key is missing.
  std::vector<std::array<double, 2>> pairs(std::string_view key, std::string_view wanted);

  /// Calls `read` with the table of "[key]", if there is one; then refuses the keys that it did not ask for.
  template <class Read>
  void in_table(std::string_view key, Read read) {
    if (const toml::table* const table = take_table(key)) enter(*table, file_, read);
  }
  /// The same with each table of "[[key]]", in order.
  template <class Read>
  void in_tables(std::string_view key, Read read) {
    for (const toml::table* const table : take_tables(key)) enter(*table, file_, read);
  }

  /// Throws BadToml if the key is missing.
  void require(std::string_view key, std::string_view remedy) const;
  /// Throws BadToml with the position of the key's value, or of the table if the key is missing.
  [[noreturn]] void fail(std::string_view key, const std::string& problem) const;

 private:
  /// Both outlive this object.
  TomlTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  static std::string content_of(const std::string& file);
  static toml::table root_of(std::string_view text, const std::string& file);
  template <class Read>
  static void enter(const toml::table& inner, const std::string& file, Read read) {
    TomlTable table(inner, file);
    read(table);
    table.refuse_unknown_keys();
  }
  void refuse_unknown_keys() const;

  const toml::node* take(std::string_view key);
  const toml::array* take_array(std::string_view key);
  const toml::table* take_table(std::string_view key);
  std::vector<const toml::table*> take_tables(std::string_view key);
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

}  // namespace idn
