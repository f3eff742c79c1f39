// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "closing.hpp"
#include "fault.hpp"
#include "idn/client/engine.hpp"

namespace idn::python {

/// An engine that can be closed while other objects still own it. A call during another call fails with
/// Errc::Busy.
class SharedEngine {
 public:
  explicit SharedEngine(const client::EngineOptions& options) : is_manual_(options.manual), engine_(options) {}

  bool is_manual() const noexcept { return is_manual_; }

  /// Waits until its devices are dark and closed. Call without the GIL.
  Result<void> close() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return busy();
    engine_.reset();
    return {};
  }

  /// Returns the result of `use(engine)`. Call without the GIL. Errors: Errc::Busy, Closed.
  template <class Use>
  auto with(Use use) -> Result<decltype(use(std::declval<client::Engine&>()))> {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return busy();
    if (!engine_) return fail(Errc::Closed, "the engine is closed", "make another one");
    return use(*engine_);
  }

 private:
  static tl::unexpected<Error> busy() {
    return fail(Errc::Busy, "another call of the engine is in progress",
                "call it from one thread, and not from within fill");
  }

  const bool is_manual_;
  std::mutex mutex_;
  std::optional<client::Engine> engine_;
};

/// idn.Engine
class EngineObject final : public Closable {
 public:
  explicit EngineObject(const client::EngineOptions& options)
      : engine_(std::make_shared<SharedEngine>(options)) {}
  ~EngineObject() override {
    const nanobind::gil_scoped_release release;
    engine_.reset();
  }

  void close() override {
    Result<void> closed;
    {
      const nanobind::gil_scoped_release release;
      closed = engine_->close();
    }
    check(closed);
  }
  nanobind::object self() override { return nanobind::find(this); }

  const std::shared_ptr<SharedEngine>& engine() const noexcept { return engine_; }

 private:
  std::shared_ptr<SharedEngine> engine_;
};

}  // namespace idn::python
