// SPDX-License-Identifier: MIT
#include "idn_server/config/toml_file.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "cli/failure.hpp"

namespace idn::server {

toml::table parse_toml(std::string_view text, const std::string& file) try {
  return toml::parse(text, file);
} catch (const toml::parse_error& error) {
  const auto& place = error.source().begin;
  throw cli::Failure(cli::kUsage,
                     fmt::format("{}:{}:{}: {}", file, place.line, place.column, error.description()));
}

std::string read_text(const std::string& path, std::string_view option) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  std::array<char, 4096> part{};
  while (in.read(part.data(), part.size()) || in.gcount() > 0)
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  if (!in.is_open() || in.bad())
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("{}: {}; give a readable TOML file with {}", path,
                                   std::make_error_code(static_cast<std::errc>(errno)).message(), option));
  return text;
}

}  // namespace idn::server
