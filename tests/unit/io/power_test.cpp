// SPDX-License-Identifier: MIT
#include "io/platform/linux/power.hpp"

#include <filesystem>
#include <fstream>
#include <map>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace idn::io::platform {
namespace {

/// A folder as /sys/class/power_supply: names of supplies, and what their files say.
class Supplies {
 public:
  void add(const std::string& name, const std::map<std::string, std::string>& files) const {
    const std::filesystem::path supply = folder_ / name;
    std::filesystem::create_directory(supply);
    for (const auto& [file, text] : files) std::ofstream(supply / file) << text << "\n";
  }
  bool say_battery() const { return is_on_battery(folder_ / ""); }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a computer runs from its battery if that discharges and no other supply is online", "[io]") {
  const Supplies supplies;
  CHECK_FALSE(supplies.say_battery());
  supplies.add("hidpp_battery_0", {{"type", "Battery"}, {"scope", "Device"}, {"status", "Discharging"}});
  CHECK_FALSE(supplies.say_battery());
  supplies.add("BAT0", {{"type", "Battery"}, {"status", "Discharging"}});
  CHECK(supplies.say_battery());
  supplies.add("AC", {{"type", "Mains"}, {"online", "0"}});
  CHECK(supplies.say_battery());
  supplies.add("AC", {{"online", "1"}});
  CHECK_FALSE(supplies.say_battery());
}

TEST_CASE("a computer with a full battery, or without what the system says of power, is not on battery",
          "[io]") {
  const Supplies supplies;
  supplies.add("BAT1", {{"type", "Battery"}, {"status", "Full"}});
  CHECK_FALSE(supplies.say_battery());
  CHECK_FALSE(is_on_battery("no such folder"));
}

}  // namespace idn::io::platform
