// SPDX-License-Identifier: MIT
#include "c/output.hpp"

#include <algorithm>
#include <span>

#include "c/call.hpp"
#include "c/sized.hpp"

namespace idn::c {
namespace {

using output::LimitAction;
using output::OutputLimits;
using enum output::LimitAction;

static_assert(static_cast<int>(output::LimitAction::Count) == IDN_ACTION_COUNT);
static_assert(static_cast<int>(output::LimitAction::Blank) == IDN_ACTION_BLANK);
static_assert(static_cast<int>(output::LimitAction::Clamp) == IDN_ACTION_CLAMP);

int unknown_action(std::string_view option) noexcept {
  return fail(IDN_ERR_BAD_OPTION, option);
}

bool is_action(std::uint32_t action) noexcept {
  return action <= IDN_ACTION_CLAMP;
}

output::Brightness brightness_of(const idn_colours_t& colours) noexcept {
  return {.red = colours.r,
          .green = colours.g,
          .blue = colours.b,
          .deep_blue = colours.u1,
          .yellow = colours.u2,
          .cyan = colours.u3};
}

/// The action of a limit, whose default depends on the limit.
output::LimitAction action_of(std::uint32_t action, output::LimitAction by_default) noexcept {
  return action == IDN_ACTION_DEFAULT ? by_default : static_cast<output::LimitAction>(action);
}

/// NULL gives a polygon without corners, which opening the device rejects.
output::Polygon polygon_of(const idn_polygon_t& given) {
  output::Polygon polygon;
  if (given.corners == nullptr) return polygon;
  // Limits the copy: one corner more than allowed is enough for opening the device to reject the polygon.
  for (std::size_t i = 0; i < std::min(given.count, output::OutputLimits::kMaxCorners + 1); ++i)
    polygon.push_back({given.corners[i].x, given.corners[i].y});
  return polygon;
}

int read_zones(const idn_output_options_t& known, output::OutputLimits& limits) {
  if (known.zone_count == 0) return IDN_OK;
  if (known.zones == nullptr) return null_argument();
  const auto size = size_of(known.zones);
  if (!size) return IDN_ERR_STRUCT_SIZE;
  const auto* octets = reinterpret_cast<const unsigned char*>(known.zones);
  for (std::size_t i = 0; i < std::min(known.zone_count, output::OutputLimits::kMaxZones + 1);
       ++i, octets += *size) {
    const auto zone = read_options(reinterpret_cast<const idn_zone_t*>(octets));
    if (!zone) return IDN_ERR_STRUCT_SIZE;
    if (zone->struct_size != *size) return fail(IDN_ERR_STRUCT_SIZE, "zones of different struct_size");
    if (!is_action(zone->action)) return unknown_action("action of a zone; give IDN_ACTION_...");
    limits.zones.push_back(
        {polygon_of(zone->polygon), brightness_of(zone->most), action_of(zone->action, Blank)});
  }
  return IDN_OK;
}

int read_allowed(const idn_output_options_t& known, output::OutputLimits& limits) {
  if (known.allowed_count == 0) return IDN_OK;
  if (known.allowed == nullptr) return null_argument();
  output::AllowedZones allowed{.action = action_of(known.allowed_action, Blank)};
  for (std::size_t i = 0; i < std::min(known.allowed_count, output::OutputLimits::kMaxZones + 1); ++i)
    allowed.zones.push_back(polygon_of(known.allowed[i]));
  limits.allowed.push_back(std::move(allowed));
  return IDN_OK;
}

bool is_set(const idn_colours_t& colours) noexcept {
  return colours.r != 0 || colours.g != 0 || colours.b != 0 || colours.u1 != 0 || colours.u2 != 0 ||
         colours.u3 != 0;
}

int check_actions(const idn_output_options_t& known) noexcept {
  const std::pair<std::uint32_t, const char*> actions[] = {
      {known.speed_action, "speed_action; give IDN_ACTION_..."},
      {known.acceleration_action, "acceleration_action; give IDN_ACTION_..."},
      {known.picture_action, "picture_action; give IDN_ACTION_..."},
      {known.brightness_action, "brightness_action; give IDN_ACTION_..."},
      {known.dwell_action, "dwell_action; give IDN_ACTION_..."},
      {known.allowed_action, "allowed_action; give IDN_ACTION_COUNT or IDN_ACTION_BLANK"}};
  for (const auto& [action, text] : actions)
    if (!is_action(action)) return unknown_action(text);
  return IDN_OK;
}

void read_scanner(double most, std::uint32_t action, output::ScannerLimit& limit) noexcept {
  if (most != 0 || action != IDN_ACTION_DEFAULT) limit = {most, action_of(action, Clamp)};
}

void read_picture(const idn_output_options_t& known, output::PictureSize& picture) noexcept {
  const bool has_size = known.left != 0 || known.right != 0 || known.bottom != 0 || known.top != 0;
  if (has_size) picture = {known.left, known.right, known.bottom, known.top};
  if (has_size || known.picture_action != IDN_ACTION_DEFAULT)
    picture.action = action_of(known.picture_action, Clamp);
}

void read_dwell(const idn_output_options_t& known, output::DwellLimit& dwell) noexcept {
  if (known.dwell_size == 0 && known.dwell_share == 0 && known.dwell_longest == 0 &&
      known.dwell_action == IDN_ACTION_DEFAULT)
    return;
  dwell.action = action_of(known.dwell_action, Blank);
  if (known.dwell_size != 0) dwell.size = known.dwell_size;
  if (known.dwell_share != 0) dwell.share = known.dwell_share;
  if (known.dwell_longest != 0) dwell.longest = Duration(known.dwell_longest);
}

output::Keystone keystone_of(std::span<const double, 8> values) noexcept {
  const auto corner = [&](std::size_t i) { return output::Keystone::Corner{values[2 * i], values[2 * i + 1]}; };
  return {corner(0), corner(1), corner(2), corner(3)};
}

int read_limits(const idn_output_options_t& known, output::OutputLimits& limits) {
  if (const int wrong = check_actions(known); wrong != IDN_OK) return wrong;
  read_scanner(known.speed, known.speed_action, limits.speed);
  read_scanner(known.acceleration, known.acceleration_action, limits.acceleration);
  read_picture(known, limits.picture);
  if (is_set(known.brightness) || known.brightness_action != IDN_ACTION_DEFAULT)
    limits.brightness = {brightness_of(known.brightness), action_of(known.brightness_action, Clamp)};
  read_dwell(known, limits.dwell);
  if (const int wrong = read_zones(known, limits); wrong != IDN_OK) return wrong;
  return read_allowed(known, limits);
}

}  // namespace

int read_output(const idn_output_options_t* given, output::OutputOptions& output) {
  const auto known = read_options(given);
  if (!known) return IDN_ERR_STRUCT_SIZE;
  if (known->reserved != 0) return fail(IDN_ERR_BAD_OPTION, "reserved; set it to 0");
  output.orientation = {.mirror_x = known->mirror_x != 0,
                        .mirror_y = known->mirror_y != 0,
                        .rotate_degrees = known->rotate_degrees,
                        .scale = known->scale != 0 ? known->scale : 1,
                        .offset_x = known->offset_x,
                        .offset_y = known->offset_y};
  if (std::ranges::any_of(known->keystone, [](double value) { return value != 0; }))
    output.orientation.keystone = keystone_of(known->keystone);
  if (is_set(known->balance)) output.balance = brightness_of(known->balance);
  output.colour_shift = Duration(known->colour_shift);
  output.scanner_kpps = known->scanner_kpps;
  return read_limits(*known, output.limits);
}

}  // namespace idn::c
