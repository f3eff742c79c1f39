// SPDX-License-Identifier: MIT
// The messages for which the OpenIDN receiver was measured (section 5.1), sent to ours: each acknowledge must
// be that of the specification; a row also has that of OpenIDN if it differs. docs/acknowledge_table.md
// contains this table; with IDN_WRITE_DOCS=1 in the environment this test writes it.
#include <cstdlib>
#include <fstream>
#include <functional>

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using wire::ChunkType;
using wire::Command;
using wire::ServiceMode;
using Reply = std::optional<wire::Acknowledge>;
using Step = std::function<Reply(ReceiverFixture&)>;

struct BitName {
  std::uint16_t mask;
  const char* name;
};
constexpr std::array kInputNames{
    BitName{0x0001, "New"},     BitName{0x0008, "Order"},   BitName{0x0010, "SeqErr1"},
    BitName{0x0020, "SeqErr2"}, BitName{0x0040, "SeqErr3"}, BitName{0x0100, "MVErr"},
    BitName{0x0200, "OVErr"},   BitName{0x0400, "LAErr"},   BitName{0x0800, "BPErr"},
    BitName{0x2000, "CCErr"},   BitName{0x8000, "IRAErr"}};
constexpr std::array kPipelineNames{
    BitName{0x0001, "CnlRted"}, BitName{0x0002, "CnlClsd"}, BitName{0x0010, "SMErr"},
    BitName{0x0020, "BSYErr"},  BitName{0x0040, "FRGErr"},  BitName{0x0080, "CFGErr"},
    BitName{0x0100, "CKTErr"},  BitName{0x0200, "DCMErr"},  BitName{0x0400, "CTYErr"},
    BitName{0x0800, "MCLErr"},  BitName{0x1000, "RGUErr"},  BitName{0x2000, "PVLErr"},
    BitName{0x4000, "DVIErr"},  BitName{0x8000, "IAPErr"}};
constexpr std::array kStatusNames{BitName{0x01, "SOCnl"}, BitName{0x02, "DOBuf"}, BitName{0x04, "SNMsg"}};

std::string names(unsigned bits, std::span<const BitName> known) {
  std::string text;
  for (const auto& [mask, name] : known) {
    if ((bits & mask) == 0) continue;
    text += text.empty() ? name : std::string(" ") + name;
    bits &= ~unsigned{mask};
  }
  if (bits != 0) text += " undefined bits";
  return text.empty() ? "-" : text;
}

/// The four cells of the table for a reply.
std::string cells(const Reply& reply) {
  if (!reply) return "no reply | | |";
  char result[8];
  std::snprintf(result, sizeof result, "0x%02X", static_cast<unsigned>(reply->result));
  return std::string(result) + " | " + names(reply->input_events, kInputNames) + " | " +
         names(reply->pipeline_events, kPipelineNames) + " | " + names(reply->status, kStatusNames);
}

struct Row {
  const char* stimulus;
  std::vector<Step> before;
  Step step;
  const char* expected;  ///< result | input | pipeline | status
  const char* openidn;   ///< the measured reply of OpenIDN, if it differs by more than DOBuf
};

/// The reply to a row. A millisecond passes before each step.
Reply run(const Row& row) {
  ReceiverFixture unit(buffering_config());
  for (const Step& step : row.before) {
    step(unit);
    unit.advance(std::chrono::milliseconds(1));
  }
  return row.step(unit);
}

Step example_step(const char* name) {
  return
      [name](ReceiverFixture& unit) { return unit.ask_raw(vector_file(std::string("idn/") + name + ".hex")); };
}

Step raw(const char* octets) {
  return [octets](ReceiverFixture& unit) { return unit.ask_raw(from_hex(octets)); };
}

Step silent(const char* octets) {
  return [octets](ReceiverFixture& unit) -> Reply {
    CHECK(unit.feed(from_hex(octets)).empty());
    return std::nullopt;
  };
}

Step ask(Message message) {
  return [message](ReceiverFixture& unit) { return unit.ask(message); };
}

Step ask_numbered(std::uint16_t sequence, Message message) {
  return [sequence, message](ReceiverFixture& unit) {
    unit.next_sequence = sequence;
    return unit.ask(message);
  };
}

/// A request from another port.
Step ask_elsewhere(Message message) {
  return [message](ReceiverFixture& unit) {
    unit.source.port = 41'000;
    return unit.ask(message);
  };
}

Step wait(std::chrono::milliseconds time) {
  return [time](ReceiverFixture& unit) -> Reply {
    unit.advance(time);
    return std::nullopt;
  };
}

Message with(Message message, ServiceMode mode, std::uint8_t service = 0) {
  message.config = routing(mode, service);
  return message;
}

Message of_type(Message message, ChunkType type) {
  message.type = type;
  return message;
}

Message mismatched(Message message) {
  message.data[0] = std::byte{0x20};
  return message;
}

Message without_dictionary(Message message) {
  message.config->service_configuration = {};
  return message;
}

Message sequel(std::uint32_t timestamp, std::size_t octets, bool last = false) {
  return {.type = ChunkType::FrameSequel, .timestamp = timestamp, .data = Bytes(octets), .last_fragment = last};
}

std::vector<Row> rows() {
  const auto k09 = example_step("09-wave-open-config");
  const auto k11 = example_step("11-wave-next");
  const auto k12 = example_step("12-keepalive-void-message");
  const auto k13 = example_step("13-keepalive-empty-packet");
  const auto k14 = example_step("14-channel-close");
  const auto k15 = example_step("15-session-close-ackreq");
  const auto k20 = example_step("20-frame-open-entire");
  const auto k21 = example_step("21-frame-first-fragment");
  const auto k22 = example_step("22-frame-sequel-middle");
  const auto k23 = example_step("23-frame-sequel-last");
  const auto k24 = example_step("24-frame-empty");
  const auto k25 = example_step("25-frame-close-combined");
  const Step open_wave = ask(opening_wave(0));
  const Step open_frame = ask(opening_frame(0));
  const Step fragment = ask(of_type(frame(1000, 3, 4000), ChunkType::FrameFirst));
  return {
      {"opening wave message (example 09)", {}, k09, "0x00 | New | CnlRted | SOCnl DOBuf", ""},
      {"following wave message (11)", {k09}, k11, "0x00 | - | - | SOCnl DOBuf", ""},
      {"void message (12)", {k09, k11}, k12, "0x00 | - | - | SOCnl DOBuf", ""},
      {"empty packet (13)", {k09, k11, k12}, k13, "0x00 | - | - | SOCnl DOBuf", ""},
      {"channel close (14)", {k09, k11, k12, k13}, k14, "0x00 | - | CnlClsd | DOBuf", ""},
      {"empty close 0x45 (15)", {k09, k11, k12, k13, k14}, k15, "0x00 | - | - | DOBuf", ""},
      {"same again, now unconnected", {k09, k15}, k15, "0xEB | - | - | -", ""},
      {"frame (20)", {}, k20, "0x00 | New | CnlRted | SOCnl DOBuf", ""},
      {"first fragment (21)", {k20}, k21, "0x00 | - | - | SOCnl DOBuf", ""},
      {"sequel (22)", {k20, k21}, k22, "0x00 | - | - | SOCnl DOBuf", ""},
      {"last sequel (23)", {k20, k21, k22}, k23, "0x00 | - | - | SOCnl DOBuf", ""},
      {"empty frame (24)", {k20, k21, k22, k23}, k24, "0x00 | - | - | SOCnl DOBuf", "MCLErr: refuses it"},
      {"close packet with closing message (25 as 0x45)",
       {k20, k21, k22, k23, k24},
       k25,
       "0x00 | - | CnlClsd | DOBuf",
       ""},
      {"abort (18)", {k09}, silent("46 00 00 6B"), "no reply | | |", ""},
      {"data on a closed channel of a new link",
       {},
       ask(wave(0)),
       "0x00 | New CCErr | CnlClsd | -",
       "no CCErr"},
      {"totalSize larger than the datagram",
       {open_wave},
       raw("41 00 00 65 00 0C 80 00 00 00 00 00"),
       "0xEE | - | - | SOCnl DOBuf",
       ""},
      {"payload shorter than 8 octets",
       {open_wave},
       raw("41 00 00 65 00 07 80 00 00 00 00"),
       "0xEE | - | - | SOCnl DOBuf",
       ""},
      {"totalSize smaller than the datagram",
       {ask(Message{})},
       raw("41 00 00 65 00 08 80 00 00 00 00 00 AA"),
       "0x00 | - | CnlClsd | -",
       "MVErr: drops the message"},
      {"content ID without 0x8000",
       {ask(Message{})},
       raw("41 00 00 65 00 08 00 00 00 00 00 00"),
       "0x00 | MVErr | - | -",
       "CnlClsd as well, although no channel is named"},
      {"unknown service",
       {ask(Message{})},
       ask(with(wave(0), ServiceMode::GraphicContinuous, 77)),
       "0x00 | - | CnlRted SMErr | SOCnl",
       ""},
      {"unknown mode",
       {ask(Message{})},
       ask(with(wave(0), static_cast<ServiceMode>(0x77))),
       "0x00 | - | CnlRted SMErr | SOCnl",
       ""},
      {"service in use by another client",
       {open_wave, ask_elsewhere(Message{})},
       ask_elsewhere(opening_wave(0)),
       "0x00 | - | CnlRted BSYErr | SOCnl",
       ""},
      {"effects mode on a laser service in use",
       {open_wave, ask_elsewhere(Message{})},
       ask_elsewhere(with(Message{}, ServiceMode::EffectsContinuous)),
       "0x00 | - | CnlRted BSYErr | SOCnl",
       ""},
      {"mode void with data",
       {ask(Message{})},
       ask(with(wave(0), ServiceMode::Void)),
       "0x00 | - | CnlRted | SOCnl",
       ""},
      {"frame chunk in continuous mode", {open_wave}, ask(frame(1000)), "0x00 | - | CKTErr | SOCnl DOBuf", ""},
      {"SCM mismatch", {open_wave}, ask(mismatched(wave(1000))), "0x00 | - | DCMErr | SOCnl", ""},
      {"the next chunk with the right SCM",
       {open_wave, ask(mismatched(wave(1000)))},
       ask(wave(1000)),
       "0x00 | - | CFGErr | SOCnl",
       "-: keeps its decoder and plays"},
      {"duration 199 us",
       {open_wave},
       ask(wave(1000, 20, 199)),
       "0x00 | - | - | SOCnl DOBuf",
       "MCLErr: needs 200 us"},
      {"1 sample, 1000 us", {open_wave}, ask(wave(1000, 1, 1000)), "0x00 | - | - | SOCnl DOBuf", ""},
      {"timestamp later than expected", {open_wave}, ask(wave(3000)), "0x00 | - | CTYErr | SOCnl DOBuf", ""},
      {"timestamp earlier than expected", {open_wave}, ask(wave(500)), "0x00 | - | CTYErr | SOCnl DOBuf", ""},
      {"sequence jump",
       {open_wave},
       ask_numbered(105, wave(1000)),
       "0x00 | SeqErr1 SeqErr3 | - | SOCnl DOBuf",
       "SeqErr1 only"},
      {"duplicate sequence number",
       {open_wave},
       ask_numbered(100, wave(1000)),
       "0x00 | SeqErr1 SeqErr2 | - | SOCnl DOBuf",
       "SeqErr1 only; plays the duplicate"},
      {"sequence step back",
       {open_wave},
       ask_numbered(98, wave(1000)),
       "0x00 | SeqErr1 | - | SOCnl DOBuf",
       "plays the late packet"},
      {"routing configuration without dictionary",
       {open_wave},
       ask(without_dictionary(opening_wave(1000))),
       "0x00 | - | CFGErr | SOCnl",
       ""},
      {"sequel with the timestamp of the first fragment, next packet",
       {open_frame, fragment},
       ask(sequel(1000, 14, true)),
       "0x00 | - | - | SOCnl DOBuf",
       "FRGErr"},
      {"sequel + 1 that ends inside a sample",
       {open_frame, fragment},
       ask(sequel(1001, 3)),
       "0x00 | - | - | SOCnl DOBuf",
       ""},
      {"void between sequels",
       {open_frame, fragment, ask(sequel(1001, 3))},
       ask(Message{.timestamp = 1500}),
       "0x00 | - | - | SOCnl DOBuf",
       ""},
      {"sequel + 2 after it",
       {open_frame, fragment, ask(sequel(1001, 3)), ask(Message{.timestamp = 1500})},
       ask(sequel(1002, 4, true)),
       "0x00 | - | - | SOCnl DOBuf",
       ""},
      {"frame with 1 sample", {open_frame}, ask(frame(1000, 1, 1000)), "0x00 | - | MCLErr | SOCnl DOBuf", ""},
      {"frame with duration 0", {open_frame}, ask(frame(1000, 5, 0)), "0x00 | - | MCLErr | SOCnl DOBuf", ""},
      {"message after 1.3 s of silence",
       {open_wave, wait(std::chrono::milliseconds(1300))},
       ask(wave(1000)),
       "0x00 | New CCErr | CnlClsd | -",
       "no CCErr"},
      {"command 0x22", {open_wave}, silent("22 00 00 01"), "no reply | | |", ""},
      {"command 0x00", {open_wave}, silent("00 00 00 01"), "no reply | | |", ""},
      {"3-octet datagram", {open_wave}, silent("41 00 00"), "no reply | | |", ""},
  };
}

std::string document() {
  std::string text =
      "# Stimulus and acknowledge\n\n"
      "What the receiver answers to the stimuli that were measured on the OpenIDN receiver (section 5.1 of the "
      "fact "
      "sheet).\nEach answer is that of the specification; the last column says where OpenIDN answers "
      "otherwise. DOBuf "
      "stands wherever an\noutput with the default latency of 40 ms still holds data; OpenIDN has no estimate "
      "and never "
      "reports it. Generated by\n`tests/unit/stream/openidn_table_test.cpp`, which replays every row.\n\n"
      "| stimulus | result | input | pipeline | status | OpenIDN |\n|---|---|---|---|---|---|\n";
  for (const Row& row : rows())
    text += std::string("| ") + row.stimulus + " | " + row.expected + " | " + row.openidn + " |\n";
  return text +
         "\n## Bits that are never set\n\n"
         "| bit | why |\n|---|---|\n"
         "| SNMsg | the receiver queues no messages: each is processed when it arrives |\n"
         "| DVIErr | it has no device that could over- or underrun or fail |\n"
         "| IAPErr | no step of the processing can fail for a reason other than the message |\n\n"
         "Order stands for a timestamp below an earlier one of the session that did no harm: another "
         "channel's, a void "
         "message's,\nor that of a late void message. LAErr and BPErr stand for wave, audio and DMX line "
         "chunks that "
         "come after their playout\nhas begun or ended; frames and levels stay until they are replaced and are "
         "never "
         "too old. OVErr stands for more than 1 s\nwaiting in the estimated output. IRAErr stands for a frame "
         "whose "
         "fragments exceed the memory of the session. Link\nquality is 0 during the first second, latency 0 "
         "where no "
         "output is known.\n";
}

TEST_CASE("every measured stimulus is answered as the specification demands", "[stream]") {
  for (const Row& row : rows()) {
    INFO(row.stimulus);
    CHECK(cells(run(row)) == row.expected);
  }
}

TEST_CASE("the table of acknowledges in the documents is the one that is tested", "[stream]") {
  const std::string path = std::string(IDN_SOURCE_DIR) + "/docs/acknowledge_table.md";
  if (std::getenv("IDN_WRITE_DOCS") != nullptr) std::ofstream(path) << document();
  const auto octets = binary_file(path);
  INFO("run this test with IDN_WRITE_DOCS=1 to write the document anew");
  CHECK(std::string(reinterpret_cast<const char*>(octets.data()), octets.size()) == document());
}

}  // namespace
}  // namespace idn::test
