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
  if (entry != nullptr) table_ = entry();
  if (table_ == nullptr || table_->version != 1) throw std::runtime_error(file + ": no plug-in of version 1");
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
  return {.log = [](libera_log_level_t, const char*) {},
          .record_latency = record_latency,
          .report_error = report_error};
}

std::vector<libera_controller_info_t> libera_list(const LiberaPlugin& plugin, void* backend) {
  std::vector<libera_controller_info_t> found;
  plugin->rescan(backend);
  plugin->discover(
      backend,
      [](void* context, const libera_controller_info_t* info) {
        static_cast<std::vector<libera_controller_info_t>*>(context)->push_back(*info);
      },
      &found);
  return found;
}

std::optional<std::string> libera_property(const LiberaPlugin& plugin, void* controller, std::uint32_t index) {
  std::string text(8, '\0');  // real hosts begin with 256
  const int needed = plugin->read_property(controller, index, text.data(), 8);
  if (needed < 0) return std::nullopt;
  const auto size = static_cast<std::uint32_t>(needed);
  if (size >= 8) {
    text.resize(size + 1);
    if (plugin->read_property(controller, index, text.data(), size + 1) != needed) return std::nullopt;
  }
  text.resize(size);
  return text;
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
  plugin_->set_armed(controller_, false);
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
  if (plugin_->get_buffer_state(controller_, &state) != 0) return 0;
  const int missing = state.total * kFullPercent / 100 - state.points;
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
  if (behaviour_.asks_for_requirements) {
    const auto result = plugin_->get_frame_requirements(controller_, &wanted);
    if (result == kLiberaBusy) {
      ++busy_;
      return std::this_thread::sleep_for(2ms);
    }
    if (result != kLiberaOk || wanted.maximum == 0) return handle(kLiberaInternal, 0);
  }
  room_.resize(behaviour_.points_of_frame);
  content_(room_);
  handle(plugin_->send_frame(controller_, room_.data(), static_cast<std::uint32_t>(room_.size())),
         room_.size());
}

void LiberaPlayer::handle(libera_status_t result, std::size_t points) {
  if (result == kLiberaOk)
    points_ += points;
  else if (result == kLiberaDisconnected)
    is_disconnected_ = true;
  else
    ++failures_;
}

}  // namespace idn::test
