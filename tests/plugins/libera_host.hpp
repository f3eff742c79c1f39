// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "plugins/libera_interface.hpp"

/// A host of Libera plug-ins, which behaves as real hosts do.
namespace idn::test {

/// A loaded plug-in.
class LiberaPlugin {
 public:
  /// Throws if the file cannot be loaded, or is not a plug-in of version 1.
  explicit LiberaPlugin(const std::string& file);
  ~LiberaPlugin();
  LiberaPlugin(const LiberaPlugin&) = delete;

  const libera_plugin_api_t* operator->() const noexcept { return table_; }

 private:
  void* library_;
  const libera_plugin_api_t* table_ = nullptr;
};

/// What a plug-in has reported by the functions that the host provides. Its address is the host context.
struct LiberaReports {
  std::atomic<std::uint64_t> latencies{0};
  std::atomic<std::uint64_t> last_latency_ns{0};
  std::atomic<std::uint64_t> errors{0};

  std::string last_error() const;
  void record_error(const char* text);

 private:
  mutable std::mutex mutex_;
  std::string last_error_;
};

libera_host_services_t libera_services();

/// The controllers that the plug-in offers.
std::vector<libera_controller_info_t> libera_list(const LiberaPlugin& plugin, void* backend);

/// The value of a property, read as hosts do: with more room if it does not fit. None if the plug-in has none.
std::optional<std::string> libera_property(const LiberaPlugin& plugin, void* controller, std::uint32_t index);

/// Fills `points` with the next points. Called on the worker thread only.
using LiberaContent = std::function<void(std::span<libera_point_t> points)>;

/// Options of a host.
struct LiberaBehaviour {
  std::uint32_t rate = 30'000;
  bool asks_for_buffer_state = true;  ///< false: sends as fast as it can
  bool asks_for_requirements = true;  ///< of frames; false: sends them as fast as it can
  std::uint32_t points_of_frame = 600;
};

/// A controller and its worker thread. The constructor connects, and sets the first rate.
class LiberaPlayer {
 public:
  LiberaPlayer(const LiberaPlugin& plugin, void* backend, const libera_controller_info_t& info,
               LiberaContent content, const LiberaBehaviour& behaviour = {});
  /// Ends the worker, then destroys the controller.
  ~LiberaPlayer();
  LiberaPlayer(const LiberaPlayer&) = delete;

  void* controller() const noexcept { return controller_.load(); }
  /// As a host that gets kLiberaDisconnected: the worker destroys the controller and connects again.
  void disconnect() noexcept { is_disconnected_.store(true); }
  std::uint64_t connects() const noexcept { return connects_.load(); }
  std::uint64_t points() const noexcept { return points_.load(); }
  std::uint64_t busy() const noexcept { return busy_.load(); }
  /// Calls whose result a host reports as an error.
  std::uint64_t failures() const noexcept { return failures_.load(); }
  const LiberaReports& reports() const noexcept { return reports_; }
  LiberaReports& reports() noexcept { return reports_; }

 private:
  void run(const std::stop_token& stop);
  void reconnect();
  void play_points();
  void play_frame();
  void handle(libera_status_t result, std::size_t points);
  std::size_t wanted_points() const;

  const LiberaPlugin& plugin_;
  void* const backend_;
  const libera_controller_info_t info_;
  const LiberaContent content_;
  const LiberaBehaviour behaviour_;
  LiberaReports reports_;
  std::atomic<void*> controller_;
  std::atomic<bool> is_disconnected_{false};
  std::atomic<std::uint64_t> connects_{1}, points_{0}, busy_{0}, failures_{0};
  std::vector<libera_point_t> room_;
  std::jthread thread_;
};

}  // namespace idn::test
