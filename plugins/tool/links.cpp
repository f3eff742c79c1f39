// SPDX-License-Identifier: MIT
#include "plugins/tool/links.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "cli/failure.hpp"
#include "plugins/common/platform/module.hpp"

namespace idn::plugins {
namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
constexpr bool kCopies = true;
#else
constexpr bool kCopies = false;
#endif

cli::Failure refused(const fs::path& path, const std::error_code& error) {
  return {cli::kEnvironment,
          fmt::format("{}: {}; check the folder and its permissions", path.string(), error.message())};
}

fs::path program_folder() {
  std::error_code error;
  auto program = fs::read_symlink("/proc/self/exe", error);
  if (error) program = fs::absolute(platform::module_path(), error);
  return program.parent_path();
}

bool is_ours(const fs::path& name, const fs::path& library) {
  std::error_code error;
  return fs::equivalent(name, library, error) && !error;
}

std::string put(const fs::path& name, const fs::path& library, bool replaces) {
  std::error_code error;
  if (!kCopies && is_ours(name, library)) return fmt::format("{} is there already", name.filename().string());
  if (fs::exists(fs::symlink_status(name, error))) {
    if (!replaces)
      throw cli::Failure(cli::kEnvironment,
                         fmt::format("{} is something else; move it away, or add --replace", name.string()));
    if (!fs::remove(name, error)) throw refused(name, error);
  }
  if (kCopies)
    fs::copy_file(library, name, error);
  else
    fs::create_symlink(library, name, error);
  if (error) throw refused(name, error);
  return fmt::format("{} {} {}", name.filename().string(), kCopies ? "is a copy of" : "->", library.string());
}

}  // namespace

const std::vector<LinkedLibrary>& linked_libraries() {
#if defined(_WIN32)
  static const std::vector<LinkedLibrary> all{{"helios", "idn_helios.dll", {"HeliosLaserDAC.dll"}},
                                              {"compat",
                                               "idn_compat.dll",
                                               {"EasyLase.dll", "EzAudDac.dll", "EtherDream.dll", "OLSD.dll",
                                                "OLSC_Easylase.dll", "OLSC_EzAudDac.dll"}}};
#elif defined(__APPLE__)
  static const std::vector<LinkedLibrary> all{
      {"helios", "libidn_helios.dylib", {"libHeliosLaserDAC.dylib", "libHeliosDacAPI.dylib"}}};
#else
  static const std::vector<LinkedLibrary> all{
      {"helios", "libidn_helios.so", {"libHeliosDacAPI.so", "libHeliosDACAPI.so", "libHeliosLaserDAC.so"}}};
#endif
  return all;
}

std::string library_folder() {
  const fs::path here = program_folder();
  const std::string& known = linked_libraries().front().file;
  std::error_code ignored;
  for (const fs::path& folder : {here / IDN_PLUGINS_FROM_PROGRAM, here, here / "../helios"})
    if (fs::exists(folder / known, ignored)) return fs::canonical(folder, ignored).string();
  return (here / IDN_PLUGINS_FROM_PROGRAM).lexically_normal().string();
}

std::vector<std::string> make_links(const std::string& folder, const std::string& from, bool replaces) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw refused(folder, error);
  std::vector<std::string> done;
  for (const LinkedLibrary& linked : linked_libraries()) {
    const fs::path library = fs::absolute(fs::path(from) / linked.file);
    if (!fs::exists(library, error)) continue;
    for (const std::string& name : linked.names)
      done.push_back(put(fs::path(folder) / name, library, replaces));
  }
  if (done.empty())
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("{} has none of the libraries; name their folder by --from", from));
  return done;
}

}  // namespace idn::plugins
