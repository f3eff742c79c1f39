// SPDX-License-Identifier: MIT
#include "sender/doctor/kernel_setting.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/ethtool.h>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace idn::sender::doctor {
namespace {

constexpr std::string_view kCoalescing = "ethtool -C ";

std::error_code last_refusal() {
  return {errno, std::generic_category()};
}

/// Writes the value by a single call, as the kernel requires, which also reports there if it refuses it.
std::error_code write_value(const std::string& file, const std::string& value) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor < 0) return last_refusal();
  const std::string line = value + '\n';
  const ssize_t written = write(descriptor, line.data(), line.size());
  const std::error_code error = written < 0 ? last_refusal() : std::error_code{};
  close(descriptor);
  return error;
}

/// Asks the driver of a network card. @param request begins with its command
template <class Request>
std::error_code ask_driver(std::string_view device, Request& request) {
  ifreq asked{};
  if (device.size() >= sizeof asked.ifr_name) return std::make_error_code(std::errc::no_such_device);
  device.copy(asked.ifr_name, device.size());
  asked.ifr_data = reinterpret_cast<char*>(&request);
  const int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return last_refusal();
  const std::error_code error = ioctl(descriptor, SIOCETHTOOL, &asked) < 0 ? last_refusal() : std::error_code{};
  close(descriptor);
  return error;
}

/// "ethtool -C eth0 rx-usecs" in its parts.
struct CoalescingName {
  std::string_view device;
  std::string_view word;

  explicit CoalescingName(std::string_view name) {
    name.remove_prefix(kCoalescing.size());
    const auto space = name.find(' ');
    device = name.substr(0, space);
    word = space == std::string_view::npos ? "" : name.substr(space + 1);
  }
  bool is_adaptive() const { return word == "adaptive-rx"; }
};

std::optional<std::string> read_coalescing(const CoalescingName& name) {
  ethtool_coalesce held{};
  held.cmd = ETHTOOL_GCOALESCE;
  if (ask_driver(name.device, held)) return std::nullopt;
  if (name.is_adaptive()) return held.use_adaptive_rx_coalesce != 0 ? "on" : "off";
  return std::to_string(held.rx_coalesce_usecs);
}

/// The others stay as they are.
std::error_code write_coalescing(const CoalescingName& name, const std::string& value) {
  ethtool_coalesce held{};
  held.cmd = ETHTOOL_GCOALESCE;
  if (const std::error_code error = ask_driver(name.device, held)) return error;
  held.cmd = ETHTOOL_SCOALESCE;
  if (name.is_adaptive())
    held.use_adaptive_rx_coalesce = value == "on" ? 1 : 0;
  else
    std::from_chars(value.data(), value.data() + value.size(), held.rx_coalesce_usecs);
  return ask_driver(name.device, held);
}

}  // namespace

bool is_coalescing(std::string_view name) noexcept {
  return name.starts_with(kCoalescing);
}

std::optional<std::string> read_setting(const MachineFiles& files, const std::string& name) {
  return is_coalescing(name) ? read_coalescing(CoalescingName(name)) : files.read(name);
}

std::error_code write_setting(const MachineFiles& files, const Setting& setting) {
  if (is_coalescing(setting.file)) return write_coalescing(CoalescingName(setting.file), setting.value);
  return write_value(files.real(setting.file).string(), setting.value);
}

std::string command_of(const Setting& setting) {
  if (is_coalescing(setting.file)) return setting.file + ' ' + setting.value;
  return fmt::format("echo {} > {}", setting.value, setting.file);
}

bool offers_hardware_stamps(const std::string& device) {
  ethtool_ts_info offered{};
  offered.cmd = ETHTOOL_GET_TS_INFO;
  return !ask_driver(device, offered) && (offered.so_timestamping & SOF_TIMESTAMPING_RX_HARDWARE) != 0;
}

}  // namespace idn::sender::doctor
