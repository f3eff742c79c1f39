// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace idn::plugins {

/// What a host shows of the devices.
enum class Shown : std::uint8_t {
  Names,    ///< a list of their names
  Numbers,  ///< that there are so many
  First,    ///< one that somebody names, or the first
};

/// A kind of software of other makers, and how it gets at projectors: by a library that it looks for under
/// names of its own, or by a program that somebody starts.
struct HostKind {
  std::string name;                ///< "helios", as link --for takes it
  std::string hosts;               ///< "Helios DACs"
  std::string file;                ///< ours: "libidn_helios.so", or a program
  std::vector<std::string> links;  ///< the names that hosts look for; empty: a program
  std::string package{};           ///< of Debian, which has the file; empty on other systems
  /// Where all hosts of the kind look; empty: each in a folder of its own.
  std::string folder{};
  std::string not_beside{};  ///< a name that no folder should have beside these
  bool is_variant = false;   ///< for the hosts of the kind before
  Shown shown = Shown::Names;
  std::size_t most = std::numeric_limits<std::size_t>::max();       ///< devices that hosts can count
  std::size_t name_size = std::numeric_limits<std::size_t>::max();  ///< octets that they have room for
  std::string remark{};                                             ///< what has to be done
  bool needs_addresses = false;                                     ///< each device one of its own

  bool is_program() const noexcept { return links.empty(); }
};

/// On this system.
const std::vector<HostKind>& host_kinds();
/// Nothing: there is none of this name.
const HostKind* find_kind(const std::string& name);

/// Names of those that look for a library, for people: "helios, libera".
std::string library_kinds();

/// Where its file is: beside this program, or as it was installed or built; empty: nowhere.
std::string installed_file(const HostKind& kind);

}  // namespace idn::plugins
