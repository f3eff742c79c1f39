// SPDX-License-Identifier: MIT
// What idn_server would have reported for a capture, with the arrival times of the capture. Prints the last
// line of idn_server --json.
//   truth_replay_server FILE... [--late drop|play] [--buffer MILLISECONDS] [--port PORT]
#include <string>
#include <vector>

#include "cli/capture.hpp"
#include "cli/failure.hpp"
#include "truth/server_replay.hpp"

namespace {

using namespace idn;

struct Arguments {
  std::vector<std::string> files;
  server::DacOptions output;
  int port = kIdnPort;  ///< of the units
};

/// Parses the command line. @return no files if it is wrong
Arguments read(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--late" && i + 1 < argc) {
      const auto late = analysis::late_datagrams_from(argv[++i]);
      if (!late) return {};
      arguments.output.late = *late;
    } else if (word == "--buffer" && i + 1 < argc) {
      arguments.output.buffer = std::chrono::milliseconds(std::stoi(argv[++i]));
    } else if (word == "--port" && i + 1 < argc) {
      arguments.port = std::stoi(argv[++i]);
    } else {
      arguments.files.push_back(word);
    }
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_main("truth_replay_server", [=] {
    const Arguments arguments = read(argc, argv);
    if (arguments.files.empty())
      throw cli::Failure(cli::kUsage, "give FILE... [--late drop|play] [--buffer MILLISECONDS] [--port PORT]");
    test::ServerReplay replay(arguments.output);
    auto reader = cli::open_captures(arguments.files);
    while (const auto* const datagram = reader.next()) {
      const auto& udp = datagram->content;
      if (udp.destination.port != arguments.port) continue;
      // Octets that were not captured are replaced by zeros.
      std::vector<std::byte> whole(udp.payload.begin(), udp.payload.end());
      whole.resize(udp.length);
      replay.take(whole, udp.source, udp.destination, datagram->position.time);
    }
    replay.finish();
    server::make_json_reporter()->finished(replay.facts());
    return int{cli::kOk};
  });
}
