// SPDX-License-Identifier: MIT
// How programs end when the reader of their output, their terminal or the disk fails, and on signals.
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "e2e/dark_end.hpp"
#include "e2e/process.hpp"
#include "e2e/programs.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::test;

namespace {

/// Both ends of a pipe or terminal, which other child processes do not inherit (close on exec).
struct Ends {
  int parent = -1;
  int child = -1;
  ~Ends() {
    close_parent();
    close_child();
  }
  void close_parent() { release(parent); }
  void close_child() { release(child); }

 private:
  static void release(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
};

struct Pipe : Ends {
  enum Direction { FromChild, ToChild };
  explicit Pipe(Direction direction) {
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    parent = ends[direction == FromChild ? 0 : 1];
    child = ends[direction == FromChild ? 1 : 0];
  }
};

struct Terminal : Ends {
  explicit Terminal(unsigned short columns) {
    const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    REQUIRE(openpty(&parent, &child, nullptr, nullptr, &size) == 0);
    fcntl(parent, F_SETFD, FD_CLOEXEC);
    fcntl(child, F_SETFD, FD_CLOEXEC);
  }
};

std::string read_some(int descriptor) {
  pollfd event{descriptor, POLLIN, 0};
  if (poll(&event, 1, static_cast<int>(std::chrono::milliseconds(kTestTimeout).count())) <= 0) return {};
  std::array<char, 4096> block;
  const auto count = read(descriptor, block.data(), block.size());
  return count > 0 ? std::string(block.data(), static_cast<std::size_t>(count)) : std::string();
}

/// /dev/full, for standard output.
struct FullDisk {
  int descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ~FullDisk() { close(descriptor); }
};

/// Whether a process has installed a handler for a signal, and is not killed by it.
bool handles(const Process& process, int number) {
  std::ifstream status("/proc/" + std::to_string(process.id()) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:")) return (std::stoull(line.substr(7), nullptr, 16) >> (number - 1) & 1) != 0;
  return false;
}

void check_one_line_about(const std::string& text, const std::string& errors) {
  INFO(errors);
  CHECK(errors.find(text) != std::string::npos);
  CHECK(std::ranges::count(errors, '\n') == 1);
}

/// Command line of idn_server on a free port.
std::vector<std::string> server_command(std::vector<std::string> options) {
  options.insert(options.begin(), {kServer, "--port", "0", "--bind", "127.0.0.1"});
  return options;
}

std::string port_in(const std::string& text) {
  const auto at = text.find("127.0.0.1:");
  return at == std::string::npos ? "" : text.substr(at, text.find(',', at) - at);
}

}  // namespace

TEST_CASE("a sender whose output is read no more ends its stream dark, with a reason", "[e2e]") {
  UdpSink sink;
  Pipe output(Pipe::FromChild);
  Process sender({kSender, "pattern", "circle", "--json", "--target", sink.address()}, {.out = output.child});
  output.close_child();
  CHECK(read_some(output.parent).find("\"start\"") != std::string::npos);
  output.close_parent();
  CHECK(sender.wait() == 3);
  check_one_line_about("standard output: Broken pipe", sender.errors());
  sink.drain();
  check_dark_end(sink);
}

TEST_CASE("a parser whose reader has enough, as head, ends quietly", "[e2e]") {
  TemporaryFolder folder;
  Process recording(server_command({"--record", folder / "a.pcap"}));
  std::string address;
  REQUIRE(eventually([&] { return !(address = port_in(recording.output())).empty(); }));
  REQUIRE(run({kSender, "pattern", "dot", "-d", "50ms", "--target", address}).code == 0);
  recording.signal(SIGTERM);
  REQUIRE(recording.wait() == 0);
  // The first page stays in the buffer until the end, the JSON does not fit into it.
  for (const char* option : {"--details", "--json"}) {
    Pipe output(Pipe::FromChild);
    output.close_parent();
    Process parser({kParser, folder / "a.pcap", "--port", address.substr(address.find(':') + 1), option},
                   {.out = output.child});
    output.close_child();
    CHECK(parser.wait() == 3);
    CHECK(parser.errors().empty());
  }
}

TEST_CASE("output that a full disk swallows is told in one line and by the exit code", "[e2e]") {
  TemporaryFolder folder;
  REQUIRE(run({kSender, "export", "circle", folder / "a.ild"}).code == 0);
  Process recording(server_command({"--record", folder / "a.pcap"}));
  std::string address;
  REQUIRE(eventually([&] { return !(address = port_in(recording.output())).empty(); }));
  REQUIRE(run({kSender, "pattern", "dot", "-d", "50ms", "--target", address}).code == 0);
  recording.signal(SIGTERM);
  REQUIRE(recording.wait() == 0);
  const auto port = address.substr(address.find(':') + 1);
  const std::vector<std::vector<std::string>> commands{
      {kSender, "--help"},
      {kSender, "list", folder / "a.ild"},
      {kParser, folder / "a.pcap", "--port", port},
      {kParser, folder / "a.pcap", "--port", port, "--json"},
      server_command({"--duration", "50ms"}),
      server_command({"--duration", "50ms", "--json"}),
  };
  const FullDisk disk;
  for (const auto& command : commands) {
    const auto done = run(command, {.out = disk.descriptor});
    CAPTURE(command);
    CHECK(done.code == 3);
    check_one_line_about("standard output: No space left on device", done.errors);
  }
}

TEST_CASE("a program without standard output sends nothing of its own to the receiver", "[e2e]") {
  UdpSink sink;
  const auto done =
      run({"sh", "-c", "exec \"$0\" pattern dot -d 50ms --json --target \"$1\" >&-", kSender, sink.address()});
  CHECK(done.code == 3);
  check_one_line_about("standard output: Bad file descriptor", done.errors);
  sink.drain();
  for (const auto& datagram : sink.datagrams) CHECK(datagram.front() != std::byte{'{'});
  check_dark_end(sink);
}

TEST_CASE("a live stream can be stopped before its first samples", "[e2e]") {
  const int number = GENERATE(SIGINT, SIGTERM, SIGHUP);
  UdpSink sink;
  Pipe input(Pipe::ToChild);
  Process sender({kSender, "live", "--target", sink.address()}, {.in = input.child});
  REQUIRE(eventually([&] { return handles(sender, number); }));
  sender.signal(number);
  CHECK(sender.wait() == 0);
  CHECK(sender.errors().empty());
  CHECK(sink.drain() == 0);
}

TEST_CASE("a sender whose terminal is closed streams on", "[e2e]") {
  UdpSink sink;
  Terminal terminal(80);
  Process sender({kSender, "pattern", "circle", "--target", sink.address()}, {.err = terminal.child});
  terminal.close_child();
  CHECK_FALSE(read_some(terminal.parent).empty());
  terminal.close_parent();
  REQUIRE(sink.receives(sink.drain() + 500));
  sender.signal(SIGTERM);
  CHECK(sender.wait() == 0);
  sink.drain();
  check_dark_end(sink);
}

TEST_CASE("a narrow terminal shows first of all that nobody listens, as long as nobody does", "[e2e]") {
  std::optional<UdpSink> sink(std::in_place);
  const std::uint16_t port = sink->port();
  const std::string address = sink->address();
  sink.reset();
  Terminal terminal(40);
  Process sender({kSender, "pattern", "circle", "--target", address}, {.err = terminal.child});
  terminal.close_child();
  std::string seen;
  const auto last_line = [&] {
    seen += read_some(terminal.parent);
    return seen.substr(seen.rfind('\r') + 1);
  };
  CHECK(eventually([&] { return last_line().find("REFUSED") != std::string::npos; }));
  sink.emplace(port);
  CHECK(eventually([&] { return last_line().find("SENDING") != std::string::npos; }));
  CHECK(sink->receives(1));
  sender.signal(SIGTERM);
  CHECK(sender.wait() == 0);  // somebody listens by now, if without an answer
}

TEST_CASE("each projector of a show has its line on a terminal, and each change one that stays", "[e2e]") {
  UdpSink left, right;
  TemporaryFolder folder;
  std::ofstream(folder / "show") << "pattern circle -d 2s -t " << left.address() << "\npattern dot -d 2s -t "
                                 << right.address() << '\n';
  Terminal terminal(60);
  Process sender({kSender, "show", folder / "show"}, {.err = terminal.child});
  terminal.close_child();
  std::string seen;
  for (std::string more; !(more = read_some(terminal.parent)).empty();) seen += more;
  CHECK(sender.wait() == 0);
  const auto line = [](const UdpSink& sink, const std::string& title) {
    return "\x1b[K" + sink.address() + "  SENDING, NOT CONFIRMED  " + title;
  };
  CHECK(seen.find("\r" + line(left, "circle") + "\r\n" + line(right, "dot") + "\r\n") != std::string::npos);
  CHECK(seen.find("\x1b[J\r\x1b[2A") != std::string::npos);  // written over
  const std::string change = " " + right.address() + ": SENDING, NOT CONFIRMED\r\n";
  CHECK(seen.find(change) != std::string::npos);
  CHECK(seen.find(change) == seen.rfind(change));
  CHECK(seen.ends_with("\r\x1b[2A\x1b[J"));
}

namespace {

/// idn_sender at a terminal, whose lines the test reads.
struct AtTerminal {
  explicit AtTerminal(std::vector<std::string> command)
      : sender(std::move(command), {.in = terminal.child, .err = terminal.child}) {}

  /// Whether the change was told since the last call.
  bool tells(const std::string& projector, const std::string& change) {
    const bool does = eventually([&] {
      seen += read_some(terminal.parent);
      return seen.find(projector + ": " + change + "\r\n") != std::string::npos;
    });
    last.swap(seen);
    seen.clear();
    return does;
  }
  void press(char key) const { REQUIRE(write(terminal.parent, &key, 1) == 1); }

  termios settings() const {
    termios now{};
    REQUIRE(tcgetattr(terminal.child, &now) == 0);
    return now;
  }

  Terminal terminal{80};
  termios before = settings();
  Process sender;
  std::string seen, last;
};

std::string address_of(Process& server) {
  std::string address;
  REQUIRE(eventually([&] { return !(address = port_in(server.output())).empty(); }));
  return address;
}

}  // namespace

TEST_CASE("at a terminal, space is dark and enter is light, and the terminal is as before at the end",
          "[e2e]") {
  Process server(server_command({}));
  const std::string address = address_of(server);
  AtTerminal at({kSender, "pattern", "circle", "--target", address});
  CHECK(at.tells(address, "LIT"));
  CHECK((at.settings().c_lflag & (ICANON | ECHO)) == 0);
  at.press('x');  // not a key
  at.press(' ');
  CHECK(at.tells(address, "DARK (switched off)"));
  at.press('\r');  // the terminal makes a line end of it
  CHECK(at.tells(address, "LIT"));
  at.press('-');
  CHECK(at.tells(address, "plays circle, at 90 %"));
  at.press('+');
  CHECK(at.tells(address, "plays circle"));
  at.sender.signal(SIGINT);
  CHECK(at.sender.wait() == 0);
  CHECK(at.settings().c_lflag == at.before.c_lflag);
}

TEST_CASE("at a terminal, f and a digit make one projector of a show dark, and light again", "[e2e]") {
  Process first(server_command({})), second(server_command({}));
  const std::string left = address_of(first), right = address_of(second);
  const TemporaryFolder folder;
  std::ofstream(folder / "show.txt") << "pattern circle -t " << left << "\npattern circle -t " << right << "\n";
  AtTerminal at({kSender, "show", folder / "show.txt"});
  CHECK(at.tells(right, "LIT"));
  at.press('f');
  at.press('2');
  CHECK(at.tells(right, "DARK (switched off)"));
  CHECK(at.last.find(left + ": DARK") == std::string::npos);
  at.press('f');
  at.press('2');
  CHECK(at.tells(right, "LIT"));
  CHECK(at.last.find(left + ": DARK") == std::string::npos);
  at.sender.signal(SIGINT);
  CHECK(at.sender.wait() == 0);
}

TEST_CASE("who started the sender with nohup keeps it when the terminal goes", "[e2e]") {
  UdpSink sink;
  Process sender(
      {"sh", "-c", "trap '' HUP; exec \"$0\" pattern circle --target \"$1\"", kSender, sink.address()});
  REQUIRE(sink.receives(50));
  sender.signal(SIGHUP);
  REQUIRE(sink.receives(sink.drain() + 200));
  sender.signal(SIGTERM);
  CHECK(sender.wait() == 0);
}

TEST_CASE("a tick shorter than the guard still leaves time to sleep", "[e2e]") {
  UdpSink sink;
  const auto done =
      run({kSender, "pattern", "dot", "-d", "300ms", "--tick", "0.05ms", "--json", "--target", sink.address()});
  REQUIRE(done.code == 0);
  const auto last_line = done.output.rfind('\n', done.output.size() - 2) + 1;
  const auto summary = nlohmann::json::parse(done.output.substr(last_line));
  CHECK(summary["event"] == "summary");
  // At most a quarter of the time is spun: 12.5 us of each tick of 50 us, more if late ticks make wake-ups
  // fewer.
  CHECK(summary["loops"][0]["guard_us"] <= 25);
}

TEST_CASE("a server ends in good order, with its recording, however it is told", "[e2e]") {
  TemporaryFolder folder;
  const int number = GENERATE(SIGINT, SIGTERM, SIGHUP);
  CAPTURE(number);
  Process receiver(server_command({"--record", folder / "a.pcap"}));
  std::string address;
  REQUIRE(eventually([&] { return !(address = port_in(receiver.output())).empty(); }));
  REQUIRE(run({kSender, "pattern", "dot", "-d", "50ms", "--target", address}).code == 0);
  receiver.signal(number);
  CHECK(receiver.wait() == 0);
  CHECK(receiver.output().find("received ") != std::string::npos);
  CHECK(run({kParser, folder / "a.pcap", "--port", address.substr(address.find(':') + 1)}).code == 0);
}

TEST_CASE("a server whose output is read no more ends with its recording complete", "[e2e]") {
  TemporaryFolder folder;
  Pipe output(Pipe::FromChild);
  Process receiver(server_command({"--record", folder / "a.pcap"}), {.out = output.child});
  output.close_child();
  const auto address = port_in(read_some(output.parent));
  output.close_parent();
  REQUIRE(run({kSender, "pattern", "dot", "-d", "50ms", "--target", address}).code == 0);
  CHECK(receiver.wait() == 3);
  check_one_line_about("standard output: Broken pipe", receiver.errors());
  CHECK(run({kParser, folder / "a.pcap", "--port", address.substr(address.find(':') + 1)}).code == 0);
}

TEST_CASE("a watching scan ends when nobody reads what it finds", "[e2e]") {
  Process unit(server_command({}));
  std::string address;
  REQUIRE(eventually([&] { return !(address = port_in(unit.output())).empty(); }));
  Pipe output(Pipe::FromChild);
  output.close_parent();
  Process scan({kSender, "scan", address, "--interface", "lo", "--watch", "--duration", "100ms"},
               {.out = output.child});
  CHECK(scan.wait() == 3);
  CHECK(scan.errors().find("standard output: Broken pipe") != std::string::npos);
}

TEST_CASE("the scripts explain themselves and refuse what they do not know", "[e2e]") {
  const std::string folder = IDN_SOURCE_DIR "/scripts/";
  for (const char* script : {"test", "demo"}) {
    const auto help = run({folder + script, "--help"});
    CAPTURE(script, help.errors);
    CHECK(help.code == 0);
    CHECK(help.output.find("Usage: scripts/") != std::string::npos);
  }
  for (const auto& [script, argument] :
       {std::pair("test", "fast"), {"test", "--fast"}, {"demo", "--duration"}}) {
    const auto done = run({folder + script, argument});
    CAPTURE(script, argument);
    CHECK(done.code == 2);
    CHECK(done.output.empty());
    check_one_line_about(argument, done.errors);
  }
}
