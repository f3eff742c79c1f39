// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "plugins/common/rack.hpp"
#include "plugins/etherdream/dac_server.hpp"
#include "plugins/etherdream/options.hpp"
#include "plugins/etherdream/rack_output.hpp"

namespace idn::etherdream {

/// The program: an emulated DAC for each projector, until a signal ends it.
class Bridge {
 public:
  /// Listens and announces. Throws cli::Failure: wrong settings, no projector, or an address that cannot be
  /// used.
  explicit Bridge(const BridgeOptions& options);

  /// @return the exit code
  int run();

 private:
  /// One emulated DAC and its thread's event loop. `server`, which uses the other members, is destroyed first.
  struct EmulatedDac {
    explicit EmulatedDac(plugins::Output& of) : output(of), rack_output(of) {}

    plugins::Output& output;
    RackOutput rack_output;
    boost::asio::io_context context;  ///< one thread per DAC, so that one that blocks does not delay the others
    std::unique_ptr<DacServer> server;
  };

  void add(plugins::Output& output, std::uint32_t address);
  void print(const std::string& line) const;
  void print_message(const plugins::Output& output, const std::string& text) const;
  void report_start(EmulatedDac& emulated) const;
  void end(EmulatedDac& emulated) const;

  const BridgeOptions options_;
  mutable std::mutex printing_;
  boost::asio::io_context context_;  ///< for signals
  boost::asio::signal_set signals_{context_};
  plugins::Rack rack_;
  std::vector<std::unique_ptr<EmulatedDac>> dacs_;
};

}  // namespace idn::etherdream
