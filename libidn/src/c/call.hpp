// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <new>

#include "c/error.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"

/// What every function of the C interface does: nothing throws, and the end of the library waits for it.
namespace idn::c {

/// A call into the library, or a callback out of it, that is in progress. False once the library ends: then
/// handles must not be touched.
class InProgress {
 public:
  InProgress() noexcept;
  ~InProgress();
  InProgress(const InProgress&) = delete;
  InProgress& operator=(const InProgress&) = delete;

  explicit operator bool() const noexcept { return runs_; }

 private:
  bool runs_;
};

/// While a function of the application is called, on its thread.
class InCallback {
 public:
  explicit InCallback(const void* of) noexcept;
  ~InCallback();
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

  /// Of any handle.
  static bool is_any() noexcept;
  static bool is_of(const void* handle) noexcept;

 private:
  const void* outer_;
};

/// @return what `body` returns, or IDN_ERR_...
template <class Value = int, class Body>
Value guarded(Body&& body) noexcept {
  const InProgress call;
  if (!call) return fail(IDN_ERR_CLOSED, "the library has ended");
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return fail(IDN_ERR_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return fail(IDN_ERR_INTERNAL, error.what());
  } catch (...) {
    return fail(IDN_ERR_INTERNAL, "unknown exception");
  }
}

inline int null_argument() noexcept {
  return fail(IDN_ERR_ARGUMENT, "an argument is NULL");
}

/// So long that it is for ever, and that it can be added to a time.
inline constexpr Duration kLongest = std::chrono::hours(24 * 365 * 100);

inline Duration limited(std::int64_t nanoseconds) noexcept {
  return std::min(Duration(nanoseconds), kLongest);
}

static_assert(sizeof(idn_sample_t) == sizeof(LaserSample) && alignof(idn_sample_t) == alignof(LaserSample));
static_assert(sizeof(idn_sample_t) == 22);
static_assert(offsetof(idn_sample_t, x) == offsetof(LaserSample, x));
static_assert(offsetof(idn_sample_t, y) == offsetof(LaserSample, y));
static_assert(offsetof(idn_sample_t, r) == offsetof(LaserSample, r));
static_assert(offsetof(idn_sample_t, g) == offsetof(LaserSample, g));
static_assert(offsetof(idn_sample_t, b) == offsetof(LaserSample, b));
static_assert(offsetof(idn_sample_t, intensity) == offsetof(LaserSample, intensity));
static_assert(offsetof(idn_sample_t, u1) == offsetof(LaserSample, u1));
static_assert(offsetof(idn_sample_t, u2) == offsetof(LaserSample, u2));
static_assert(offsetof(idn_sample_t, u3) == offsetof(LaserSample, u3));
static_assert(offsetof(idn_sample_t, x_prime) == offsetof(LaserSample, x_prime));
static_assert(offsetof(idn_sample_t, z) == offsetof(LaserSample, z));

/// The same samples, where they lie.
inline std::span<const LaserSample> samples_at(const idn_sample_t* samples, std::size_t count) noexcept {
  return {reinterpret_cast<const LaserSample*>(samples), count};
}

}  // namespace idn::c
