// SPDX-License-Identifier: MIT
#include "idn/client/limits_file.hpp"

#include <toml++/toml.h>

#include <cmath>
#include <sstream>

#include "client/platform/administrator_file.hpp"

namespace idn::client {
namespace {

using enum LimitAction;

/// What ends the reading; text for users.
struct BadLimits {
  std::string text;
};

/// One table, read key by key.
class LimitsTable {
 public:
  LimitsTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  /// Where the key is there.
  void read(std::string_view key, double& value) {
    if (const toml::node* node = take(key)) value = number(*node, key);
  }
  void read(std::string_view key, LimitAction& action) {
    if (const toml::node* node = take(key)) action = action_of(*node, key);
  }
  void require(std::string_view key, double& value) {
    require(key);
    read(key, value);
  }
  void require(std::string_view key, Polygon& corners) {
    require(key);
    corners = polygon(*take(key), key);
  }

  /// Calls `read` with the table of "[key]", if there is one.
  template <class Read>
  void in_table(std::string_view key, Read read) {
    if (const toml::node* node = take(key)) enter(*node, key, read);
  }
  /// With each table of "[[key]]".
  template <class Read>
  void in_tables(std::string_view key, Read read) {
    const toml::node* const node = take(key);
    if (node == nullptr) return;
    const toml::array* const tables = node->as_array();
    if (tables == nullptr) fail(*node, key, "has to be written as [[...]], once for each");
    for (const toml::node& table : *tables) enter(table, key, read);
  }

  /// When everything else has been read.
  void refuse_unknown_keys() const {
    for (const auto& [key, value] : table_)
      if (known_.find(" " + std::string(key.str()) + ",") == std::string::npos)
        fail(key.source(), key.str(), "is not a key here; choose from" + known_.substr(0, known_.size() - 1));
  }
  [[noreturn]] void fail(std::string_view key, const std::string& complaint) const {
    fail(table_.source(), key, complaint);
  }

 private:
  const toml::node* take(std::string_view key) {
    known_ += " " + std::string(key) + ",";
    return table_.get(key);
  }
  void require(std::string_view key) const {
    if (!table_.contains(key)) fail(key, "is missing");
  }
  template <class Read>
  void enter(const toml::node& node, std::string_view key, Read read) const {
    if (!node.is_table()) fail(node, key, "has to be a table, such as [" + std::string(key) + "]");
    LimitsTable table(*node.as_table(), file_);
    read(table);
    table.refuse_unknown_keys();
  }

  double number(const toml::node& node, std::string_view key) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value)) fail(node, key, "has to be a number");
    return *value;
  }
  LimitAction action_of(const toml::node& node, std::string_view key) const {
    const auto text = node.value_exact<std::string>().value_or("");
    if (text == "off") return Off;
    if (text == "count") return Count;
    if (text == "blank") return Blank;
    if (text == "clamp") return Clamp;
    fail(node, key, "has to be \"off\", \"count\", \"blank\" or \"clamp\"");
  }
  Point point(const toml::node& node, std::string_view key) const {
    const toml::array* const pair = node.as_array();
    if (pair == nullptr || pair->size() != 2) fail(node, key, "has to be a list of corners, [x, y] each");
    return {number((*pair)[0], key), number((*pair)[1], key)};
  }
  Polygon polygon(const toml::node& node, std::string_view key) const {
    const toml::array* const list = node.as_array();
    if (list == nullptr) fail(node, key, "has to be a list of corners, [x, y] each");
    Polygon corners;
    for (const toml::node& corner : *list) corners.push_back(point(corner, key));
    return corners;
  }

  [[noreturn]] void fail(const toml::node& node, std::string_view key, const std::string& complaint) const {
    fail(node.source(), key, complaint);
  }
  [[noreturn]] void fail(const toml::source_region& place, std::string_view key,
                         const std::string& complaint) const {
    std::ostringstream text;
    text << file_ << ':' << place.begin.line << ':' << place.begin.column << ": " << key << ' ' << complaint;
    throw BadLimits{text.str()};
  }

  const toml::table& table_;
  const std::string& file_;
  std::string known_;
};

/// `most` sets all colours, those that are named are set after it.
void read_brightness(LimitsTable& table, Brightness& most) {
  double all = std::nan("");
  table.read("most", all);
  if (!std::isnan(all)) most = Brightness::all(all);
  table.read("red", most.red);
  table.read("green", most.green);
  table.read("blue", most.blue);
  table.read("deep_blue", most.deep_blue);
  table.read("yellow", most.yellow);
  table.read("cyan", most.cyan);
}

void read_scanner(LimitsTable& table, std::string_view key, ScannerLimit& limit) {
  table.in_table(key, [&](LimitsTable& inner) {
    limit.action = Clamp;
    inner.require("most", limit.most);
    inner.read("action", limit.action);
  });
}

void read_picture(LimitsTable& table, PictureSize& picture) {
  table.in_table("picture", [&](LimitsTable& inner) {
    picture.action = Clamp;
    inner.read("left", picture.left);
    inner.read("right", picture.right);
    inner.read("bottom", picture.bottom);
    inner.read("top", picture.top);
    inner.read("action", picture.action);
  });
}

void read_dwell(LimitsTable& table, DwellLimit& dwell) {
  table.in_table("dwell", [&](LimitsTable& inner) {
    dwell.action = Blank;
    double milliseconds = std::chrono::duration<double, std::milli>(dwell.longest).count();
    inner.read("size", dwell.size);
    inner.read("longest_ms", milliseconds);
    inner.read("share", dwell.share);
    inner.read("action", dwell.action);
    if (!(milliseconds >= 0 && milliseconds <= 1e6)) inner.fail("longest_ms", "has to be 0.001..10000");
    dwell.longest = Duration(static_cast<Duration::rep>(milliseconds * 1e6));
  });
}

void read_zones(LimitsTable& table, OutputLimits& limits) {
  table.in_tables("zone", [&](LimitsTable& inner) {
    Zone zone;
    inner.require("corners", zone.corners);
    read_brightness(inner, zone.most);
    inner.read("action", zone.action);
    limits.zones.push_back(zone);
  });
}

void read_allowed(LimitsTable& table, OutputLimits& limits) {
  table.in_table("allowed", [&](LimitsTable& inner) {
    AllowedZones allowed;
    inner.read("action", allowed.action);
    inner.in_tables("zone", [&](LimitsTable& zone) { zone.require("corners", allowed.zones.emplace_back()); });
    limits.allowed.push_back(allowed);
  });
}

OutputLimits read_limits(const toml::table& root, const std::string& name) {
  LimitsTable table(root, name);
  OutputLimits limits;
  read_scanner(table, "speed", limits.speed);
  read_scanner(table, "acceleration", limits.acceleration);
  read_picture(table, limits.picture);
  table.in_table("brightness", [&](LimitsTable& inner) {
    limits.brightness.action = Clamp;
    read_brightness(inner, limits.brightness.most);
    inner.read("action", limits.brightness.action);
  });
  read_dwell(table, limits.dwell);
  read_zones(table, limits);
  read_allowed(table, limits);
  table.refuse_unknown_keys();
  return limits;
}

}  // namespace

tl::expected<OutputLimits, std::string> load_limits(const std::string& path) {
  const auto text = read_administrator_file(path);
  if (!text) return tl::unexpected(text.error());
  return *text ? parse_limits(**text, path) : OutputLimits{};
}

tl::expected<OutputLimits, std::string> parse_limits(std::string_view text, const std::string& name) try {
  const toml::table root = toml::parse(text, name);
  OutputLimits limits = read_limits(root, name);
  if (const auto complaint = check(limits)) return tl::unexpected(name + ": " + *complaint);
  return limits;
} catch (const toml::parse_error& error) {
  std::ostringstream message;
  message << name << ':' << error.source().begin.line << ':' << error.source().begin.column << ": "
          << error.description();
  return tl::unexpected(message.str());
} catch (const BadLimits& bad) {
  return tl::unexpected(bad.text);
}

}  // namespace idn::client
