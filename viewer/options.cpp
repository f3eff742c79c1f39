// SPDX-License-Identifier: MIT
#include "viewer/options.hpp"

#include <fmt/core.h>

#include <charconv>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <tuple>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/network.hpp"
#include "idn/stream/find/target.hpp"
#include "venue/venue.hpp"
#include "viewer/model/output/film.hpp"

namespace idn::viewer {
namespace {

constexpr char kDescription[] =
    "Shows what the beam would draw: live as an IDN unit, from a capture, or from an\n"
    ".ild file. Additive light that fades, bright where the beam rests, with the\n"
    "inertia of scanners on demand. A software aid, not a safety device.";

constexpr char kManual[] =
    "The window\n"
    "  F1 lists its keys. A file can be dragged in; Ctrl+L listens, Ctrl+R records what\n"
    "  arrives, the wheel zooms. The picture's options given here win over those that\n"
    "  the window kept.\n\n"
    "Without a window\n"
    "  --render, --render-frames, --film and --hottest need no display. Times count\n"
    "  from the first sample. Several streams are shown side by side unless --stream\n"
    "  names one. A film is MP4 where its name ends in .mp4, an animated PNG where it\n"
    "  ends in .png or .apng; ffmpeg makes it, which has to be installed.\n\n"
    "Scanners\n"
    "  --scanners 30k draws what scanners make of the stream that are tuned so that the\n"
    "  circle of the ILDA test pattern touches its square at 30 000 points/s and 8\n"
    "  degrees; 12k, 40k and 60k likewise. --angle is the full width of the picture in\n"
    "  degrees; beyond 8 the same scanners are slower. --bandwidth (in Hz) and\n"
    "  --damping describe others. Together with --show commanded the commanded way is\n"
    "  drawn as well. --colour-shift is that of the projector: colours later than\n"
    "  positions; with 100us the strokes of 30k scanners begin where they should.\n\n"
    "Exit codes\n"
    "  0  done    1  shown as far as it goes, the file is damaged    2  usage\n"
    "  3  no such file, neither capture nor .ild file, port in use, output cannot be written\n"
    "  128 + n  ended by signal n before all frames or the film were written\n"
    "  With a window they tell of the source that was asked for last.\n\n"
    "Examples\n"
    "  idn_viewer --listen 7255\n"
    "  idn_viewer --listen 7255 --name \"Stage left\" --services Front,Back\n"
    "  idn_viewer show.pcap --render out.png --at 2.5s --size 1920x1080\n"
    "  idn_viewer show.ild --scanners 30k --show grid,blanked --render out.png\n"
    "  idn_viewer show.pcap --film out.mp4 --from 1s --to 6s --film-fps 60\n"
    "  idn_viewer show.pcap --heat --render heat.png --hottest\n";

constexpr std::uint32_t kMaxColourShiftUs = 2000;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::pair<int, int> read_size(const std::string& name, const std::string& text) {
  const auto x = text.find('x');
  const auto width = number(std::string_view(text).substr(0, x));
  const auto height = x == std::string::npos ? std::nullopt : number(std::string_view(text).substr(x + 1));
  const auto fits = [](auto value) { return value && *value >= 16 && *value <= 16384; };
  if (!fits(width) || !fits(height))
    throw cli::wrong_value(name, fmt::format("\"{}\" is not WIDTHxHEIGHT, each from 16 to 16384", text));
  return {static_cast<int>(*width), static_cast<int>(*height)};
}

Duration read_shift(const std::string& text) {
  const bool is_negative = text.starts_with('-');
  const auto time = cli::parse_duration(std::string_view(text).substr(is_negative ? 1 : 0));
  if (!time || *time > std::chrono::microseconds(kMaxColourShiftUs))
    throw cli::wrong_value("--colour-shift",
                           fmt::format("\"{}\" is not a time from -2ms to 2ms, such as 100us", text));
  return *time * (is_negative ? -1 : 1);
}

void add_view(const cli::CommandLine& app, PictureOptions& picture) {
  const std::map<std::string, bool PictureOptions::*> parts{{"dots", &PictureOptions::dots},
                                                            {"blanked", &PictureOptions::blanked_path},
                                                            {"chunks", &PictureOptions::chunk_starts},
                                                            {"datagrams", &PictureOptions::datagram_starts},
                                                            {"grid", &PictureOptions::grid},
                                                            {"ilda", &PictureOptions::ilda_figure},
                                                            {"commanded", &PictureOptions::commanded_path}};
  const auto show = [&picture, parts](const std::vector<std::string>& names) {
    for (const auto& name : names) {
      const auto part = parts.find(name);
      if (part == parts.end())
        throw cli::wrong_value(
            "--show",
            fmt::format("\"{}\" is none of dots, blanked, chunks, datagrams, grid, ilda, commanded", name));
      picture.*(part->second) = true;
    }
  };
  app.add_list("--show", show,
               "also dots, blanked, chunks, datagrams, grid, ilda, commanded; separated by commas")
      .type_name("WORD,...");
  const auto take_size = [&picture](const std::string& text) {
    std::tie(picture.width, picture.height) = read_size("--size", text);
  };
  app.add_option("--size", take_size, "of the picture, 1920x1080").type_name("WxH");
  app.add_duration("--persistence", picture.persistence, "until light has faded to a third, 25ms");
  app.add_number("--exposure", picture.exposure, 0.001, 1000, "brightness");
  app.add_flag("--ttl", picture.ttl, "lasers are off or full");
  const auto shift = [&picture](const std::string& text) { picture.beam.colour_shift = read_shift(text); };
  app.add_option("--colour-shift,--color-shift", shift, "colours later than positions, -2ms to 2ms")
      .type_name("TIME");
  auto& transform = picture.beam.transform;
  app.add_flag("--swap-xy", transform.swap_axes, "exchange the axes, before they are mirrored");
  app.add_flag("--mirror-x", transform.flip_x, "mirror left and right");
  app.add_flag("--mirror-y", transform.flip_y, "mirror top and bottom");
  app.add_flag("--use-intensity", transform.apply_intensity, "multiply the colours by the intensity");
}

struct ScannerOptions {
  std::optional<ScannerSetup> preset{};
  double bandwidth_hz = 0;
  double damping = ScannerSetup{}.damping;
  double angle_degrees = ScannerSetup{}.angle_degrees;
  std::vector<cli::Option> needing_scanners{};

  std::optional<ScannerSetup> setup() const {
    if (!preset && bandwidth_hz == 0) {
      for (const cli::Option option : needing_scanners)
        if (option.is_given())
          throw cli::wrong_value(option.name(), "is of scanners; give them with --scanners or --bandwidth");
      return std::nullopt;
    }
    if (preset && bandwidth_hz > 0)
      throw cli::wrong_value("--bandwidth", "takes the place of --scanners; leave out one of them");
    ScannerSetup made = preset.value_or(ScannerSetup{});
    if (bandwidth_hz > 0) made.bandwidth_hz = bandwidth_hz;
    made.damping = damping;
    made.angle_degrees = angle_degrees;
    return made;
  }
};

void add_scanner(const cli::CommandLine& app, ScannerOptions& words) {
  app.add_choice(
      "--scanners", words.preset,
      [](const std::string& name) {
        const auto found = scanner_from(name.ends_with('k') ? name : name + "k");
        return found ? std::optional(found) : std::nullopt;
      },
      "12k, 30k, 40k, 60k", "draw with the inertia of 12k, 30k, 40k or 60k scanners");
  app.add_number("--bandwidth", words.bandwidth_hz, 10, 100'000, "of the scanners, in Hz, instead of a preset");
  words.needing_scanners = {
      app.add_number("--damping", words.damping, 0.2, 2, "of the scanners"),
      app.add_number("--angle", words.angle_degrees, 0.1, 90, "width of the picture in degrees")};
}

/// Those of the venue file that stand there with an address.
std::map<Endpoint, std::string> names_of(const Venue& venue) {
  std::map<Endpoint, std::string> names;
  for (const Projector& projector : venue.projectors) {
    const auto target = stream::parse_target(projector.target);
    const auto address = target && !target->unit ? cli::parse_address(target->host) : std::nullopt;
    if (address && !projector.name.empty())
      names.emplace(Endpoint::ipv4(*address, target->port), projector.name);
  }
  return names;
}

void name_projectors(Options& options, const std::string& file) {
  const auto venue = load_venue(file);
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  options.source.projectors = names_of(*venue);
}

void add_source(const cli::CommandLine& app, Options& options) {
  app.add_option("FILE", options.file, "pcap, pcapng or .ild; a capture of - is standard input")
      .type_name("")
      .reads_files();
  const auto take_port = [&](const std::string& text) {
    options.listen = static_cast<std::uint16_t>(cli::read_count("--listen", text, 0, 65535));
  };
  app.add_option("--listen", take_port,
                 "be an IDN unit on this UDP port, 0 for a free one; 7255 is the standard")
      .type_name("PORT");
  app.add_option("--name", options.live.name,
                 "of the unit that listens, as senders find it, at most 20 octets, idn_viewer")
      .type_name("NAME");
  const auto take_services = [&](const std::vector<std::string>& names) {
    if (names.size() > 255) throw cli::wrong_value("--services", "a unit has 255 at most");
    options.live.services = names;
  };
  app.add_list("--services", take_services, "names of its laser outputs, separated by commas: IDs 1, 2 ...")
      .type_name("NAME,...");
  app.add_count("--port", options.source.port, 1, 65535, "UDP port of the receivers in a capture, 7255");
  app.add_option(
         "--venue", [&options](const std::string& file) { name_projectors(options, file); },
         "file with the names of the projectors in a capture; see docs/venue.md [the usual place]")
      .type_name("FILE")
      .reads_files();
  app.add_count("--rate,-r", options.source.rate.per_second, 1, SampleRate::kMax,
                "samples per second of an .ild file, 30k");
  app.add_number("--fps", options.source.pictures_per_second, 0.01, 1000, "frames per second of an .ild file");
  const auto take_stream = [&](const std::string& text) {
    options.stream = cli::read_count("--stream", text, 1, std::numeric_limits<std::uint16_t>::max());
  };
  app.add_option("--stream", take_stream, "only this stream, from 1").type_name("N");
}

void add_moment(const cli::CommandLine& app, const std::string& name, const std::function<void(Duration)>& take,
                const std::string& description) {
  app.add_parsed(name, cli::parse_duration, take, "a time such as 2.5s or 250ms", description)
      .type_name("TIME");
}

void add_output(const cli::CommandLine& app, Options& options) {
  app.add_output_file("--render", options.render, "write one picture as PNG");
  app.add_option("--render-frames", options.render_frames, "write numbered PNGs into this folder")
      .type_name("FOLDER");
  app.add_output_file("--film", options.film, "write a film: MP4, or animated PNG by its name");
  app.add_flag("--heat", options.heat_map, "where the light rests, instead of the picture");
  app.add_flag("--hottest", options.hottest, "print where the light rests most");
  add_moment(
      app, "--at", [&](Duration time) { options.at = time; },
      "moment of --render, 100ms; of the window: where it begins");
  add_moment(
      app, "--from", [&](Duration time) { options.from = time; },
      "start of the frames, the film or the heat, 0s");
  add_moment(app, "--to", [&](Duration time) { options.to = time; }, "end of these, the end of the file");
  app.add_number("--film-fps", options.pictures_per_second, 0.1, 1000, "pictures per second of these");
}

/// Nested, as add_choice() assigns to an optional.
std::optional<std::optional<WindowPanel>> panel_from(const std::string& name) {
  constexpr std::pair<const char*, WindowPanel> kPanels[] = {{"stream", WindowPanel::Stream},
                                                             {"picture", WindowPanel::Picture},
                                                             {"samples", WindowPanel::Samples},
                                                             {"none", WindowPanel::None}};
  for (const auto& [word, panel] : kPanels)
    if (name == word) return panel;
  return std::nullopt;
}

void add_window(const cli::CommandLine& app, WindowOptions& window) {
  app.add_flag("--no-settings", window.no_settings, "neither read nor keep the window's settings");
  const auto take_size = [&](const std::string& text) { window.size = read_size("--window-size", text); };
  app.add_option("--window-size", take_size, "at the start").type_name("WxH");
  app.add_choice("--panel", window.panel, panel_from, "stream, picture, samples, none",
                 "beside the picture: stream, picture, samples, none");
  add_moment(
      app, "--duration,-d", [&](Duration time) { window.close_after = time; },
      "close the window after this time");
  app.add_list(
         "--press", [&](const std::vector<std::string>& keys) { window.press = keys; },
         "press these keys in the middle of --duration, for example F1")
      .type_name("KEY,...");
  app.add_output_file("--record", window.record,
                      "write all that arrives to this capture file, until it closes");
  app.add_output_file("--screenshot", window.screenshot, "write the window as PNG when it closes");
  app.add_option("--measure", window.measure,
                 "write frame times, losses and memory as JSON when it closes, - is standard output")
      .type_name("FILE");
}

void check(const Options& options) {
  if (!options.file.empty() && options.listen)
    throw cli::wrong_value("--listen", "give either a file or --listen");
  if (options.file.empty() && options.at)
    throw cli::wrong_value("--at", "is a moment of a file; name a capture or an .ild file");
  if (options.is_offscreen() && options.file.empty())
    throw cli::wrong_value("FILE", "what is written comes from a file; name a capture or an .ild file");
  std::error_code none;
  if (std::filesystem::equivalent(options.window.measure, options.file, none))
    throw cli::wrong_value("--measure", "is the file that is shown; choose another file");
  if (!options.film.empty() && !film_format(options.film))
    throw cli::wrong_value("--film", fmt::format("\"{}\" ends in none of {}", options.film, kFilmEndings));
  if (options.is_offscreen() && !options.window.screenshot.empty())
    throw cli::wrong_value("--screenshot",
                           "needs the window; leave out the options that write files without a window");
  if (options.is_offscreen() && !options.window.measure.empty())
    throw cli::wrong_value("--measure",
                           "needs the window; leave out the options that write files without a window");
  if (!options.window.record.empty() && !options.listen)
    throw cli::wrong_value("--record", "is of what arrives; give --listen");
  if (!options.window.press.empty() && !options.window.close_after)
    throw cli::wrong_value("--press", "needs a time to press at; give --duration");
  if (!options.is_offscreen() && options.to)
    throw cli::wrong_value("--to", "is of what is written; give --render, --render-frames or --film as well");
  if (options.heat_map && options.at)
    throw cli::wrong_value("--at", "the heat is of a range of time; give --from and --to instead");
  if (options.to && *options.to <= options.from) throw cli::wrong_value("--to", "has to be later than --from");
}

}  // namespace

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
  Options options;
  ScannerOptions scanner;
  cli::Program app("idn_viewer", kDescription);
  app.footer(kManual);
  add_source(app, options);
  add_view(app, options.picture);
  add_scanner(app, scanner);
  add_output(app, options);
  add_window(app, options.window);
  app.check([&] {
    if (options.source.projectors.empty())
      if (const auto usual = load_venue({})) options.source.projectors = names_of(*usual);
    options.picture.beam.scanner = scanner.setup();
    check(options);
  });
  if (const auto exit_code = app.parse(argc, argv)) return *exit_code;
  return options;
}

}  // namespace idn::viewer
