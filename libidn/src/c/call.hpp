// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <new>

#include "c/error.hpp"
#include "idn/sample.hpp"
#include "idn/time.hpp"

/// Common to all functions of the C interface: none lets an exception escape, and the end of the library waits
/// for calls in progress.
namespace idn::c {

/// Counts a call into the library, or a callback out of it, as in progress. Converts to false once the library
/// has ended: then handles must not be used.
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

/// Marks the calling thread while it runs a callback of the application.
class InCallback {
 public:
  explicit InCallback(const void* of) noexcept;
  ~InCallback();
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

  /// Whether the calling thread is in a callback: of any handle, or of this one.
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

/// The same memory as LaserSample, which has the same layout.
inline std::span<const LaserSample> samples_at(const idn_sample_t* samples, std::size_t count) noexcept {
  return {reinterpret_cast<const LaserSample*>(samples), count};
}

}  // namespace idn::c
