// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plugins/tool/host_kinds.hpp"

/// Names of other makers, which are not shipped: who wants them gets links, or copies.
namespace idn::plugins {

#ifdef _WIN32
inline constexpr bool kUsuallyCopies = true;
#else
inline constexpr bool kUsuallyCopies = false;
#endif

struct LinkRequest {
  /// For one kind or several, right in here; for all, in a folder for each kind in here. Made where it is
  /// missing. Empty: where the hosts of the kind look.
  std::string folder;
  std::vector<std::string> kinds;  ///< names of host_kinds(); empty: all
  std::string from;                ///< folder of the libraries; empty: see installed_file()
  bool replaces = false;           ///< what is there under these names is removed
  bool copies = kUsuallyCopies;
};

/// What was done, one line each: "host/libHeliosDacAPI.so -> /usr/lib/idn/libidn_helios.so". Nothing is done
/// unless all of it can be. Throws cli::Failure where a name is taken by something else, unless it is replaced;
/// where a library is missing, of all kinds each of them; where a kind has no libraries, or no folder; and
/// where the system refuses.
std::vector<std::string> make_links(const LinkRequest& request);

/// A link to the library, or a copy of it as it is now.
bool leads_to(const std::string& name, const std::string& library);

}  // namespace idn::plugins
