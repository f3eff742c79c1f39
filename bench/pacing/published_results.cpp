// SPDX-License-Identifier: MIT
#include "bench/pacing/published_results.hpp"

#include "bench/report/table.hpp"

namespace idn::bench {
namespace {

constexpr char kWhatDiffers[] =
    "What differs: the paper measured two real machines with a network between them. Here both ends share one "
    "machine, perhaps a virtual one with neighbours; the network is loopback, and the kernel stamps each "
    "datagram "
    "when it enters the receiving socket. The paper's Windows figures come from a timer that this system does "
    "not "
    "have.\n";

}  // namespace

std::string compared_with_published(const std::vector<Series>& all) {
  if (find(all, "control-sleep-for") == nullptr) return "";
  Table table({"sender, 100 kHz, 100 samples per datagram", "on target %"});
  table.add({"the paper, Linux", "99.78"});
  table.add({"the paper, Windows", "84.70"});
  for (const char* key : {"control-sleep-for", "sleep-plain", "sleep", "hybrid", "auto"})
    if (const Series* series = find(all, key))
      table.add(
          {"here, " + series->contender.title, text_of(spread_of(*series, quantity::on_target_percent), 2)});
  return table.text() + "\n" + kWhatDiffers;
}

}  // namespace idn::bench
