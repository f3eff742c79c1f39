// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <span>
#include <vector>

#include "idn/client/device.hpp"

namespace idn::python {

/// Argument of the callback of Device.fill().
struct CallbackRequest {
  client::FillRequest request;
  std::size_t count = 0;
};

/// A Python callable that is called, and released, on threads which do not hold the GIL.
class Callback {
 public:
  explicit Callback(nanobind::object callable) : callable_(std::move(callable)) {}
  ~Callback();
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  /// @return how many samples the callable has returned. If it raises, sys.unraisablehook gets the exception,
  /// and std::runtime_error is thrown with its type and message.
  std::size_t call(const client::FillRequest& request, std::span<LaserSample> room);
  /// The same without a request, for a picture of any length. @return false where the callable returns None
  bool call(std::vector<LaserSample>& picture);
  /// For DeviceOptions::on_unit. An exception goes to sys.unraisablehook only.
  void call(const client::UnitEvent& event) noexcept;
  /// Drops the callable, which may refer to the device that holds this. Not to be called any more then.
  void release();

 private:
  template <class Use>
  auto guarded(Use&& use);
  std::size_t call_with_gil(const client::FillRequest& request, std::span<LaserSample> room);

  nanobind::object callable_;
};

/// DeviceOptions::on_unit, by a Python callable.
struct CallOnUnit {
  std::shared_ptr<Callback> callback;
  void operator()(const client::UnitEvent& event) const noexcept { callback->call(event); }
};

/// Raises TypeError if it is not callable.
std::shared_ptr<Callback> shared_callback(nanobind::object callable);

}  // namespace idn::python
