// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>
#include <QRect>
#include <QString>
#include <optional>

#include "viewer/model/instruments/dark_note.hpp"
#include "viewer/model/output/png_file.hpp"
#include "viewer/model/picture/heat_map.hpp"
#include "viewer/model/recording.hpp"
#include "viewer/qt/look.hpp"

class QFontMetrics;
class QPainter;

namespace idn::viewer {

/// The view of one stream, one cell in the grid of the window (WallView).
class Tile {
 public:
  explicit Tile(const Stream& stream);

  /// The stream to show from now on: as before, or a copy of it.
  void set_stream(const Stream& stream);
  void set_look(const Look& look);
  /// @param scale pixels of the screen per unit of `area`
  void set_area(const QRect& area, double scale);
  /// Orientation of this stream, in addition to that of the command line for all.
  void set_orientation(const SampleTransform& orientation);

  const QRect& area() const noexcept { return area_; }
  const SampleTransform& orientation() const noexcept { return orientation_; }
  /// Orientation of this stream and of the command line, combined.
  const SampleTransform& whole_orientation() const noexcept { return picture_.options().beam.transform; }
  /// Valid until the source changes; then the wall gets new streams.
  const Stream& stream() const noexcept { return *stream_; }
  const std::string& name() const noexcept { return name_; }

  /// Renders the view at the time `at` into memory. Threads: any, one at a time; tiles are independent.
  void render(TimePoint at);
  /// Paints the result of render(), with the name and the cause of darkness. Does not use the stream, which may
  /// be gone.
  void paint(QPainter& painter, bool is_selected) const;

  /// A line of text within the tile.
  struct Caption {
    QRect area;
    QColor colour;
    QString text;
  };
  /// The texts of paint(): they do not overlap, and lie within the tile however small it is.
  std::vector<Caption> captions(const QFontMetrics& font, bool is_selected) const;

  /// Index of the tile's cell in the grid, row by row.
  std::size_t place() const noexcept { return place_; }
  void set_place(std::size_t place) noexcept { place_ = place; }

  Position position_of(QPoint point) const;
  /// As the last render() left it.
  PictureView picture() const;
  const std::optional<HeatMap::Spot>& hottest() const noexcept { return hottest_; }

 private:
  void update_options();
  void render_heat(TimePoint at);
  void paint_state(QPainter& painter) const;

  const Stream* stream_;
  std::string name_;
  QString destination_;
  std::size_t place_ = 0;
  Look look_;
  SampleTransform orientation_;
  QRect area_;
  double scale_ = 1;
  Picture picture_;
  std::span<const std::uint32_t> pixels_;
  std::vector<std::uint32_t> heat_;
  std::optional<TimePoint> heat_at_;
  std::optional<HeatMap::Spot> hottest_;
  std::optional<DarkNote> dark_;
  bool plays_ = false;
};

}  // namespace idn::viewer
