// SPDX-License-Identifier: MIT
#include "bench/codec/peer_encoder.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "e2e/process.hpp"

namespace idn::bench {

void measure_peer(const std::string& program, Duration each, PeerTimesByFormat& times) {
  const double seconds = std::chrono::duration<double>(each).count();
  const auto run = test::run({program, "encode", fmt::format("{:.3f}", seconds)});
  if (run.code != 0) throw std::runtime_error(fmt::format("{}: exit code {}", program, run.code));
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    const auto object = nlohmann::json::parse(line);
    PeerTimes& format = times[object.at("format").get<std::string>()];
    format.encode.push_back(object.at("encode_ns").get<double>());
    format.convert.push_back(object.at("convert_ns").get<double>());
  }
}

}  // namespace idn::bench
