// SPDX-License-Identifier: MIT
#include "idn_server/identity_store.hpp"

#include <fmt/core.h>

#include <boost/interprocess/exceptions.hpp>
#include <boost/interprocess/sync/file_lock.hpp>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "idn/io/receive/unit_loop.hpp"
#include "idn_server/unit_identity.hpp"

namespace idn::server {
namespace {

namespace fs = std::filesystem;

/// Limit of units with one name that run at a time.
constexpr int kMostOfOneName = 64;

/// A name as part of a file name; octets that a file name may not hold are escaped.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const auto octet = static_cast<unsigned char>(c);
    const bool is_plain = octet < 0x80 && (std::isalnum(octet) || c == '_' || c == '-');
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", octet);
  }
  return text;
}

/// Nothing for a file that a crash or a full disk has cut short.
std::optional<wire::UnitId> read(const fs::path& file) {
  std::ifstream in(file);
  std::string text;
  std::getline(in, text);
  return parse_unit_id(text);
}

Result<wire::UnitId> read_or_make(const fs::path& file) {
  if (const auto stored = read(file)) return *stored;
  const wire::UnitId made = io::random_unit_id();
  std::ofstream out(file);
  out << to_string(made) << '\n' << std::flush;
  if (!out || read(file) != made) return fail(std::make_error_code(std::errc::io_error));
  return made;
}

}  // namespace

IdentityStore::IdentityStore(fs::path folder) : folder_(std::move(folder)) {}
IdentityStore::~IdentityStore() = default;

Result<wire::UnitId> IdentityStore::claim(const std::string& name) try {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return fail(error);
  for (int number = 1; number <= kMostOfOneName; ++number) {
    const std::string file = fmt::format("unit-{}.{}", escaped(name), number);
    if (lock(folder_ / (file + ".lock"))) return read_or_make(folder_ / (file + ".id"));
  }
  return fail(std::make_error_code(std::errc::device_or_resource_busy));
} catch (const boost::interprocess::interprocess_exception& error) {
  return fail(std::error_code(error.get_native_error(), std::system_category()));
}

/// Locks a separate file: POSIX locks belong to the process, so that closing the file with the ID would release
/// them.
bool IdentityStore::lock(const fs::path& file) {
  std::ofstream(file, std::ios::app);
  auto lock = std::make_unique<boost::interprocess::file_lock>(file.string().c_str());
  if (!lock->try_lock()) return false;
  taken_.push_back(std::move(lock));
  return true;
}

fs::path default_state_folder() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
#ifdef _WIN32
  const fs::path base = variable("LOCALAPPDATA");
#else
  fs::path base = variable("XDG_STATE_HOME");
  if (const fs::path home = variable("HOME"); !base.is_absolute() && !home.empty())
    base = home / ".local" / "state";
#endif
  return base.is_absolute() ? base / "idn" : fs::path();
}

}  // namespace idn::server
