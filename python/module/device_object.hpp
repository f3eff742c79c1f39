// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "callback.hpp"
#include "engine_object.hpp"
#include "idn/client/devices.hpp"

namespace idn::python {

/// `from` with the changes that are given as for Devices.open(). Throws as that.
output::OutputOptions changed_output(const output::OutputOptions& from, const nanobind::kwargs& changes);

/// idn.Device. Functions that block release the GIL.
class DeviceObject final : public Closable {
 public:
  DeviceObject(std::shared_ptr<SharedEngine> engine, client::Device&& device,
               const client::DeviceOptions& options)
      : engine_(std::move(engine)),
        device_(std::move(device)),
        output_(options.output),
        sent_(static_cast<std::size_t>(std::ceil(in_seconds(options.preview) * options.rate))) {
    if (const auto* call = options.on_unit.target<CallOnUnit>()) on_unit_ = call->callback;
  }
  ~DeviceObject() override;

  void arm(bool armed) { device_->arm(armed); }
  void blackout(bool dark);
  void set_brightness(double share);
  void set_output(const nanobind::kwargs& changes);
  void abort();
  double show(nanobind::handle picture, double frame_time);
  void keep(double duration);
  void write(nanobind::handle samples, double timeout);
  void fill_pictures(nanobind::object callback);
  void finish();
  void end();
  std::size_t write_some(nanobind::handle samples, double timeout);
  std::size_t writable() const { return device_->writable(); }
  void fill(nanobind::object callback);
  void play_shared(const std::string& name);
  void stop();
  void set_rate(std::uint32_t rate) { check(device_->set_rate(rate)); }
  void retarget(const std::string& target);
  nanobind::object read_sent();
  client::DeviceStatus status() const { return device_->status(); }
  std::string target() const { return device_->target(); }
  void play_out(double timeout);

  void close() override { play_out(0); }
  nanobind::object self() override { return nanobind::find(this); }

 private:
  Result<void> close_by_thread(Duration longest, bool& is_interrupted);

  std::shared_ptr<SharedEngine> engine_;  ///< keeps the engine alive as long as the device
  std::shared_ptr<Callback> on_unit_;     ///< null if there is none
  std::optional<client::Device> device_;  ///< without a value in the destructor only
  output::OutputOptions output_;
  std::vector<LaserSample> sent_;  ///< room for all that waits for read_sent()
};

}  // namespace idn::python
