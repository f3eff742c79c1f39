// SPDX-License-Identifier: MIT
// Rows of generated captures, of which each value is known.
#include "idn_parser/report/datagram_table.hpp"

#include <fstream>
#include <map>
#include <sstream>

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line)
    if (c == ',')
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

/// Datagrams in the order of arrival, and their rows in the table.
class ListedCapture {
 public:
  ListedCapture& add(Duration arrival, const Octets& octets) {
    capture_.datagram(kStart + arrival, kClient, kServer, octets);
    return *this;
  }
  /// Number `i` of a stream of 1 ms chunks; arrives `later` than its timestamp.
  ListedCapture& wave(int i, Duration later = {}) { return add(i * 1ms + later, wave_datagram(i)); }
  ListedCapture& waves(int first, int last) {
    for (int i = first; i < last; ++i) wave(i);
    return *this;
  }

  std::vector<Row> rows() const {
    const TemporaryFile file(capture_.octets());
    const TemporaryFolder folder;
    const auto report = analyse({.files = {file.path()}, .keep_datagrams = true});
    const auto written = write_datagrams(report, folder / "rows.csv");
    std::ifstream in(folder / "rows.csv");
    std::string line;
    REQUIRE(std::getline(in, line));
    REQUIRE(line == datagram_columns());
    const auto names = fields_of(line);
    std::vector<Row> rows;
    while (std::getline(in, line)) {
      const auto fields = fields_of(line);
      REQUIRE(fields.size() == names.size());
      auto& row = rows.emplace_back();
      for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = fields[i];
    }
    REQUIRE(written == rows.size());
    return rows;
  }

 private:
  CaptureBuilder capture_;
};

/// The values of some columns, separated by blanks.
std::string values(const Row& row, std::initializer_list<const char*> columns) {
  std::string text;
  for (const char* column : columns) text += row.at(column) + ' ';
  text.pop_back();
  return text;
}

std::string flags(const Row& row) {
  std::string text;
  for (const char* flag : {"frame", "late", "duplicate", "after_loss", "pause", "outlier"})
    if (row.at(flag) == "1") text += std::string(text.empty() ? "" : " ") + flag;
  return text;
}

}  // namespace

TEST_CASE("a row tells where a datagram stands, what it carries and its offset", "[parser]") {
  const auto rows = ListedCapture().waves(0, 3).wave(3, 40us).rows();
  REQUIRE(rows.size() == 4);
  const auto& row = rows[3];
  CHECK(values(row, {"file", "packet", "stream", "client", "server", "client_group", "channel"}) ==
        "1 4 1 10.0.0.1:50000 10.0.0.2:7255 0 0");
  CHECK(values(row, {"unix_ns", "media_us", "sequence", "duration_us", "samples", "octets"}) ==
        "1700000000003040000 3000 3 1000 100 716");
  CHECK(values(row, {"offset_ns", "expected_ns", "deviation_ns", "gap_us"}) == "1040000 1000000 40000 0");
  CHECK(values(row, {"axis", "begins_axis"}) == "1 ");
  CHECK(flags(row).empty());
  CHECK(values(rows[0], {"offset_ns", "expected_ns", "deviation_ns", "gap_us", "axis", "begins_axis"}) ==
        "    1 start");
}

TEST_CASE("a row tells what stamped its arrival; the words of a file stay one field", "[parser]") {
  const auto stamped = [](const Octets& octets, const std::string& suffix) {
    const TemporaryFile file(octets, suffix);
    const TemporaryFolder folder;
    write_datagrams(analyse({.files = {file.path()}, .keep_datagrams = true}), folder / "rows.csv");
    std::ifstream in(folder / "rows.csv");
    std::string text;
    std::getline(in, text, '\0');
    return text;
  };
  CaptureBuilder micro(linktype::kEthernet, CaptureBuilder::Resolution::Micro);
  micro.datagram(kStart, kClient, kServer, wave_datagram(0));
  CHECK(contains(stamped(micro.octets(), ".pcap"), ",1700000000000000000,pcap us,0,0,1000,"));
  CHECK(ListedCapture().waves(0, 2).rows()[1].at("stamp_source") == "pcap ns");

  const auto packet = [](int i) { return ethernet_frame(ip_packet(kClient, kServer, wave_datagram(i))); };
  const auto text = stamped(PcapngBuilder()
                                .interface(linktype::kEthernet, 9, "a,\"b\"\n")
                                .interface(linktype::kEthernet, 0x80 | 10)
                                .packet(0, 5'000'000'000, packet(0))
                                .packet(1, 5 * 1024 + 512, packet(1))
                                .octets(),
                            ".pcapng");
  CHECK(contains(text, ",5000000000,\"pcapng interface 0 a,\"\"b\"\"? ns\",0,0,1000,"));
  CHECK(contains(text, ",5500000000,pcapng interface 1 2^-10s,1000,1,1000,"));
}

TEST_CASE("lateness is against the clock that fits: 100 ppm of drift leave nothing", "[parser]") {
  ListedCapture capture;
  for (int i = 0; i < 100; ++i) capture.wave(i, i * 100ns);
  for (const auto& row : capture.rows()) CHECK(row.at("lateness_ns") == "0");
  // Symmetric about the middle, so that the line through them is level: its mean is 2000 ns.
  const auto rows = ListedCapture().wave(0).wave(1, 5us).wave(2, 5us).wave(3).wave(4).rows();
  CHECK(rows[2].at("lateness_ns") != "0");
  const auto level = ListedCapture().wave(0).wave(1, 5us).wave(2).wave(3, 5us).wave(4).rows();
  CHECK(values(level[0], {"lateness_ns"}) == "-2000");
  CHECK(values(level[1], {"lateness_ns"}) == "3000");
}

TEST_CASE("late datagrams, copies and those behind a loss have no offset", "[parser]") {
  const auto rows = ListedCapture()
                        .waves(0, 3)
                        .wave(4)
                        .add(4100us, wave_datagram(3))
                        .wave(5)
                        .add(5100us, wave_datagram(5))
                        .rows();
  REQUIRE(rows.size() == 7);
  CHECK(flags(rows[3]) == "after_loss");
  CHECK(flags(rows[4]) == "late");
  CHECK(flags(rows[5]).empty());
  CHECK(flags(rows[6]) == "duplicate");
  for (const int i : {3, 4, 6}) CHECK(values(rows[i], {"offset_ns", "deviation_ns", "gap_us"}) == "  ");
  // The offset from the previous datagram in order, not from the late one.
  CHECK(rows[5].at("offset_ns") == "1000000");
  CHECK(rows[4].at("lateness_ns") == "1100000");
  CHECK(values(rows[6], {"sequence", "samples", "lateness_ns", "axis"}) == "5   ");
}

TEST_CASE("media time that was left out is in its row, and behind a dark datagram a pause", "[parser]") {
  const auto shifted = [](int number, std::int64_t timestamp_us, bool is_dark = false) {
    return datagram(static_cast<std::uint16_t>(number), {.timestamp_us = timestamp_us, .is_dark = is_dark});
  };
  const auto rows = ListedCapture()
                        .waves(0, 3)
                        .add(33ms, shifted(3, 33'000))
                        .add(34ms, shifted(4, 34'000, true))
                        .add(2034ms, shifted(5, 2'034'000))
                        .add(2035ms, shifted(6, 2'035'000))
                        .rows();
  REQUIRE(rows.size() == 7);
  CHECK(values(rows[3], {"offset_ns", "expected_ns", "deviation_ns", "gap_us"}) ==
        "31000000 1000000 30000000 30000");
  CHECK(flags(rows[3]).empty());
  CHECK(values(rows[5], {"offset_ns", "gap_us", "axis"}) == " 1999000 1");
  CHECK(flags(rows[5]) == "pause");
}

TEST_CASE("a step begins an axis, a single wrong timestamp none", "[parser]") {
  const auto wrong = datagram(3, {.timestamp_us = 9'000'000});
  const auto rows = ListedCapture().waves(0, 3).add(3ms, wrong).waves(4, 6).rows();
  REQUIRE(rows.size() == 6);
  CHECK(flags(rows[3]) == "outlier");
  CHECK(values(rows[3], {"axis", "begins_axis", "offset_ns", "lateness_ns"}) == "1   ");
  CHECK(values(rows[4], {"axis", "begins_axis", "offset_ns", "lateness_ns"}) == "1   0");
  CHECK(rows[5].at("offset_ns") == "1000000");

  ListedCapture stepping;
  stepping.waves(0, 3);
  for (int i = 3; i < 6; ++i) stepping.add(i * 1ms, wave_datagram(i, 9'000'000));
  const auto stepped = stepping.rows();
  CHECK(values(stepped[3], {"axis", "begins_axis", "offset_ns"}) == "2 step ");
  CHECK(values(stepped[5], {"axis", "begins_axis", "lateness_ns"}) == "2  0");
}

TEST_CASE("behind a close begins an axis; alone on one, a datagram has no number of it", "[parser]") {
  const auto rows = ListedCapture()
                        .wave(0)
                        .add(500us, packet(wire::Command::RtClose, 1))
                        .add(2ms, wave_datagram(2))
                        .add(3ms, wave_datagram(3))
                        .rows();
  REQUIRE(rows.size() == 3);
  CHECK(values(rows[0], {"axis", "begins_axis", "lateness_ns"}) == " start ");
  CHECK(values(rows[1], {"axis", "begins_axis", "lateness_ns"}) == "1 closed 0");
}

TEST_CASE("a frame has one row, with the samples of all its fragments", "[parser]") {
  using enum wire::ChunkType;
  const auto frame = [](int number, std::int64_t at_us, const Message& message) {
    Message timed = message;
    timed.timestamp_us = at_us;
    timed.mode = wire::ServiceMode::GraphicDiscrete;
    return datagram(static_cast<std::uint16_t>(number), timed);
  };
  const Message first{.type = FrameFirst, .duration_us = 9000, .sample_octets = 30, .has_config = true};
  const Message sequel{.type = FrameSequel, .sample_octets = 40, .is_last_fragment = true};
  const auto rows = ListedCapture()
                        .add(0ms, frame(0, 0, first))
                        .add(100us, frame(0, 0, first))
                        .add(200us, frame(1, 1, sequel))
                        .add(20ms, frame(2, 20'000, first))
                        .add(20ms + 200us, frame(3, 20'001, sequel))
                        .rows();
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("samples") == "10");
  CHECK(flags(rows[0]) == "frame");
  CHECK(flags(rows[1]) == "frame duplicate");
  CHECK(values(rows[2], {"samples", "offset_ns", "expected_ns", "deviation_ns"}) == "10 20000000 20000000 0");
}

TEST_CASE("samples that no configuration explains are unknown, not zero", "[parser]") {
  const auto rows = ListedCapture()
                        .add(0ms, datagram(0, {}))
                        .add(1ms, datagram(1, {.timestamp_us = 1000, .has_config = true}))
                        .rows();
  CHECK(rows[0].at("samples").empty());
  CHECK(rows[1].at("samples") == "100");
}

TEST_CASE("datagrams are kept only where they are asked for", "[parser]") {
  CaptureBuilder capture;
  capture.datagram(kStart, kClient, kServer, wave_datagram(0));
  const TemporaryFile file(capture.octets());
  const auto report = analyse(file.path(), kIdnPort);
  REQUIRE(report.streams.size() == 1);
  CHECK(report.streams[0].datagrams == nullptr);
}

TEST_CASE("the page on results describes every column of the datagrams, in their order", "[parser]") {
  std::ifstream in(std::string(IDN_SOURCE_DIR) + "/docs/report.md");
  std::vector<std::string> described;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) inside = line == "## Datagrams";
    if (!inside || !line.starts_with("| `")) continue;
    std::istringstream names(line.substr(0, line.find('|', 1)));
    for (std::string name; std::getline(names, name, '`') && std::getline(names, name, '`');)
      described.push_back(name);
  }
  CHECK(described == fields_of(std::string(datagram_columns())));
}
