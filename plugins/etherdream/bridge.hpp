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

/// The program: a DAC for each projector, until a signal ends it.
class Bridge {
 public:
  /// Begins to announce. Throws cli::Failure where that is not possible.
  explicit Bridge(const Options& options);

  /// @return the exit code
  int run();

 private:
  /// Members are destroyed from the last to the first: the client is disconnected first, then the light goes
  /// off.
  struct EmulatedDac {
    explicit EmulatedDac(plugins::Output& of) : output(of), points(of) {}

    plugins::Output& output;
    RackOutput points;
    boost::asio::io_context context;  ///< of its thread, so that one that blocks does not delay the others
    std::unique_ptr<DacServer> server;
  };

  void add(plugins::Output& output, std::uint32_t address);
  void print(const std::string& line) const;
  void tell(const plugins::Output& output, const std::string& text) const;
  void report_start(EmulatedDac& projector) const;
  void end(EmulatedDac& projector) const;

  const Options options_;
  mutable std::mutex printing_;
  boost::asio::io_context context_;  ///< of the signals
  boost::asio::signal_set signals_{context_};
  plugins::Rack rack_;
  std::vector<std::unique_ptr<EmulatedDac>> dacs_;
};

}  // namespace idn::etherdream
