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
  bool is_copy;
};

cli::Failure failure_at(const fs::path& path, const std::error_code& error) {
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

std::string not_found_text(const std::string& file, const std::string& from) {
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

void add_links(const HostKind& kind, const fs::path& folder, const fs::path& library, bool copies,
               std::vector<Link>& links) {
  for (const std::string& name : kind.links)
    links.push_back({folder / name, library, copies || kind.needs_copies});
}

std::vector<Link> chosen_links(const LinkRequest& request) {
  std::vector<Link> links;
  for (const std::string& name : request.kinds) {
    const HostKind& kind = library_kind(name);
    const fs::path library = library_of(kind, request.from);
    if (library.empty())
      throw cli::Failure(cli::kEnvironment, not_found_text(kind.file, request.from) +
                                                "; name the folder that has it by --libraries");
    add_links(kind, folder_of(kind, request.folder), library, request.copies, links);
  }
  return links;
}

/// For all libraries that exist: each kind in a subfolder.
std::vector<Link> all_links(const LinkRequest& request) {
  std::vector<Link> links;
  for (const HostKind& kind : host_kinds()) {
    if (kind.is_program()) continue;
    const fs::path library = library_of(kind, request.from);
    if (!library.empty()) add_links(kind, fs::path(request.folder) / kind.name, library, request.copies, links);
  }
  if (links.empty())
    throw cli::Failure(cli::kEnvironment, "none of the libraries is " +
                                              (request.from.empty() ? "installed" : "in " + request.from) +
                                              "; name the folder that has them by --libraries");
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

/// Whether the link, or copy, exists already.
bool already_exists(const Link& link) {
  return link.is_copy ? is_copy(link.name, link.library) : is_same_file(link.name, link.library);
}

bool is_taken(const fs::path& name) {
  std::error_code error;
  return fs::exists(fs::symlink_status(name, error));
}

/// Throws if another file has the name of a link. A link to the library may become a copy of it.
void check_names(const std::vector<Link>& links, bool replaces) {
  for (const Link& link : links)
    if (is_taken(link.name) && !replaces && !already_exists(link) && !is_same_file(link.name, link.library))
      throw cli::Failure(cli::kEnvironment, fmt::format("{} is something else; move it away, or add --replace",
                                                        link.name.string()));
}

std::string make_link(const Link& link) {
  std::error_code error;
  if (already_exists(link)) return fmt::format("{} is there already", link.name.string());
  fs::create_directories(link.name.parent_path(), error);
  if (error) throw failure_at(link.name.parent_path(), error);
  if (is_taken(link.name) && !fs::remove(link.name, error)) throw failure_at(link.name, error);
  if (link.is_copy)
    fs::copy_file(link.library, link.name, error);
  else
    fs::create_symlink(link.library, link.name, error);
  if (error) throw failure_at(link.name, error);
  return fmt::format("{} {} {}", link.name.string(), link.is_copy ? "is a copy of" : "->",
                     link.library.string());
}

}  // namespace

bool is_link_or_copy(const std::string& name, const std::string& library) {
  return is_same_file(name, library) || is_copy(name, library);
}

std::vector<std::string> make_links(const LinkRequest& request) {
  if (request.kinds.empty() && request.folder.empty())
    throw cli::Failure(cli::kUsage, "name a folder, or a kind of host by --for");
  const auto links = request.kinds.empty() ? all_links(request) : chosen_links(request);
  check_names(links, request.replaces);
  std::vector<std::string> done;
  for (const Link& link : links) done.push_back(make_link(link));
  return done;
}

}  // namespace idn::plugins
