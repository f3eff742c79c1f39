// SPDX-License-Identifier: MIT
// The corpus of the fuzz targets as input of sources, timelines, scanners, pictures and heat maps.
#include <filesystem>

#include "cli/failure.hpp"
#include "fuzz/inputs.hpp"
#include "fuzz/sequence.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/repeats.hpp"
#include "viewer/model/picture/heat_map.hpp"
#include "viewer/model/player.hpp"
#include "viewer/model/source/client_receivers.hpp"
#include "viewer/model/source/open_file.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

namespace fs = std::filesystem;

PictureOptions everything() {
  PictureOptions options{.width = 64, .height = 48};
  options.dots = options.blanked_path = options.commanded_path = true;
  options.chunk_starts = options.datagram_starts = options.grid = options.ilda_figure = true;
  options.beam.scanner = scanner_from("30k");
  return options;
}

/// Checks invariants of a timeline, and calls all functions that use it.
void exercise(const Stream& stream) {
  const Timeline& timeline = stream.timeline;
  if (timeline.empty()) return;
  TimePoint free = timeline.begin();
  for (const Chunk& chunk : timeline.chunks()) {
    REQUIRE((chunk.begin >= free && chunk.length > 0ns && chunk.count > 0));
    REQUIRE(chunk.first + chunk.count <= chunk.data->values.size());
    free = chunk.end();
  }
  Picture picture(everything());
  const Duration step = (timeline.end() - timeline.begin()) / 4 + 1ns;
  for (int i = 0; i < 5; ++i) REQUIRE(picture.show(timeline, timeline.begin() + step * i).size() == 64 * 48);
  const HeatMap map(timeline, timeline.begin(), timeline.begin() + std::min<Duration>(step * 4, 1s),
                    everything());
  REQUIRE(map.picture(everything()).size() == 64 * 48);
  Player player;
  player.set_span(timeline.begin(), timeline.end());
  for (const auto unit : {StepBy::Sample, StepBy::Chunk, StepBy::Frame})
    for (const int count : {3, -2}) player.step(timeline, unit, count);
}

void exercise(const Recording& recording) {
  for (const auto& stream : recording.streams()) exercise(*stream);
}

void open_anything(const fuzz::Input& input, const std::string& suffix) {
  const TemporaryFile file(input.octets, suffix);
  try {
    exercise(open_file(file.path()));
  } catch (const cli::Failure& failure) {
    REQUIRE_FALSE(std::string(failure.what()).empty());
  }
}

/// Receives an input as a sequence of datagrams, or as one, like the fuzz targets.
void receive_anything(const fuzz::Input& input) {
  Recording recording(live_limits());
  ClientReceivers bank("unit", {}, [&](const StreamEvent& event) { recording.apply(event); });
  fuzz::Sequence sequence(input.octets);
  TimePoint now(1000s);
  while (const auto step = sequence.next()) {
    now += step->elapsed;
    bank.on_deadline(now);
    const Endpoint client =
        Endpoint::ipv4(0x0A000001 + step->source / 2, static_cast<std::uint16_t>(step->source));
    if (!step->only_time) bank.on_datagram(step->datagram, client, Endpoint{}, now);
    recording.extend(now);
  }
  exercise(recording);
}

constexpr std::size_t kEvery = test::repeats(1, 7);

std::vector<fuzz::Input> corpus(const std::string& target) {
  const auto inputs = fuzz::inputs_in(fs::path(IDN_FUZZ_CORPUS) / target);
  REQUIRE(inputs.size() > 5);
  std::vector<fuzz::Input> taken;
  for (std::size_t i = 0; i < inputs.size(); i += kEvery) taken.push_back(inputs[i]);
  return taken;
}

}  // namespace

TEST_CASE("any capture and any .ild file ends in pictures or in one line that says why not", "[viewer]") {
  for (const auto& input : corpus("capture")) {
    CAPTURE(input.name);
    open_anything(input, ".pcap");
  }
  for (const auto& input : corpus("ilda")) {
    CAPTURE(input.name);
    open_anything(input, ".ild");
  }
}

TEST_CASE("any datagrams end in pictures", "[viewer]") {
  for (const char* target : {"receiver", "message", "dictionary", "hello", "sender"}) {
    for (const auto& input : corpus(target)) {
      CAPTURE(target, input.name);
      receive_anything(input);
    }
  }
  for (const auto& input : fuzz::inputs_in(fs::path(IDN_TEST_VECTORS) / "idn")) {
    CAPTURE(input.name);
    receive_anything(input);
  }
}

TEST_CASE("clients beyond the limit are refused and counted, and make room when they are gone", "[viewer]") {
  const auto wave = fuzz::inputs_in(fs::path(IDN_TEST_VECTORS) / "idn");
  const auto found =
      std::ranges::find_if(wave, [](const auto& input) { return input.name.starts_with("26-wave"); });
  REQUIRE(found != wave.end());
  std::size_t events = 0;
  ClientReceivers bank("unit", {}, [&](const StreamEvent&) { ++events; });
  const auto open = [&](unsigned number, Duration time) {
    bank.on_datagram(found->octets, Endpoint::ipv4(number, 5), Endpoint{}, TimePoint(time));
  };
  for (unsigned i = 0; i < ClientReceivers::kMaxClients + 3; ++i) open(i, 0s);
  CHECK(bank.refused() == 3);
  const std::size_t before = events;
  open(1000, 5s);
  CHECK(bank.refused() == 3);
  CHECK(events > before);
}
