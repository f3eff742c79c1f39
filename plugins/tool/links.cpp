// SPDX-License-Identifier: MIT
#include "plugins/tool/links.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/failure.hpp"

namespace idn::plugins {
namespace {

namespace fs = std::filesystem;

struct Link {
  fs::path name, library;
};

cli::Failure refused(const fs::path& path, const std::error_code& error) {
  return {cli::kEnvironment,
          fmt::format("{}: {}; check the folder and its permissions", path.string(), error.message())};
}

const HostKind& library_kind(const std::string& name) {
  const HostKind* const kind = find_kind(name);
  if (kind == nullptr)
    throw cli::Failure(cli::kUsage,
                       fmt::format("\"{}\" is no kind of host; choose from {}", name, library_kinds()));
  if (kind->is_program())
    throw cli::Failure(cli::kUsage, fmt::format("{} needs no file; start {}", kind->name, kind->file));
  return *kind;
}

fs::path library_of(const HostKind& kind, const std::string& from) {
  if (from.empty()) return installed_file(kind);
  std::error_code error;
  const fs::path library = fs::absolute(fs::path(from) / kind.file, error);
  return fs::exists(library, error) ? library : fs::path();
}

std::string in_vain(const std::string& file, const std::string& from) {
  return from.empty() ? fmt::format("{} is not installed", file) : fmt::format("{} is not in {}", file, from);
}

fs::path folder_of(const HostKind& kind, const std::string& folder) {
  if (!folder.empty()) return folder;
  if (kind.folder.empty())
    throw cli::Failure(cli::kUsage, fmt::format("each host of {} has a folder of its own; name it: "
                                                "idn_plugins link FOLDER --for {}",
                                                kind.hosts, kind.name));
  return kind.folder;
}

void add_links(const HostKind& kind, const fs::path& folder, const fs::path& library,
               std::vector<Link>& links) {
  for (const std::string& name : kind.links) links.push_back({folder / name, library});
}

std::vector<Link> chosen_links(const LinkRequest& request) {
  std::vector<Link> links;
  for (const std::string& name : request.kinds) {
    const HostKind& kind = library_kind(name);
    const fs::path library = library_of(kind, request.from);
    if (library.empty())
      throw cli::Failure(cli::kEnvironment,
                         in_vain(kind.file, request.from) + "; name the folder that has it by --from");
    add_links(kind, folder_of(kind, request.folder), library, links);
  }
  return links;
}

/// Whatever is there, each kind in a folder for itself.
std::vector<Link> all_links(const LinkRequest& request) {
  std::vector<Link> links;
  for (const HostKind& kind : host_kinds()) {
    if (kind.is_program()) continue;
    const fs::path library = library_of(kind, request.from);
    if (!library.empty()) add_links(kind, fs::path(request.folder) / kind.name, library, links);
  }
  if (links.empty())
    throw cli::Failure(cli::kEnvironment, "none of the libraries is " +
                                              (request.from.empty() ? "installed" : "in " + request.from) +
                                              "; name the folder that has them by --from");
  return links;
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool is_copy(const fs::path& name, const fs::path& library) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(name, error)) &&
         fs::file_size(name, error) == fs::file_size(library, error) && content(name) == content(library);
}

bool is_same_file(const fs::path& name, const fs::path& library) {
  std::error_code error;
  return fs::equivalent(name, library, error) && !error;
}

/// As it would be made.
bool is_done(const Link& link, bool copies) {
  return copies ? is_copy(link.name, link.library) : is_same_file(link.name, link.library);
}

bool is_taken(const fs::path& name) {
  std::error_code error;
  return fs::exists(fs::symlink_status(name, error));
}

/// Before anything is done.
void check_names(const std::vector<Link>& links, const LinkRequest& request) {
  for (const Link& link : links)
    if (is_taken(link.name) && !request.replaces && !is_done(link, request.copies))
      throw cli::Failure(cli::kEnvironment, fmt::format("{} is something else; move it away, or add --replace",
                                                        link.name.string()));
}

/// Of two libraries in one folder a host would show the same devices twice.
void check_neighbours(const std::vector<Link>& links) {
  for (const Link& link : links)
    for (const HostKind& kind : host_kinds()) {
      if (kind.not_beside.empty() || std::ranges::count(kind.links, link.name.filename().string()) == 0)
        continue;
      const fs::path neighbour = link.name.parent_path() / kind.not_beside;
      const auto is_neighbour = [&](const Link& other) { return other.name == neighbour; };
      if (is_taken(neighbour) || std::ranges::any_of(links, is_neighbour))
        throw cli::Failure(cli::kEnvironment,
                           fmt::format("{} beside {} would show each device twice; choose one of them",
                                       link.name.string(), kind.not_beside));
    }
}

std::string make(const Link& link, bool copies) {
  std::error_code error;
  if (is_done(link, copies)) return fmt::format("{} is there already", link.name.string());
  fs::create_directories(link.name.parent_path(), error);
  if (error) throw refused(link.name.parent_path(), error);
  if (is_taken(link.name) && !fs::remove(link.name, error)) throw refused(link.name, error);
  if (copies)
    fs::copy_file(link.library, link.name, error);
  else
    fs::create_symlink(link.library, link.name, error);
  if (error) throw refused(link.name, error);
  return fmt::format("{} {} {}", link.name.string(), copies ? "is a copy of" : "->", link.library.string());
}

}  // namespace

bool leads_to(const std::string& name, const std::string& library) {
  return is_same_file(name, library) || is_copy(name, library);
}

std::vector<std::string> make_links(const LinkRequest& request) {
  if (request.kinds.empty() && request.folder.empty())
    throw cli::Failure(cli::kUsage, "name a folder, or a kind of host by --for");
  const auto links = request.kinds.empty() ? all_links(request) : chosen_links(request);
  check_names(links, request);
  check_neighbours(links);
  std::vector<std::string> done;
  for (const Link& link : links) done.push_back(make(link, request.copies));
  return done;
}

}  // namespace idn::plugins
