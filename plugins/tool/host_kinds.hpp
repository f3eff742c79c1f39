// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace idn::plugins {

/// How a host lists the devices.
enum class Listing : std::uint8_t {
  Names,    ///< by name
  Numbers,  ///< by number only
  First,    ///< not at all: it plays to one, which the user names, or to the first
};

/// A kind of third-party software, and how it reaches projectors: through a library of ours, which it loads
/// under other file names, or through a program of ours, which the user starts.
struct HostKind {
  std::string name;                ///< "helios", as in link --for
  std::string hosts;               ///< "Helios DACs"
  std::string file;                ///< our library, "libidn_helios.so", or program
  std::vector<std::string> links;  ///< file names that hosts load; empty: `file` is a program
  std::string package{};           ///< Debian package of `file`; empty on other systems
  /// Folder from which all hosts of the kind load; empty: each host has its own.
  std::string folder{};
  bool needs_copies = false;  ///< hosts cannot remove a link again
  Listing listing = Listing::Names;
  std::size_t max_devices = std::numeric_limits<std::size_t>::max();      ///< most devices that hosts can list
  std::size_t max_name_octets = std::numeric_limits<std::size_t>::max();  ///< longest name in hosts, in octets
  std::string remark{};                                                   ///< for users: "while idn_jack runs"
  bool needs_addresses = false;                                           ///< each device needs an IP address

  bool is_program() const noexcept { return links.empty(); }
};

/// The kinds on this system.
const std::vector<HostKind>& host_kinds();
/// @return null if there is no kind of this name
const HostKind* find_kind(const std::string& name);

/// Names of the kinds that load a library, for messages: "helios, libera".
std::string library_kinds();

/// Path of HostKind::file: beside this program, or where it was installed or built; empty: not found.
std::string installed_file(const HostKind& kind);

}  // namespace idn::plugins
