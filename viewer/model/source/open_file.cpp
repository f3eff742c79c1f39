// SPDX-License-Identifier: MIT
#include "viewer/model/source/open_file.hpp"

#include <array>
#include <cstdio>
#include <memory>

#include "idn/ilda/section.hpp"

namespace idn::viewer {
namespace {

/// By the signature; if it cannot be read, by the name. The function that then opens the file reports the
/// error.
bool starts_like_ilda(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return path.ends_with(".ild");
  std::array<std::byte, 4> head{};
  if (std::fread(head.data(), 1, head.size(), file.get()) < head.size()) return path.ends_with(".ild");
  return ilda::has_signature(head);
}

}  // namespace

Recording open_file(const std::string& path, const FileOptions& options) {
  // Standard input can be read only once, so it must be a capture.
  if (path != "-" && starts_like_ilda(path)) return open_ilda(path, options);
  return open_capture(path, options);
}

}  // namespace idn::viewer
