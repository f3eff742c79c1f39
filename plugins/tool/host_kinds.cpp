// SPDX-License-Identifier: MIT
#include "plugins/tool/host_kinds.hpp"

#include <algorithm>
#include <filesystem>

#include "plugins/common/host_limits.hpp"
#include "plugins/common/platform/module.hpp"
#include "venue/folders.hpp"

namespace idn::plugins {
namespace {

namespace fs = std::filesystem;

#if defined(_WIN32)
constexpr char kProgramSuffix[] = ".exe";
#else
constexpr char kProgramSuffix[] = "";
#endif

/// Longest device names of the interfaces, in octets; see plugins/helios and plugins/libera.
constexpr std::size_t kHeliosName = 31, kLiberaName = 255;

fs::path program_folder() {
  std::error_code error;
  auto program = fs::read_symlink("/proc/self/exe", error);
  if (error) program = fs::absolute(platform::module_path(), error);
  return program.parent_path();
}

std::string subfolder(const std::string& folder, const std::string& rest) {
  return folder.empty() ? folder : folder + rest;
}

std::string libera_folder() {
#if defined(_WIN32)
  return subfolder(folders::environment("LOCALAPPDATA"), "\\Libera\\Plugins");
#elif defined(__APPLE__)
  return subfolder(folders::environment("HOME"), "/Library/Application Support/Libera/Plugins");
#else
  const std::string data = folders::environment("XDG_DATA_HOME");
  return data.empty() ? subfolder(folders::environment("HOME"), "/.local/share/libera/plugins")
                      : data + "/libera/plugins";
#endif
}

std::string library(const std::string& name) {
#if defined(_WIN32)
  return name + ".dll";
#elif defined(__APPLE__)
  return "lib" + name + ".dylib";
#else
  return "lib" + name + ".so";
#endif
}

void add_helios(std::vector<HostKind>& kinds) {
#if defined(_WIN32)
  std::vector<std::string> links{"HeliosLaserDAC.dll"};
#elif defined(__APPLE__)
  std::vector<std::string> links{"libHeliosLaserDAC.dylib", "libHeliosDacAPI.dylib"};
#else
  std::vector<std::string> links{"libHeliosDacAPI.so", "libHeliosDACAPI.so", "libHeliosLaserDAC.so"};
#endif
  kinds.push_back({.name = "helios",
                   .hosts = "Helios DACs",
                   .file = library("idn_helios"),
                   .links = std::move(links),
                   .package = "idn-plugins",
                   .max_name_octets = kHeliosName});
}

void add_libera(std::vector<HostKind>& kinds) {
  const std::string file = library("idn_libera");
  kinds.push_back({.name = "libera",
                   .hosts = "Libera plug-ins",
                   .file = file,
                   .links = {file},
                   .package = "idn-plugins",
                   .folder = libera_folder(),
                   .needs_copies = true,
                   .max_name_octets = kLiberaName});
}

#ifdef _WIN32
void add_compat(std::vector<HostKind>& kinds) {
  const std::string file = library("idn_compat");
  kinds.push_back({.name = "easylase",
                   .hosts = "EasyLase",
                   .file = file,
                   .links = {"EasyLase.dll"},
                   .listing = Listing::Numbers,
                   .max_devices = kMostEasyLaseCards});
  kinds.push_back({.name = "ezauddac",
                   .hosts = "EzAudDac",
                   .file = file,
                   .links = {"EzAudDac.dll"},
                   .listing = Listing::Numbers});
  kinds.push_back({.name = "etherdream-dll",
                   .hosts = "Ether Dreams by the maker's DLL",
                   .file = file,
                   .links = {"EtherDream.dll"}});
  kinds.push_back({.name = "olsc",
                   .hosts = "OpenLaserShowController",
                   .file = file,
                   .links = {"OLSD.dll", "OLSC_Easylase.dll", "OLSC_EzAudDac.dll"},
                   .max_devices = kMostOlscDevices});
}
#endif

void add_programs(std::vector<HostKind>& kinds) {
  kinds.push_back({.name = "etherdream",
                   .hosts = "Ether Dream DACs in the network",
                   .file = std::string("idn_etherdream") + kProgramSuffix,
                   .links = {},
                   .package = "idn-tools",
                   .remark = "while idn_etherdream runs",
                   .needs_addresses = true});
#ifndef _WIN32
  kinds.push_back({.name = "jack",
                   .hosts = "JACK",
                   .file = "idn_jack",
                   .links = {},
                   .package = "idn-jack",
                   .listing = Listing::First,
                   .remark = "while idn_jack runs"});
#endif
}

std::vector<HostKind> all_kinds() {
  std::vector<HostKind> kinds;
  add_helios(kinds);
  add_libera(kinds);
#ifdef _WIN32
  add_compat(kinds);
#endif
  add_programs(kinds);
  return kinds;
}

}  // namespace

const std::vector<HostKind>& host_kinds() {
  static const std::vector<HostKind> kinds = all_kinds();
  return kinds;
}

const HostKind* find_kind(const std::string& name) {
  const auto found = std::ranges::find(host_kinds(), name, &HostKind::name);
  return found == host_kinds().end() ? nullptr : &*found;
}

std::string library_kinds() {
  std::string names;
  for (const HostKind& kind : host_kinds())
    if (!kind.is_program()) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

std::string installed_file(const HostKind& kind) {
  const fs::path here = program_folder();
  std::error_code ignored;
  for (const fs::path& folder : {here / IDN_PLUGINS_FROM_PROGRAM, here, here / "../helios", here / "../libera",
                                 here / "../compat", here / "../etherdream", here / "../jack"})
    if (fs::exists(folder / kind.file, ignored)) return fs::canonical(folder / kind.file, ignored).string();
  return {};
}

}  // namespace idn::plugins
