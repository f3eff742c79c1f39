// SPDX-License-Identifier: MIT
// An emulated projector that prints a line for each chunk. Usage: example_print_samples [PORT [SECONDS]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "idn/idn.hpp"

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // line-buffered, also into a file or pipe
  const auto port = static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : idn::kIdnPort);
  const auto receiver =
      idn::SampleReceiver::open({.name = "printer", .port = port}, [](const idn::ReceivedSamples& chunk) {
        const auto lit =
            std::ranges::count_if(chunk.samples, [](const auto& sample) { return !sample.is_dark(); });
        std::printf("%zu samples, %td lit, at %u per second\n", chunk.samples.size(), lit,
                    chunk.rate.per_second);
      });
  if (!receiver) return std::fprintf(stderr, "%s\n", receiver.error().message().c_str()), 1;
  std::printf("port %u\n", receiver->local().port);
  std::this_thread::sleep_for(std::chrono::seconds(argc > 2 ? std::atoi(argv[2]) : 3600));
}
