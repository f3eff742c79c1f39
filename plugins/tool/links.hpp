// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// Names of other makers, which are not shipped: who wants them gets links, or copies on Windows.
namespace idn::plugins {

/// A plug-in that is a library, and the names by which hosts look for it.
struct LinkedLibrary {
  std::string plugin;              ///< "helios"
  std::string file;                ///< ours, "libidn_helios.so"
  std::vector<std::string> names;  ///< of others
};

/// On this system.
const std::vector<LinkedLibrary>& linked_libraries();

/// What was done, one line each: "libHeliosDacAPI.so -> /usr/lib/idn/libidn_helios.so". Throws cli::Failure
/// where a name is taken by something else, unless `replaces`; where none of the libraries is in `from`; and
/// where the system refuses.
std::vector<std::string> make_links(const std::string& folder, const std::string& from, bool replaces);

/// Where the libraries are, beside this program or as they were installed.
std::string library_folder();

}  // namespace idn::plugins
