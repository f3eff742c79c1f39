// SPDX-License-Identifier: MIT
#include "callback.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "samples.hpp"

namespace nb = nanobind;

namespace idn::python {
namespace {

std::string text_of(const nb::python_error& error) {
  std::string text = nb::cast<std::string>(error.type().attr("__name__"));
  const std::string what = nb::str(error.value()).c_str();
  if (!what.empty()) text += ": " + what;
  return text;
}

}  // namespace

Callback::~Callback() {
  release();
}

void Callback::release() {
  const nb::gil_scoped_acquire acquire;
  callable_.reset();
}

template <class Use>
auto Callback::guarded(Use&& use) {
  const nb::gil_scoped_acquire acquire;
  try {
    return use();
  } catch (nb::python_error& error) {
    const std::string text = text_of(error);
    error.discard_as_unraisable(callable_);
    throw std::runtime_error(text);
  }
}

std::size_t Callback::call(const client::FillRequest& request, std::span<LaserSample> room) {
  return guarded([&] { return call_with_gil(request, room); });
}

bool Callback::call(std::vector<LaserSample>& picture) {
  return guarded([&] {
    const nb::object returned = callable_();
    if (returned.is_none()) return false;
    const SampleView samples(returned);
    picture.assign(samples.get().begin(), samples.get().end());
    return true;
  });
}

void Callback::call(const client::UnitEvent& event) noexcept {
  try {
    guarded([&] { return callable_(event); });
  } catch (const std::exception&) {  // reported by guarded()
  }
}

std::shared_ptr<Callback> shared_callback(nb::object callable) {
  if (!PyCallable_Check(callable.ptr())) throw nb::type_error("callback: not callable");
  return std::make_shared<Callback>(std::move(callable));
}

std::size_t Callback::call_with_gil(const client::FillRequest& request, std::span<LaserSample> room) {
  const nb::object returned = callable_(CallbackRequest{request, room.size()});
  if (returned.is_none()) return 0;
  const SampleView samples(returned);
  if (samples.get().size() > room.size()) {
    PyErr_Format(PyExc_ValueError, "%zu samples returned where %zu were asked for", samples.get().size(),
                 room.size());
    throw nb::python_error();
  }
  std::ranges::copy(samples.get(), room.begin());
  return samples.get().size();
}

}  // namespace idn::python
