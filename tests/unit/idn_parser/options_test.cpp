// SPDX-License-Identifier: MIT
#include "idn_parser/options.hpp"

#include <initializer_list>
#include <vector>

#include "cli/failure.hpp"
#include "support/catch.hpp"

using idn::parser::Options;
using idn::parser::parse_options;

namespace {

std::variant<Options, int> parsed(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv{"idn_parser"};
  argv.insert(argv.end(), arguments);
  return parse_options(static_cast<int>(argv.size()), argv.data());
}

}  // namespace

TEST_CASE("the parser needs a file and takes its outputs and port", "[parser]") {
  const auto plain = std::get<Options>(parsed({"show.pcap"}));
  CHECK(plain.file == "show.pcap");
  CHECK(plain.port == 7255);
  CHECK_FALSE(plain.json);
  CHECK(plain.html.empty());

  const auto full = std::get<Options>(parsed({"-", "--json", "--html", "report.html", "--port", "9000"}));
  CHECK(full.file == "-");
  CHECK(full.port == 9000);
  CHECK(full.json);
  CHECK(full.html == "report.html");
}

TEST_CASE("the parser takes a file for samples, and the sources whose samples to turn", "[parser]") {
  const auto options = std::get<Options>(parsed(
      {"show.pcap", "--samples", "show.csv", "--source", "10.0.0.1:flip-x", "--source", "10.0.0.0/8:flip-y"}));
  CHECK(options.samples == "show.csv");
  REQUIRE(options.sources.size() == 2);
  CHECK(options.sources[0].transform.flip_x);
  CHECK(options.sources[1].transform.flip_y);
}

TEST_CASE("mistakes on the parser's command line are usage errors", "[parser]") {
  for (const auto& mistake : {parsed({}), parsed({"a.pcap", "b.pcap"}), parsed({"a.pcap", "--port", "0"}),
                              parsed({"a.pcap", "--port", "65536"}), parsed({"a.pcap", "--port", "x"}),
                              parsed({"a.pcap", "--colour"}), parsed({"a.pcap", "--html"}),
                              parsed({"-", "--samples", "a.csv"}), parsed({"a.pcap", "--source", "::1:flip-x"}),
                              parsed({"a.pcap", "--samples", "a.csv", "--source", "x:flip-x"})}) {
    REQUIRE(std::holds_alternative<int>(mistake));
    CHECK(std::get<int>(mistake) == idn::cli::kUsage);
  }
}
