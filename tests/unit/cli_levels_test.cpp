// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "cli/audio_levels.hpp"
#include "cli/dmx_meter.hpp"
#include "cli/text.hpp"
#include "support/catch.hpp"
#include "support/near.hpp"

using namespace idn;
using namespace idn::cli;
using namespace std::chrono_literals;

namespace {

struct Line {
  DmxMeter levels;

  void levels_at(Duration at, std::size_t base, std::initializer_list<std::uint8_t> values) {
    wire::DmxLevels all;
    for (const auto value : values) {
      all.level.at(base - 1) = value;
      all.is_set.set(base - 1);
      ++base;
    }
    levels.add(stream::DmxLevelChunk{.arrival = TimePoint(at), .playout = TimePoint(at), .levels = all});
  }

  void segment_at(Duration at, std::uint16_t offset, bool is_last, std::initializer_list<int> octets) {
    std::vector<std::byte> bytes;
    for (const int octet : octets) bytes.push_back(static_cast<std::byte>(octet));
    levels.add(stream::DmxChunk{.arrival = TimePoint(at),
                                .playout = TimePoint(at),
                                .offset = offset,
                                .is_last = is_last,
                                .is_continuous = true,
                                .octets = bytes});
  }
};

}  // namespace

TEST_CASE("levels of slots are kept with their range, and the longest time between updates", "[cli]") {
  Line line;
  line.levels_at(1s, 101, {10, 20});
  line.levels_at(1s + 25ms, 101, {12, 20});
  line.levels_at(1s + 75ms, 1, {255});
  line.levels_at(1s + 100ms, 101, {5, 20});
  const auto& levels = line.levels;
  CHECK(levels.updates() == 4);
  CHECK(levels.updates_per_second().value() == test::Near{30});
  CHECK(levels.largest_gap() == 50ms);
  CHECK(levels.largest_gap_end() == TimePoint(1s + 75ms));
  CHECK(slots_text(levels) == "slots 1 and 101 to 102");
  const auto json = nlohmann::json::parse(dmx_json(levels).dump());
  CHECK(json.at("slots") == nlohmann::json::parse(
                                R"([{"base":1,"count":1,"last":[255],"min":[255],"max":[255]},
                                {"base":101,"count":2,"last":[5,20],"min":[5,20],"max":[12,20]}])"));
  CHECK(json.at("largest_gap_us") == 50'000);
}

TEST_CASE("a DMX packet in segments is one update, and one of another start code sets no level", "[cli]") {
  Line line;
  line.segment_at(0ms, 0, false, {0, 1, 2});
  CHECK(line.levels.updates() == 0);
  line.segment_at(10ms, 3, true, {3});
  line.segment_at(20ms, 0, false, {0x17, 99, 99});
  line.segment_at(30ms, 3, true, {99});
  CHECK(line.levels.updates() == 1);
  CHECK(line.levels.other_packets() == 1);
  CHECK(slots_text(line.levels) == "slots 1 to 3");
  CHECK(line.levels.slot(3).last == 3);
  CHECK_FALSE(line.levels.updates_per_second());
}

TEST_CASE("bars show the used slots in eight steps, and how many there are beyond 32", "[cli]") {
  Line line;
  CHECK(level_bars(line.levels) == "");
  line.levels_at(0ms, 7, {0, 31, 32, 127, 128, 223, 224, 255});
  CHECK(level_bars(line.levels) == "▁▁▂▄▅▇██");
  Line whole;
  wire::DmxLevels all;
  all.is_set.set();
  whole.levels.add(stream::DmxLevelChunk{.levels = all});
  CHECK(whole.levels.used() == 512);
  const auto bars = level_bars(whole.levels);
  CHECK(bars.ends_with("▁ and 480 more"));
  CHECK(first_characters(bars, 44).size() < bars.size());
  CHECK(first_characters(bars, 45) == bars);
}

TEST_CASE("the first characters of a text are whole ones", "[cli]") {
  CHECK(first_characters("▁█a", 0) == "");
  CHECK(first_characters("▁█a", 1) == "▁");
  CHECK(first_characters("▁█a", 2) == "▁█");
  CHECK(first_characters("▁█a", 9) == "▁█a");
  CHECK(first_characters("\xFF\xFFxy", 3) == "\xFF\xFFx");
}

TEST_CASE("audio has a peak and an RMS level for each channel", "[cli]") {
  AudioLevels levels;
  CHECK(levels.channels().empty());
  levels.configure(*wire::AudioLayout::common(wire::AudioFormat::Int16, 0, 2));
  // Left: full scale, half of the time. Right: silent.
  levels.add(std::array<std::int32_t, 4>{std::numeric_limits<std::int32_t>::min(), 0, 0, 0});
  const auto channels = levels.channels();
  REQUIRE(channels.size() == 2);
  CHECK(channels[0].bits == 16);
  CHECK(channels[0].peak_dbfs.value() == 0);
  CHECK(channels[0].rms_dbfs.value() == test::Near{-3.0103, 1e-4});
  CHECK_FALSE(channels[1].peak_dbfs);
  CHECK(audio_text(levels) == "2 channels of 16 bits, peak 0.0 and silent dBFS, RMS -3.0 and silent dBFS");
  levels.configure(*wire::AudioLayout::common(wire::AudioFormat::Int24, 0, 2));
  CHECK(audio_text(levels) == "2 channels of 24 bits, silent");
}

TEST_CASE("of very many channels the first have levels", "[cli]") {
  const std::array dictionary{std::byte{0x80}, std::byte{0xFF}, std::byte{0}, std::byte{0}};
  const auto layout = wire::AudioLayout::from_dictionary(dictionary);
  REQUIRE(layout);
  AudioLevels levels;
  levels.configure(*layout);
  CHECK(levels.channel_count() > AudioLevels::kMostChannels);
  CHECK(levels.channels().size() == AudioLevels::kMostChannels);
  levels.add(std::vector<std::int32_t>(2 * layout->channel_count(), std::numeric_limits<std::int32_t>::min()));
  CHECK(levels.channels().back().peak_dbfs.value() == 0);
  CHECK(audio_text(levels).find(", the first 64, peak ") != std::string::npos);
}
