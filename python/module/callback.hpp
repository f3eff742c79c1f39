// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

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
class FillCallback {
 public:
  explicit FillCallback(nanobind::object callable) : callable_(std::move(callable)) {}
  ~FillCallback();
  FillCallback(const FillCallback&) = delete;
  FillCallback& operator=(const FillCallback&) = delete;

  /// @return how many samples the callable has returned. If it raises, sys.unraisablehook gets the exception,
  /// and std::runtime_error is thrown with its type and message.
  std::size_t call(const client::FillRequest& request, std::span<LaserSample> room);
  /// The same without a request, for a picture of any length. @return false where the callable returns None
  bool call(std::vector<LaserSample>& picture);

 private:
  template <class Use>
  auto guarded(Use&& use);
  std::size_t call_with_gil(const client::FillRequest& request, std::span<LaserSample> room);

  nanobind::object callable_;
};

}  // namespace idn::python
