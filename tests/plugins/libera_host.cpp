// SPDX-License-Identifier: MIT
#include "plugins/libera_host.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

namespace idn::test {
namespace {

using namespace std::chrono_literals;

/// Largest number of points per call.
constexpr std::size_t kLongestBatch = 1200;
/// Level up to which the host fills the buffer.
constexpr int kFullPercent = 98;

LiberaReports& reports_of(void* host_context) {
  return *static_cast<LiberaReports*>(host_context);
}

void record_latency(void* host_context, std::uint64_t nanoseconds) {
  reports_of(host_context).last_latency_ns = nanoseconds;
  ++reports_of(host_context).latencies;
}

void report_error(void* host_context, const char*, const char* text) {
  reports_of(host_context).record_error(text);
}

}  // namespace

LiberaPlugin::LiberaPlugin(const std::string& file) : library_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(dlerror());
  using Entry = const libera_plugin_api_t* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(library_, "libera_plugin_get_api"));
  if (entry != nullptr) api_ = entry();
  if (api_ == nullptr || api_->abi_version != LIBERA_PLUGIN_ABI_VERSION)
    throw std::runtime_error(file + ": no plug-in of version 1");
}

LiberaPlugin::~LiberaPlugin() {
  dlclose(library_);
}

std::string LiberaReports::last_error() const {
  const std::lock_guard lock(mutex_);
  return last_error_;
}

void LiberaReports::record_error(const char* text) {
  const std::lock_guard lock(mutex_);
  last_error_ = text;
  ++errors;
}

libera_host_services_t libera_services() {
  return {.version = LIBERA_HOST_SERVICES_VERSION,
          .log = [](void*, const char*) {},
          .record_latency = record_latency,
          .report_error = report_error};
}

std::vector<libera_controller_info_t> libera_list(const LiberaPlugin& plugin, void* backend) {
  std::vector<libera_controller_info_t> found;
  plugin->rescan(backend);
  plugin->discover(
      backend,
      [](const libera_controller_info_t* info, void* context) {
        static_cast<std::vector<libera_controller_info_t>*>(context)->push_back(*info);
      },
      &found);
  return found;
}

LiberaPlayer::LiberaPlayer(const LiberaPlugin& plugin, void* backend, const libera_controller_info_t& info,
                           LiberaContent content, const LiberaBehaviour& behaviour)
    : plugin_(plugin),
      backend_(backend),
      info_(info),
      content_(std::move(content)),
      behaviour_(behaviour),
      controller_(plugin->connect_controller(backend, &info, &reports_)) {
  if (controller_ == nullptr) throw std::runtime_error("not connected");
  plugin_->set_point_rate(controller_, behaviour_.rate);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

LiberaPlayer::~LiberaPlayer() {
  thread_.request_stop();
  thread_.join();
  plugin_->destroy_controller(controller_);
}

/// Plays frames if the plug-in has the functions for them, else points.
void LiberaPlayer::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (is_disconnected_.exchange(false)) reconnect();
    if (plugin_->send_frame != nullptr)
      play_frame();
    else
      play_points();
  }
}

void LiberaPlayer::reconnect() {
  plugin_->destroy_controller(controller_);
  controller_ = plugin_->connect_controller(backend_, &info_, &reports_);
  ++connects_;
}

std::size_t LiberaPlayer::wanted_points() const {
  if (!behaviour_.asks_for_buffer_state) return kLongestBatch;
  libera_buffer_state_t state{};
  if (plugin_->get_buffer_state(controller_, &state) != LIBERA_OK) return 0;
  const int missing = state.total_buffer_points * kFullPercent / 100 - state.points_in_buffer;
  return std::min<std::size_t>(static_cast<std::size_t>(std::max(missing, 0)), kLongestBatch);
}

void LiberaPlayer::play_points() {
  const std::size_t wanted = wanted_points();
  if (wanted == 0) return std::this_thread::sleep_for(500us);
  room_.resize(wanted);
  content_(room_);
  handle(plugin_->send_points(controller_, room_.data(), static_cast<std::uint32_t>(wanted)), wanted);
}

void LiberaPlayer::play_frame() {
  libera_frame_requirements_t wanted{};
  if (!is_frame_pending_ && plugin_->get_frame_requirements(controller_, &wanted) != LIBERA_OK) {
    ++busy_;
    return;
  }
  if (!is_frame_pending_) {
    room_.resize(behaviour_.points_of_frame);
    content_(room_);
  }
  const auto result = plugin_->send_frame(controller_, room_.data(), static_cast<std::uint32_t>(room_.size()));
  is_frame_pending_ = result == LIBERA_BUSY;
  handle(result, room_.size());
}

void LiberaPlayer::handle(std::int32_t result, std::size_t points) {
  if (result == LIBERA_OK) points_ += points;
  if (result == LIBERA_BUSY) ++busy_;
  if (result == LIBERA_DISCONNECTED) is_disconnected_ = true;
}

}  // namespace idn::test
