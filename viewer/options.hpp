// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "viewer/model/picture/picture.hpp"
#include "viewer/model/source/live_source.hpp"
#include "viewer/model/source/open_file.hpp"

namespace idn::viewer {

/// Default of --at: by then a picture has usually been drawn completely.
inline constexpr Duration kDefaultImageTime = std::chrono::milliseconds(100);

enum class WindowPanel : std::uint8_t { Stream, Picture, Samples, None };

/// Options of the window.
struct WindowOptions {
  bool no_settings = false;
  std::optional<std::pair<int, int>> size{};  ///< width and height on the screen, of the whole window
  std::optional<WindowPanel> panel{};         ///< beside the picture; empty: as when the window was last closed
  std::optional<Duration> close_after{};
  std::vector<std::string> press{};  ///< keys such as "F1", pressed in the middle of close_after
  std::string record;                ///< path for a capture of what arrives
  std::string screenshot;            ///< path for a PNG of the window, written when it closes
  /// Path for JSON about drawing and receiving, written when it closes; "-": standard output.
  std::string measure;
};

struct Options {
  std::string file;                     ///< empty: listen, or an empty window
  std::optional<std::uint16_t> listen;  ///< UDP port, 0 for a free one
  LiveOptions live;                     ///< of the unit that listens, but for its port
  FileOptions source;
  PictureOptions picture;
  std::optional<std::size_t> stream;  ///< from 1; empty: all of them, side by side
  WindowOptions window;
  // Output without a window. Empty: none.
  std::string render;         ///< PNG of one moment
  std::string render_frames;  ///< folder for PNGs
  std::string film;           ///< MP4 or animated PNG
  std::optional<Duration>
      at{};         ///< time of `render`; empty: kDefaultImageTime, or the end of a shorter recording
  Duration from{};  ///< start of the other outputs
  std::optional<Duration> to{};
  double pictures_per_second = 30;
  bool heat_map = false;  ///< `render` writes a heat map
  bool hottest = false;   ///< print where the beam dwells most

  bool is_offscreen() const noexcept {
    return hottest || !render.empty() || !render_frames.empty() || !film.empty();
  }
};

/// @return the options, or the exit code if the program ends at once: after --help, --version or a usage error
std::variant<Options, int> parse_options(int argc, const char* const* argv);

}  // namespace idn::viewer
