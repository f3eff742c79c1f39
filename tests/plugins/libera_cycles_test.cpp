// SPDX-License-Identifier: MIT
// A host that loads, lists, connects, streams, ends and unloads, over and over, also in an order that is wrong.
#include <dlfcn.h>

#include <fstream>
#include <optional>
#include <utility>

#include "plugins/arrived_points.hpp"
#include "plugins/libera_host.hpp"
#include "support/catch.hpp"
#include "support/loopback_receiver.hpp"
#include "support/set_variable.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using test::LiberaPlayer;
using test::LiberaPlugin;

namespace {

enum Ending {
  kInOrder,
  kBackendFirst,       ///< destroy_backend before destroy_controller, and the stream goes on in between
  kTwice,              ///< everything is destroyed a second time
  kWhileListing,       ///< rescan and discover on another thread, until the controller has been destroyed
  kWhileSending,       ///< destroy_controller on another thread than send_points
  kSuperseded,         ///< a second controller of the same projector, which is destroyed first
  kSecondBackend,      ///< another backend is created while the first one plays
  kUnloadedWhileOpen,  ///< dlclose, then load again, and destroy what was left
  kNumberOfEndings
};

class Host {
 public:
  explicit Host(test::LoopbackReceiver& receiver) : receiver_(receiver), plugin_(IDN_LIBERA_PLUGIN) {
    backend_ = api()->create_backend(&services_);
    const auto list = test::libera_list(*plugin_, backend_);
    REQUIRE(list.size() == 1);
    info_ = list[0];
  }

  void run(Ending ending) {
    if (ending == kSuperseded || ending == kWhileSending || ending == kUnloadedWhileOpen)
      return run_by_hand(ending);
    std::jthread lister;
    {
      LiberaPlayer player(*plugin_, backend_, info_, [](auto points) { fill(points); });
      api()->set_armed(player.controller(), true);
      await_light();
      if (ending == kBackendFirst) {
        end_backend();
        await_light();
      }
      if (ending == kSecondBackend) {
        void* const other = api()->create_backend(&services_);
        CHECK(test::libera_list(*plugin_, other).size() == 1);
        end_backend();
        await_light();
        backend_ = other;
      }
      if (ending == kWhileListing)
        lister = std::jthread([this](const std::stop_token& stop) {
          while (!stop.stop_requested()) test::libera_list(*plugin_, backend_);
        });
      if (ending == kTwice) api()->destroy_controller(player.controller());
    }
    if (lister.joinable()) {
      lister.request_stop();
      lister.join();
    }
    void* const backend = backend_;
    end_backend();
    if (ending == kTwice) api()->destroy_backend(backend);
  }

  /// Unloads the plug-in. @return whether nothing of it is left in memory
  bool unload() {
    end_backend();
    plugin_.reset();
    return dlopen(IDN_LIBERA_PLUGIN, RTLD_NOW | RTLD_NOLOAD) == nullptr;
  }

 private:
  const LiberaPlugin& api() const { return *plugin_; }

  static void fill(std::span<libera_point_t> points) {
    for (auto& point : points) point = {.x = 1, .y = 2, .r = 0xFFFF, .g = 0, .b = 0, .i = 0, .u1 = 0, .u2 = 0};
  }

  void* connect() {
    void* const controller = api()->connect_controller(backend_, &info_, &reports_);
    REQUIRE(controller != nullptr);
    api()->set_armed(controller, true);
    return controller;
  }

  void run_by_hand(Ending ending) {
    std::vector<libera_point_t> points(600);
    fill(points);
    void* const controller = connect();
    CHECK(api()->send_points(controller, points.data(), 600) == kLiberaOk);
    await_light();
    if (ending == kSuperseded) {
      void* const latter = connect();
      CHECK(api()->send_points(latter, points.data(), 600) == kLiberaOk);
      CHECK(api()->send_points(controller, points.data(), 600) == kLiberaInternal);
      api()->destroy_controller(latter);
      api()->destroy_controller(controller);
    } else if (ending == kWhileSending) {
      std::jthread sender([&] {
        while (api()->send_points(controller, points.data(), 600) == kLiberaOk) {
        }
      });
      api()->destroy_controller(controller);
    } else {
      plugin_.reset();
      plugin_.emplace(IDN_LIBERA_PLUGIN);
      CHECK(api()->send_points(controller, points.data(), 600) == kLiberaOk);
      api()->destroy_controller(controller);
    }
  }

  void end_backend() {
    if (backend_ != nullptr) api()->destroy_backend(std::exchange(backend_, nullptr));
  }

  void await_light() {
    while (true) {
      const auto datagram = receiver_.next();
      REQUIRE(datagram);
      const auto points = test::points_of(*datagram);
      if (!points.empty() && points.back().is_lit()) return;
    }
  }

  test::LoopbackReceiver& receiver_;
  const libera_host_services_t services_ = test::libera_services();
  test::LiberaReports reports_;  ///< of controllers without a player
  std::optional<LiberaPlugin> plugin_;
  void* backend_ = nullptr;
  libera_controller_info_t info_{};
};

void run_cycles(unsigned cycles) {
  const test::TemporaryFolder folder;
  test::LoopbackReceiver receiver;
  const test::SetVariable variable("IDN_VENUE", folder / "venue.toml");
  for (unsigned i = 0; i < cycles; ++i) {
    const bool by_frames = i / kNumberOfEndings % 2 == 1;
    CAPTURE(i, by_frames);
    std::ofstream(folder / "venue.toml")
        << "plugins.libera_transport = \"" << (by_frames ? "frames" : "points")
        << "\"\nplugins.log_file = \"\"\n"
        << "[[projector]]\nplugins.latency_ms = 20\ntarget = \"" << to_string(receiver.endpoint()) << "\"\n";
    Host host(receiver);
    host.run(static_cast<Ending>(i % kNumberOfEndings));
    REQUIRE(host.unload());
    // All that was sent has arrived by now, over loopback: it ends dark and closed.
    std::vector<std::byte> last;
    bool is_lit = false;
    while (const auto datagram = receiver.waiting()) {
      last = *datagram;
      if (const auto points = test::points_of(last); !points.empty()) is_lit = points.back().is_lit();
    }
    CHECK_FALSE(is_lit);
    CHECK(test::is_close(last));
  }
}

}  // namespace

TEST_CASE("libera: load, list, connect, stream, end in any order, unload", "[plugins]") {
  run_cycles(2 * kNumberOfEndings);
}

TEST_CASE("libera: the same a thousand times", "[plugins][slow]") {
  run_cycles(1000);
}
