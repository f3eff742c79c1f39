// SPDX-License-Identifier: MIT
#include "plugins/tool/kind_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "plugins/tool/links.hpp"
#include "venue/shown_name.hpp"

namespace idn::plugins {
namespace {

namespace fs = std::filesystem;

std::string device_count(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "device" : "devices");
}

/// The number, or the quoted name, by which the host lists the device.
std::string name_of(const HostKind& kind, const Offer& offer, std::size_t number) {
  const std::string name = kind.listing == Listing::Numbers
                               ? std::to_string(number)
                               : fmt::format("\"{}\"", truncate_utf8(offer.name, kind.max_name_octets));
  return offer.at ? name : name + " (missing)";
}

std::string list(const HostKind& kind, std::span<const Offer> offers) {
  std::string names;
  for (std::size_t i = 0; i < offers.size(); ++i) names += (i == 0 ? "" : ", ") + name_of(kind, offers[i], i);
  return names;
}

std::string first_device(const HostKind& kind, const std::vector<Offer>& offers) {
  if (offers.size() < 2) return list(kind, offers);
  return fmt::format("{}; another of the {} if it is named", list(kind, std::span(offers).first(1)),
                     offers.size());
}

bool has_link(const HostKind& kind, const std::string& name, const std::string& file) {
  return !name.empty() && is_link_or_copy((fs::path(kind.folder) / name).string(), file);
}

std::string library_instructions(const HostKind& kind, const std::string& file) {
  if (kind.folder.empty())
    return fmt::format("{}; for a host: idn_plugins link FOLDER --for {}", file, kind.name);
  for (const std::string& name : kind.links)
    if (has_link(kind, name, file))
      return fmt::format("{}, as {}", file, (fs::path(kind.folder) / name).string());
  return fmt::format("{}; not yet in {}: idn_plugins link --for {}", file, kind.folder, kind.name);
}

std::string program_instructions(const HostKind& kind, std::size_t devices) {
  if (devices == 0) return kind.remark + ", which needs a device first";
  if (kind.needs_addresses && devices > 1)
    return fmt::format("{}, with --address for each of the {}, or for one that is named", kind.remark, devices);
  return kind.remark;
}

}  // namespace

std::string shown_devices(const HostKind& kind, const std::vector<Offer>& offers) {
  if (offers.empty()) return "no device";
  if (kind.listing == Listing::First) return first_device(kind, offers);
  const auto shown = std::span(offers).first(std::min(offers.size(), kind.max_devices));
  const auto missing = std::ranges::count_if(shown, [](const Offer& offer) { return !offer.at; });
  std::string text = device_count(shown.size());
  if (shown.size() < offers.size()) text += fmt::format(" of {}: hosts take no more", offers.size());
  if (missing > 0) text += fmt::format(", {} missing", missing);
  return text + ": " + list(kind, shown);
}

std::string host_instructions(const HostKind& kind, const std::string& file, std::size_t devices) {
  if (file.empty())
    return fmt::format("{} is not installed{}", kind.file,
                       kind.package.empty() ? "" : ": package " + kind.package);
  return kind.is_program() ? program_instructions(kind, devices) : library_instructions(kind, file);
}

}  // namespace idn::plugins
