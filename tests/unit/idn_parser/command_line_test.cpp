// SPDX-License-Identifier: MIT
#include "idn_parser/command/command_line.hpp"

#include <array>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "datagrams.hpp"
#include "idn_parser/command/report_options.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;

namespace {

std::variant<ReportOptions, int> parsed(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv{"idn_parser"};
  argv.insert(argv.end(), arguments);
  ReportOptions options;
  cli::Program app("idn_parser", "");
  add_report_options(app, options);
  if (const auto code = app.parse(static_cast<int>(argv.size()), argv.data())) return *code;
  return options;
}

/// The exit code of a command line that ends in the parser; nothing if the program would run.
std::optional<int> refused(std::initializer_list<const char*> arguments) {
  std::vector<const char*> argv{"idn_parser"};
  argv.insert(argv.end(), arguments);
  const auto asked = parse_command_line(static_cast<int>(argv.size()), argv.data());
  const int* code = std::get_if<int>(&asked);
  return code != nullptr ? std::optional(*code) : std::nullopt;
}

}  // namespace

TEST_CASE("the parser needs a file and takes its outputs and port", "[parser]") {
  const auto plain = std::get<ReportOptions>(parsed({"show.pcap"}));
  CHECK(plain.files == std::vector<std::string>{"show.pcap"});
  CHECK(plain.port == 7255);
  CHECK_FALSE(plain.json);
  CHECK(plain.html.empty());

  const auto full = std::get<ReportOptions>(parsed({"-", "--json", "--html", "report.html", "--port", "9000"}));
  CHECK(full.files == std::vector<std::string>{"-"});
  CHECK(full.port == 9000);
  CHECK(full.json);
  CHECK(full.html == "report.html");
}

TEST_CASE("the parser takes a file for samples, and the senders whose samples are corrected", "[parser]") {
  const auto options =
      std::get<ReportOptions>(parsed({"show.pcap", "--samples", "show.csv", "--source", "10.0.0.1:mirror-x",
                                      "--source", "10.0.0.0/8:mirror-y"}));
  CHECK(options.samples == "show.csv");
  REQUIRE(options.sources.size() == 2);
  CHECK(options.sources[0].transform.flip_x);
  CHECK(options.sources[1].transform.flip_y);
}

TEST_CASE("mistakes on the parser's command line are usage errors", "[parser]") {
  for (const auto& mistake :
       {parsed({}), parsed({"-", "-"}), parsed({"a.pcap", "--buffer", "2m"}),
        parsed({"a.pcap", "--clock-ppm", "50"}), parsed({"a.pcap", "--port", "0"}),
        parsed({"a.pcap", "--port", "65536"}), parsed({"a.pcap", "--port", "x"}),
        parsed({"a.pcap", "--colour"}), parsed({"a.pcap", "--html"}), parsed({"-", "--samples", "a.csv"}),
        parsed({"a.pcap", "--source", "::1:mirror-x"}),
        parsed({"a.pcap", "--samples", "a.csv", "--source", "x:mirror-x"})}) {
    REQUIRE(std::holds_alternative<int>(mistake));
    CHECK(std::get<int>(mistake) == idn::cli::kUsage);
  }
}

TEST_CASE("a file without a command is reported on, whatever stands before it", "[parser]") {
  CHECK_FALSE(refused({"show.pcap"}));
  CHECK_FALSE(refused({"report", "show.pcap"}));
  CHECK_FALSE(refused({"--json", "show.pcap"}));
  CHECK_FALSE(refused({"./report"}));
  CHECK(refused({}) == idn::cli::kUsage);
  CHECK(refused({"-", "--samples", "a.csv"}) == idn::cli::kUsage);
  CHECK(refused({"report"}) == idn::cli::kUsage);
  CHECK(refused({"--version"}) == idn::cli::kOk);
  CHECK(refused({"--help"}) == idn::cli::kOk);
}

TEST_CASE("a figure of what is not in the capture is told behind the report, and nothing is written",
          "[parser]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFile capture(test::CaptureBuilder()
                                        .datagram(1s, test::kClient, test::kServer, test::wave_datagram(0))
                                        .datagram(1001ms, test::kClient, test::kServer, test::wave_datagram(1))
                                        .octets());
  const std::string file = capture.path(), figure = folder / "figure.png";
  const auto code_of = [&](const char* plot) {
    const std::array arguments{"idn_parser", file.c_str(), "--png", figure.c_str(), "--plot", plot};
    return std::get<Run>(parse_command_line(static_cast<int>(arguments.size()), arguments.data()))();
  };
  CHECK(code_of("acknowledges") == cli::kFindings);
  CHECK_FALSE(std::filesystem::exists(figure));
}

TEST_CASE("a figure that cannot be written keeps nothing else from being written", "[parser]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFile capture(test::CaptureBuilder()
                                        .datagram(1s, test::kClient, test::kServer, test::wave_datagram(0))
                                        .datagram(1001ms, test::kClient, test::kServer, test::wave_datagram(1))
                                        .octets());
  const std::string file = capture.path(), gone = folder / "gone", figure = folder / "gone/figure.png";
  const std::string page = folder / "page.html", table = folder / "table.csv", samples = folder / "samples.csv";
  std::filesystem::create_directory(gone);
  const std::array arguments{"idn_parser", file.c_str(), "--png",       figure.c_str(), "--html",
                             page.c_str(), "--csv",      table.c_str(), "--samples",    samples.c_str()};
  const auto run = std::get<Run>(parse_command_line(static_cast<int>(arguments.size()), arguments.data()));
  std::filesystem::remove_all(gone);
  CHECK_THROWS_AS(run(), cli::Failure);
  for (const auto& written : {page, table, samples}) CHECK(std::filesystem::exists(written));
}

TEST_CASE("mistakes on the command lines of the other commands are usage errors", "[parser]") {
  CHECK_FALSE(refused({"compare", "a", "b", "--match", "1=2"}));
  CHECK_FALSE(refused({"merge", "--group", "Linux", "a", "b", "--group", "Windows", "c"}));
  CHECK_FALSE(refused({"merge", "--group", "Linux", "a", "--group", "Windows", "b", "--html", "no such page"}));
  CHECK_FALSE(refused({"diff", "a", "b", "--limit", "lost=1", "--limit", "deviation_p99_us=10%"}));
  CHECK_FALSE(refused({"a", "--png", "b.png", "--plot", "distribution"}));
  CHECK_FALSE(refused({"a", "--png", "b.png", "--plot", "buffer", "--buffer", "20ms"}));
  CHECK_FALSE(refused({"a", "--buffer", "20ms", "--late", "play"}));
  for (const auto& code :
       {refused({"compare", "a"}), refused({"compare", "-", "-"}), refused({"diff", "-", "-"}),
        refused({"compare", "a", "b", "--match", "1"}), refused({"merge"}), refused({"merge", "-"}),
        refused({"merge", "--group", "Linux"}), refused({"diff", "a"}),
        refused({"diff", "a", "b", "--limit", "speed=1"}), refused({"a", "--plot", "histogram"}),
        refused({"a", "--png", "b.png", "--plot", "pie"}), refused({"a", "--png", "b.png", "--plot", "buffer"}),
        refused({"a", "--late", "play"}), refused({"a", "--buffer", "20ms", "--late", "keep"}),
        refused({"a", "--csv", "-"}), refused({"a", "--html", "-"}), refused({"a", "--samples", "-"}),
        refused({"merge", "a", "--csv", "-"})})
    CHECK(code == idn::cli::kUsage);
}
