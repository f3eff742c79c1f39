// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "idn/client/devices.hpp"
#include "idn/client/sample_receiver.hpp"
#include "idn/idn.h"

struct idn_engine {
  explicit idn_engine(const idn::client::EngineOptions& options)
      : is_manual(options.manual), engine(options), devices(engine) {}

  const bool is_manual;
  idn::client::Engine engine;
  idn::client::Devices devices;
  std::atomic_flag driving;  ///< set while a thread is in idn_engine_drive(), and from Handles::end() on
};

struct idn_device {
  idn::client::Device device;
  std::size_t longest_picture;      ///< samples, of idn_device_fill_pictures()
  std::atomic_flag reading_sent{};  ///< set while a thread is in idn_device_read_sent()
};

struct idn_receiver {
  std::optional<idn::client::SampleReceiver> receiver;  ///< empty while it opens
};

namespace idn::c {

/// All open handles. Their outputs are blanked and closed if the program ends by exit() or by a return from
/// main, or if the library is unloaded. On Windows, where all other threads have ended by then,
/// client::OpenEngines alone does so. Threads: any.
class Handles {
 public:
  static Handles& all();

  template <class Handle>
  Handle* add(std::unique_ptr<Handle> handle) {
    const std::lock_guard lock(mutex_);
    return set_of<Handle>().insert(std::move(handle)).first->get();
  }
  template <class Handle>
  std::unique_ptr<Handle> remove(Handle* handle) {
    const std::lock_guard lock(mutex_);
    auto& handles = set_of<Handle>();
    const auto found = handles.find(handle);
    return found == handles.end() ? nullptr : std::move(handles.extract(found).value());
  }

 private:
  struct ByAddress {
    using is_transparent = void;
    template <class Left, class Right>
    bool operator()(const Left& left, const Right& right) const noexcept {
      return std::to_address(left) < std::to_address(right);
    }
  };
  template <class Handle>
  using Set = std::set<std::unique_ptr<Handle>, ByAddress>;

  Handles() = default;
  void end();

  template <class Handle>
  Set<Handle>& set_of() {
    if constexpr (std::is_same_v<Handle, idn_engine>)
      return engines_;
    else if constexpr (std::is_same_v<Handle, idn_device>)
      return devices_;
    else
      return receivers_;
  }

  std::mutex mutex_;
  Set<idn_engine> engines_;
  Set<idn_receiver> receivers_;
  Set<idn_device> devices_;
};

}  // namespace idn::c
