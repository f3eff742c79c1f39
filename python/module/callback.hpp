// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <span>

#include "idn/client/device.hpp"

namespace idn::python {

/// What a callback of Device.fill() is asked for.
struct CallbackRequest {
  client::FillRequest request;
  std::size_t count = 0;
};

/// A callable that is called, and let go, on threads which do not have the GIL.
class FillCallback {
 public:
  explicit FillCallback(nanobind::object callable) : callable_(std::move(callable)) {}
  ~FillCallback();
  FillCallback(const FillCallback&) = delete;
  FillCallback& operator=(const FillCallback&) = delete;

  /// @return how many samples it has brought. Throws std::runtime_error with what it has raised, of which
  /// sys.unraisablehook gets all.
  std::size_t call(const client::FillRequest& request, std::span<LaserSample> room);

 private:
  std::size_t take(const client::FillRequest& request, std::span<LaserSample> room);

  nanobind::object callable_;
};

}  // namespace idn::python
