// SPDX-License-Identifier: MIT
// The plug-in, loaded by a test host that behaves as real hosts do.
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "idn/client/sample_receiver.hpp"
#include "plugins/arrived_points.hpp"
#include "plugins/libera_host.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"
#ifdef __linux__
#include "support/private_network.hpp"
#endif
#include "support/set_variable.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using test::ArrivedPoint;
using test::is_close;
using test::LiberaPlayer;
using test::LiberaPlugin;
using test::points_of;

namespace {

constexpr std::size_t kFirstPoint = 1000;  ///< of count_up(): x is never 0
constexpr char kByFrames[] = "plugins.libera_transport = \"frames\"\n";

/// A projector on loopback, settings that name it, the plug-in, and its only controller.
class LiberaStage {
 public:
  explicit LiberaStage(const std::string& settings = {}, const std::string& target = {}) {
    std::ofstream(folder_ / "venue.toml")
        << settings
        << "plugins.log_file = \"\"\n[[projector]]\nname = \"Left\"\nplugins.latency_ms = 40\nplugins.hold_ms "
           "= 5000\ntarget = \""
        << (target.empty() ? to_string(receiver.endpoint()) : target) << "\"\n";
    settings_.emplace("IDN_VENUE", folder_ / "venue.toml");
    api.emplace(IDN_LIBERA_PLUGIN);
    const auto services = test::libera_services();
    backend = (*api)->create_backend(&services);
    REQUIRE(backend != nullptr);
    const auto list = test::libera_list(*api, backend);
    REQUIRE(list.size() == 1);
    info = list[0];
  }
  ~LiberaStage() {
    if (api && backend != nullptr) (*api)->destroy_backend(backend);
  }

  const libera_plugin_api_t* operator->() const { return api->operator->(); }

  /// Waits for so many lit points, and returns them in the order of arrival.
  std::vector<ArrivedPoint> lit_points(std::size_t count) {
    std::vector<ArrivedPoint> lit;
    while (lit.size() < count) {
      const auto datagram = receiver.next();
      REQUIRE(datagram);
      for (const auto& point : points_of(*datagram))
        if (point.is_lit()) lit.push_back(point);
    }
    return lit;
  }

  void await_close() {
    while (true) {
      const auto datagram = receiver.next();
      REQUIRE(datagram);
      if (is_close(*datagram)) return;
    }
  }

  test::LoopbackReceiver receiver;
  test::LiberaReports reports;  ///< of controllers without a player
  std::optional<LiberaPlugin> api;
  void* backend = nullptr;
  libera_controller_info_t info{};

 private:
  test::TemporaryFolder folder_;
  std::optional<test::SetVariable> settings_;
};

/// Points that encode consecutive numbers in x and y.
test::LiberaContent count_up() {
  return [n = kFirstPoint](std::span<libera_point_t> points) mutable {
    for (auto& point : points) {
      point = {.x = static_cast<std::int16_t>(n & 0x7FFF),
               .y = static_cast<std::int16_t>(-static_cast<int>(n >> 15)),
               .r = 0x1200,
               .g = 0x3400,
               .b = 0x5600,
               .i = 0,
               .u1 = 0,
               .u2 = 0};
      ++n;
    }
  };
}

std::size_t number_of(const ArrivedPoint& point) {
  return static_cast<std::size_t>(-point.y) << 15 | static_cast<std::size_t>(point.x);
}

/// How many points do not have the number after that of the previous one.
std::size_t gaps_in(const std::vector<ArrivedPoint>& points) {
  std::size_t gaps = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (number_of(points[i]) != number_of(points[i - 1]) + 1) ++gaps;
  return gaps;
}

std::vector<libera_point_t> still_frame(std::size_t size, std::int16_t x) {
  return std::vector<libera_point_t>(size,
                                     {.x = x, .y = 0, .r = 0xFF00, .g = 0, .b = 0, .i = 0, .u1 = 0, .u2 = 0});
}

}  // namespace

TEST_CASE("libera: the table has both names and the points path, frames only if the settings ask for them",
          "[plugins]") {
  LiberaStage stage;
  CHECK(stage->type_name == std::string("libidn"));
  CHECK(stage->display_name == std::string("IDN (libidn)"));
  CHECK(stage->send_frame == nullptr);
  CHECK(stage->get_frame_requirements == nullptr);
  CHECK(stage.info.label == std::string("Left"));
  CHECK(stage.info.id == to_string(stage.receiver.endpoint()));
  CHECK(stage.info.max_point_rate == 200'000);
  CHECK(stage.info.usage == kLiberaUnknown);  // nothing has been sent to this address yet
  REQUIRE(stage.info.has_network);
  CHECK(std::string(stage.info.ip) + ":" + std::to_string(stage.info.port) ==
        to_string(stage.receiver.endpoint()));
  CHECK(stage.info.cookie_size == 0);

  const LiberaStage by_frames(kByFrames);
  CHECK(by_frames->send_frame != nullptr);
  CHECK(by_frames->get_frame_requirements != nullptr);
}

TEST_CASE("libera: a controller that plays is listed as active, with its address", "[plugins]") {
  LiberaStage stage;
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up());
  stage->set_armed(player.controller(), true);
  stage.lit_points(300);
  const auto list = test::libera_list(*stage.api, stage.backend);
  REQUIRE(list.size() == 1);
  CHECK(list[0].usage == kLiberaActive);
  REQUIRE(list[0].has_network);
  CHECK(std::string(list[0].ip) + ":" + std::to_string(list[0].port) == to_string(stage.receiver.endpoint()));
}

TEST_CASE("libera: a projector that is missing is listed as unknown, without an address", "[plugins]") {
  LiberaStage stage({}, "01-0123456789AB/1");
  void* controller = nullptr;
  for (const bool is_connected : {false, true}) {
    if (is_connected) controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
    CHECK((controller != nullptr) == is_connected);
    const auto list = test::libera_list(*stage.api, stage.backend);
    REQUIRE(list.size() == 1);
    CHECK(list[0].usage == kLiberaUnknown);
    CHECK_FALSE(list[0].has_network);
    CHECK(list[0].max_point_rate == 200'000);
  }
  stage->destroy_controller(controller);
}

#ifdef __linux__
TEST_CASE("libera: a projector that a search has found is idle, with its address, until it plays",
          "[plugins]") {
  test::PrivateNetwork network;
  if (!network.exists()) {
    WARN("skipped: a network namespace needs root and ip(8)");
    return;
  }
  const auto unit = client::SampleReceiver::open({.name = "Stage"}, [](const auto&) {});
  REQUIRE(unit);
  LiberaStage stage({}, GENERATE("Stage", "Stage/1"));
  CHECK(stage.info.usage == kLiberaIdle);
  REQUIRE(stage.info.has_network);
  CHECK(stage.info.ip == std::string("127.0.0.1"));
  CHECK(stage.info.port == 7255);
  const LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up());
  CHECK(test::libera_list(*stage.api, stage.backend).at(0).usage == kLiberaActive);
}
#endif

TEST_CASE("libera: wrong settings are reported to the log of the host", "[plugins]") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "venue.toml") << "plugins.log_file = \"\"\nrate = 0\n";
  const test::SetVariable settings("IDN_VENUE", folder / "venue.toml");
  const LiberaPlugin plugin(IDN_LIBERA_PLUGIN);
  static std::string logged;
  auto services = test::libera_services();
  services.log = [](libera_log_level_t level, const char* text) {
    if (level == kLiberaError) logged = text;
  };
  void* const backend = plugin->create_backend(&services);
  CHECK(test::libera_list(plugin, backend).empty());
  plugin->destroy_backend(backend);
  CHECK(logged.find("no devices: ") != std::string::npos);
  CHECK(logged.find("venue.toml:2:8: rate has to be") != std::string::npos);
}

TEST_CASE("libera: properties are texts, whose length a host can ask for", "[plugins]") {
  LiberaStage stage;
  REQUIRE(stage->property_count == 11);
  void* const controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  std::map<std::string, std::string> values;
  for (std::uint32_t i = 0; i < stage->property_count; ++i) {
    CHECK(std::strlen(stage->properties[i].label) > 0);
    const auto value = test::libera_property(*stage.api, controller, i);
    REQUIRE(value);
    values[stage->properties[i].key] = *value;
  }
  CHECK(values.size() == stage->property_count);
  CHECK(values["receiver"] == "opening");
  CHECK(values["refused"] == "0.000 %");
  CHECK(values["round_trip"] == "unknown");
  CHECK(values["buffered"].ends_with(" ms"));
  CHECK(values["limited"] == "0");

  std::array<char, 8> room{'?', '?', '?', '?', '?', '?', '?', '?'};
  CHECK(stage->read_property(controller, 0, room.data(), 4) == 7);
  CHECK(std::string(room.data(), 5) == std::string("ope\0?", 5));
  CHECK(stage->read_property(controller, 0, room.data(), 0) == 7);
  CHECK(stage->read_property(controller, 0, nullptr, 8) == 7);
  CHECK(room[0] == 'o');
  CHECK(stage->read_property(controller, 0, room.data(), 8) == 7);
  CHECK(std::string(room.data()) == "opening");
  CHECK(stage->read_property(controller, stage->property_count, room.data(), 8) < 0);
  stage->destroy_controller(controller);
  CHECK(stage->read_property(controller, 0, room.data(), 8) < 0);
}

TEST_CASE("libera: points arrive as the host has them, each once, dark until it arms", "[plugins]") {
  LiberaStage stage;
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up());
  auto datagram = stage.receiver.next();
  REQUIRE(datagram);
  for (const auto& point : points_of(*datagram)) CHECK_FALSE(point.is_lit());

  stage->set_armed(player.controller(), true);
  const auto points = stage.lit_points(3000);
  CHECK(gaps_in(points) == 0);
  CHECK(points[0].r == 0x12);
  CHECK(points[0].g == 0x34);
  CHECK(points[0].b == 0x56);
  CHECK(player.reports().latencies > 0);

  stage->set_armed(player.controller(), false);
  // The datagrams in the socket's buffer are still lit.
  bool is_dark = false;
  for (int i = 0; i < 5000 && !is_dark; ++i) {
    const auto points_then = points_of(stage.receiver.next().value());
    is_dark = !points_then.empty() && !points_then.back().is_lit();
  }
  CHECK(is_dark);
}

TEST_CASE("libera: a host that asks for no buffer state is paced as well", "[plugins]") {
  LiberaStage stage;
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up(),
                      {.rate = 100'000, .asks_for_buffer_state = false});
  stage->set_armed(player.controller(), true);
  const auto points = stage.lit_points(30'000);
  CHECK(gaps_in(points) == 0);
  // Points that the plug-in accepted are played, in its buffer, or in the buffer of the test's socket.
  CHECK(player.points() < number_of(points.back()) + 100'000);
}

TEST_CASE("libera: the buffer is as long as the latency, at each rate", "[plugins]") {
  LiberaStage stage;
  void* const controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  REQUIRE(controller != nullptr);
  libera_buffer_state_t state{};
  REQUIRE(stage->get_buffer_state(controller, &state) == kLiberaOk);
  CHECK(state.total == 1200);
  CHECK(state.points == 0);
  stage->set_point_rate(controller, 100'000);
  REQUIRE(stage->get_buffer_state(controller, &state) == kLiberaOk);
  CHECK(state.total == 4000);
  for (const std::uint32_t ignored : {0, 1'000'001}) {
    stage->set_point_rate(controller, ignored);
    REQUIRE(stage->get_buffer_state(controller, &state) == kLiberaOk);
    CHECK(state.total == 4000);
  }

  // Sent at once, they fill the buffer.
  const auto points = still_frame(8000, 1);
  REQUIRE(stage->send_points(controller, points.data(), 8000) == kLiberaOk);
  REQUIRE(stage->get_buffer_state(controller, &state) == kLiberaOk);
  CHECK(state.points > 0);
  CHECK(state.points <= state.total);
  stage->destroy_controller(controller);
}

TEST_CASE("libera: what a host does wrong is refused, and handles that are gone are known", "[plugins]") {
  LiberaStage stage;
  libera_controller_info_t other = stage.info;
  std::strcpy(other.id, "10.99.99.99:7255");
  CHECK(stage->connect_controller(stage.backend, &other, &stage.reports) == nullptr);
  CHECK(stage->connect_controller(nullptr, &stage.info, &stage.reports) == nullptr);
  CHECK(stage->connect_controller(stage.backend, nullptr, &stage.reports) == nullptr);
  std::memset(other.id, 'x', sizeof(other.id));
  CHECK(stage->connect_controller(stage.backend, &other, &stage.reports) == nullptr);

  void* const controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  libera_buffer_state_t state{};
  CHECK(stage->send_points(controller, nullptr, 1) == kLiberaInvalidArgument);
  CHECK(stage->send_points(controller, nullptr, 0) == kLiberaOk);
  CHECK(stage->get_buffer_state(controller, nullptr) == kLiberaInvalidArgument);
  stage->destroy_controller(controller);
  stage->destroy_controller(controller);
  stage->destroy_controller(nullptr);
  CHECK(stage->send_points(controller, nullptr, 0) == kLiberaInvalidArgument);
  stage->set_point_rate(controller, 30'000);
  stage->set_armed(controller, true);
  CHECK(stage->get_buffer_state(controller, &state) == kLiberaInvalidArgument);
}

TEST_CASE("libera: a backend may be destroyed before its controllers", "[plugins]") {
  LiberaStage stage;
  {
    LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up());
    stage->set_armed(player.controller(), true);
    CHECK(gaps_in(stage.lit_points(300)) == 0);
    stage->destroy_backend(std::exchange(stage.backend, nullptr));
    CHECK(gaps_in(stage.lit_points(3000)) == 0);
  }
  stage.await_close();
  const auto services = test::libera_services();
  stage.backend = stage->create_backend(&services);
  LiberaPlayer again(*stage.api, stage.backend, stage.info, count_up());
  stage->set_armed(again.controller(), true);
  CHECK(gaps_in(stage.lit_points(300)) == 0);
}

TEST_CASE("libera: a host that closes leaves the projector dark for a while before the close", "[plugins]") {
  LiberaStage stage;
  {
    LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up(), {.rate = 30'000});
    stage->set_armed(player.controller(), true);
    stage.lit_points(300);
  }
  std::size_t dark = 0;  // points since the last lit one
  while (true) {
    const auto datagram = stage.receiver.next();
    REQUIRE(datagram);
    for (const auto& point : points_of(*datagram)) dark = point.is_lit() ? 0 : dark + 1;
    if (is_close(*datagram)) break;
  }
  CHECK(dark >= 6000);  // 0.2 s
}

TEST_CASE("libera: controllers are destroyed and connected on the worker while others call", "[plugins]") {
  LiberaStage stage;
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up());
  stage->set_armed(player.controller(), true);
  std::atomic<bool> ends{false};
  std::thread application([&] {  // changes the rate while the worker reconnects
    for (std::uint32_t i = 0; !ends; ++i) {
      void* const controller = player.controller();
      libera_buffer_state_t state{};
      stage->set_point_rate(controller, i % 2 == 0 ? 30'000 : 100'000);
      stage->get_buffer_state(controller, &state);
      test::libera_property(*stage.api, controller, i % stage->property_count);
      stage->set_armed(controller, true);
    }
  });
  for (std::uint64_t i = 1; i <= 5; ++i) {
    stage.lit_points(500);
    player.disconnect();
    while (player.connects() <= i) std::this_thread::yield();
  }
  stage.lit_points(500);
  ends = true;
  application.join();
  CHECK(player.connects() == 6);
}

TEST_CASE("libera: a controller that is connected again takes over from the one before", "[plugins]") {
  LiberaStage stage;
  void* const former = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  void* const latter = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  const auto points = still_frame(100, 7);
  CHECK(stage->send_points(former, points.data(), 100) == kLiberaInternal);
  CHECK(stage->send_points(latter, points.data(), 100) == kLiberaOk);
  stage->destroy_controller(former);
  stage->set_armed(latter, true);
  CHECK(stage->send_points(latter, points.data(), 100) == kLiberaOk);
  CHECK(stage.lit_points(20).front().x == 7);
  stage->destroy_controller(latter);
}

TEST_CASE(
    "libera: a controller that takes over plays its frames, and the one before none, not even a blocked one",
    "[plugins]") {
  LiberaStage stage(kByFrames);
  void* const former = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  stage->set_armed(former, true);
  libera_status_t result = kLiberaOk;
  std::jthread host([&] {  // blocks in nearly every call
    const auto frame = still_frame(6000, 5);
    do result = stage->send_frame(former, frame.data(), 6000);
    while (result == kLiberaOk);
  });
  stage.lit_points(300);
  void* const latter = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  stage->set_point_rate(latter, 45'000);
  const auto frame = still_frame(300, 7), next = still_frame(300, 8);
  CHECK(stage->send_frame(latter, frame.data(), 300) == kLiberaOk);
  host.join();
  CHECK(result == kLiberaInternal);
  while (stage.lit_points(1).front().x != 7) {
  }
  for (const auto& point : stage.lit_points(6000)) REQUIRE(point.x == 7);

  stage->destroy_controller(former);
  CHECK(stage->send_frame(latter, next.data(), 300) == kLiberaOk);
  while (stage.lit_points(1).front().x != 8) {
  }
  for (const auto& point : stage.lit_points(6000)) REQUIRE(point.x == 8);
  stage->destroy_controller(latter);
}

TEST_CASE("libera: frames are played one after the other, and the host is held off while one waits",
          "[plugins]") {
  LiberaStage stage(kByFrames);
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up());
  stage->set_armed(player.controller(), true);
  const auto points = stage.lit_points(6000);
  // If a frame is late, the previous one is repeated meanwhile; none is skipped.
  std::set<std::size_t> numbers;
  for (const auto& point : points) numbers.insert(number_of(point));
  CHECK(*numbers.rbegin() - *numbers.begin() + 1 == numbers.size());
  CHECK(player.busy() > 0);
  CHECK(player.failures() == 0);
  CHECK(player.points() < *numbers.rbegin() + 100'000);
}

TEST_CASE("libera: a host that asks for no requirements is paced by its frames as well, and loses none",
          "[plugins]") {
  LiberaStage stage(kByFrames);
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up(), {.asks_for_requirements = false});
  stage->set_armed(player.controller(), true);
  const auto points = stage.lit_points(6000);
  std::set<std::size_t> numbers;
  for (const auto& point : points) numbers.insert(number_of(point));
  CHECK(*numbers.rbegin() - *numbers.begin() + 1 == numbers.size());
  CHECK(player.failures() == 0);
  CHECK(player.points() < *numbers.rbegin() + 100'000);
}

TEST_CASE("libera: frames of the preferred size, dark ones too, and no delay that the host adds up twice",
          "[plugins]") {
  LiberaStage stage(kByFrames);
  void* const controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  stage->set_point_rate(controller, 100'000);
  libera_frame_requirements_t wanted{};
  REQUIRE(stage->get_frame_requirements(controller, &wanted) == kLiberaOk);
  CHECK(wanted.maximum == 65'536);
  CHECK(wanted.preferred == 2000);
  CHECK(wanted.blank == wanted.preferred);
  const auto frame = still_frame(2000, 5);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(stage->send_frame(controller, frame.data(), 2000) == kLiberaOk);
    while (stage->get_frame_requirements(controller, &wanted) == kLiberaBusy) {
    }
    CHECK(wanted.delay_ns == 0);
  }
  CHECK(stage->get_frame_requirements(controller, nullptr) == kLiberaInvalidArgument);
  stage->destroy_controller(controller);
}

TEST_CASE("libera: a still frame stays until the next one", "[plugins]") {
  LiberaStage stage(kByFrames);
  void* const controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  stage->set_armed(controller, true);
  const auto first = still_frame(300, 5), second = still_frame(300, 6);
  REQUIRE(stage->send_frame(controller, first.data(), 300) == kLiberaOk);
  for (const auto& point : stage.lit_points(3000)) REQUIRE(point.x == 5);
  REQUIRE(stage->send_frame(controller, second.data(), 300) == kLiberaOk);
  while (stage.lit_points(1).front().x != 6) {
  }
  stage->destroy_controller(controller);
  stage.await_close();
}

TEST_CASE("libera: while a projector is missing the host is paced, and told", "[plugins]") {
  LiberaStage stage({}, "01-0123456789AB/1");
  LiberaPlayer player(*stage.api, stage.backend, stage.info, count_up(), {.rate = 100'000});
  CHECK(test::libera_property(*stage.api, player.controller(), 0) == "missing");
  CHECK(test::libera_property(*stage.api, player.controller(), 3) == "unknown");
  while (player.points() < 20'000) std::this_thread::yield();
  CHECK(player.reports().last_error().find("Left: ") == 0);
  libera_buffer_state_t state{};
  REQUIRE(stage->get_buffer_state(player.controller(), &state) == kLiberaOk);
  CHECK(state.points <= state.total);
}

TEST_CASE("libera: unloaded while it plays, it ends dark", "[plugins]") {
  LiberaStage stage;
  void* const controller = stage->connect_controller(stage.backend, &stage.info, &stage.reports);
  stage->set_armed(controller, true);
  const auto points = still_frame(1200, 5);
  REQUIRE(stage->send_points(controller, points.data(), 1200) == kLiberaOk);
  stage.lit_points(100);
  stage.api.reset();
  std::vector<ArrivedPoint> last;
  do last = points_of(stage.receiver.next().value());
  while (last.empty() || last.back().is_lit());
  CHECK_FALSE(last.empty());
}
