// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plugins/tool/host_kinds.hpp"

/// Links or copies of our libraries, under the file names of other makers, which are not shipped.
namespace idn::plugins {

#ifdef _WIN32
inline constexpr bool kUsuallyCopies = true;
#else
inline constexpr bool kUsuallyCopies = false;
#endif

struct LinkRequest {
  /// Folder for the links; without `kinds`, each kind gets a subfolder. Created if missing. Empty: the folder
  /// from which the hosts of the kind load.
  std::string folder;
  std::vector<std::string> kinds;  ///< names of host_kinds(); empty: all
  std::string from;                ///< folder of the libraries; empty: see installed_file()
  bool replaces = false;           ///< removes other files of these names
  bool copies = kUsuallyCopies;    ///< makes copies instead of links; else only with HostKind::needs_copies
};

/// Makes the links, after checking names and libraries of all of them.
/// @return what was done, one line each: "host/libHeliosDacAPI.so -> /usr/lib/idn/libidn_helios.so"
/// Throws cli::Failure: another file has such a name, unless LinkRequest::replaces; a library is missing (if no
/// kinds were given: all of them); a kind is a program, or needs a folder; an error of the system.
std::vector<std::string> make_links(const LinkRequest& request);

/// Whether `name` is a link to the library, or a file with the same content.
bool is_link_or_copy(const std::string& name, const std::string& library);

}  // namespace idn::plugins
