// SPDX-License-Identifier: MIT
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "idn/output/output_limits.hpp"

/// Reads TOML configuration files, for the library and the plug-ins; programs have cli::TomlTable.
namespace idn::output {

/// Exception for an error in a file; text for users, with file, line, column, key and remedy.
struct BadToml {
  std::string text;
};

/// Parses `text`, the content of file `name`. Throws BadToml.
toml::table parse_toml(std::string_view text, const std::string& name);

/// Reads the keys of one table. All functions throw BadToml for an invalid value.
class TomlReader {
 public:
  /// Both arguments must outlive this object.
  TomlReader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  // Optional keys: if one is missing, the value is not changed.

  void read(std::string_view key, double& value);
  void read(std::string_view key, bool& value);
  void read(std::string_view key, std::string& value);
  void read(std::string_view key, LimitAction& action);
  /// A number from `least` to `most`.
  void read(std::string_view key, double& value, double least, double most);
  /// An integer from `least` to `most`.
  void read(std::string_view key, std::int64_t& value, std::int64_t least, std::int64_t most);

  // Mandatory keys: a missing one is an error.

  void require(std::string_view key, double& value);
  void require(std::string_view key, std::string& value);
  void require(std::string_view key, Polygon& corners);

  /// Calls `read` with the table of "[key]", if there is one.
  template <class Read>
  void in_table(std::string_view key, Read read) {
    if (const toml::node* node = take(key)) enter(*node, key, read);
  }
  /// Calls `read` with each table of "[[key]]", in order.
  template <class Read>
  void in_tables(std::string_view key, Read read) {
    const toml::node* const node = take(key);
    if (node == nullptr) return;
    for (const toml::node& table : array_of_tables(*node, key)) enter(table, key, read);
  }

  /// Throws BadToml if the table has a key that was not read. To be called last.
  void refuse_unknown_keys() const;
  /// Throws BadToml with the position of the value of `key`, or of the table if there is none.
  [[noreturn]] void fail(std::string_view key, const std::string& complaint) const;

 private:
  const toml::node* take(std::string_view key);
  void require(std::string_view key) const;
  const toml::array& array_of_tables(const toml::node& node, std::string_view key) const;
  template <class Read>
  void enter(const toml::node& node, std::string_view key, Read read) const {
    if (!node.is_table()) fail(node, key, "has to be a table, such as [" + std::string(key) + "]");
    TomlReader table(*node.as_table(), file_);
    read(table);
    table.refuse_unknown_keys();
  }
  double number(const toml::node& node, std::string_view key) const;
  Point point(const toml::node& node, std::string_view key) const;
  Polygon polygon(const toml::node& node, std::string_view key) const;
  [[noreturn]] void fail(const toml::node& node, std::string_view key, const std::string& complaint) const;
  [[noreturn]] void fail(const toml::source_region& place, std::string_view key,
                         const std::string& complaint) const;

  const toml::table& table_;
  const std::string& file_;
  std::string known_;
};

/// Reads the keys of a file of limits, see limits_file.hpp. Throws BadToml.
void read_limits(TomlReader& table, OutputLimits& limits);

}  // namespace idn::output
