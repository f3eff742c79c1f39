// SPDX-License-Identifier: MIT
#include "idn/output/output_limits.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "output/platform/administrator_file.hpp"
#include "toml/limits_table.hpp"

namespace idn::output {
namespace {

/// Devices, pipes and the like, which could block or never end, are refused.
Result<std::string> read_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return fail(Errc::Limits,
                path + ": " + std::make_error_code(std::errc::no_such_file_or_directory).message());
  if (!std::filesystem::is_regular_file(status)) return fail(Errc::Limits, path + ": is no regular file");
  if (std::filesystem::file_size(path, error) > kLargestFile)
    return fail(Errc::Limits, path + ": is larger than a mebibyte");
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad())
    return fail(Errc::Limits, path + ": cannot be read", "check its permissions");
  return text;
}

}  // namespace

Result<OutputLimits> load_limits(const std::string& path) {
  return read_file(path).and_then([&](const std::string& text) { return parse_limits(text, path); });
}

Result<OutputLimits> machine_limits(const std::string& path) {
  if (path.empty()) return OutputLimits{};
  const auto text = read_administrator_file(path);
  if (!text) return tl::unexpected(text.error());
  return *text ? parse_limits(**text, path) : OutputLimits{};
}

Result<OutputLimits> parse_limits(std::string_view text, const std::string& name) try {
  OutputLimits limits;
  TomlTable::read_root(text, name, [&](TomlTable& table) { limits = read_limits(table); });
  if (const auto complaint = problem_in(limits)) return fail(Errc::Limits, name + ": " + *complaint);
  return limits;
} catch (const BadToml& bad) {
  return fail(Errc::Limits, bad.text);
}

}  // namespace idn::output
