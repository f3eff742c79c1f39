// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <vector>

#include "viewer/qt/film_export.hpp"
#include "viewer/qt/tile.hpp"

namespace boost::asio {
class thread_pool;
}

namespace idn::viewer {

/// The grid of tiles. One stream is selected: the panels show its data.
class WallView : public QWidget {
  Q_OBJECT

 public:
  explicit WallView(QWidget* parent = nullptr);
  ~WallView() override;

  /// Draws the streams at the time `at`, before it returns. A stream keeps its cell while others come and go. A
  /// new one takes the first free cell; free cells stay, so that tiles only move or change their size if more
  /// cells are needed. The streams must be valid until the next call.
  void show_streams(const std::vector<const Stream*>& streams, TimePoint at);
  /// To be called when the source changes; nothing is shown until the next show_streams().
  void clear();
  /// Whether options or the arrangement changed, so that the streams must be drawn again even for the same
  /// time.
  bool is_stale() const noexcept { return is_stale_; }
  void set_look(const Look& look);
  const Look& look() const noexcept { return look_; }
  /// Text shown if there is no stream.
  /// Text over the pictures, such as why there are none yet; empty: none.
  void set_notice(const QString& notice);
  void set_hint(const QString& hint);

  std::size_t count() const noexcept { return tiles_.size(); }
  /// The selected tile; null if there is no stream.
  const Tile* selected() const;
  std::size_t selected_index() const noexcept { return selected_; }
  /// @param index from 0; ignored if there is no such stream
  void select(std::size_t index);
  void set_orientation(const SampleTransform& orientation);
  /// Shows only the selected stream, or all of them.
  void set_alone(bool alone);
  /// All streams alike: enlarged, so that what is at `fixed` stays there. 1 is the whole picture.
  void zoom_by(double factor, Position fixed);
  void zoom_by(double factor) { zoom_by(factor, look_.picture.middle); }
  void show_whole() { zoom_by(0, {}); }
  bool is_alone() const noexcept { return alone_; }

  /// Position of the mouse in the selected stream's picture; empty if it is elsewhere.
  std::optional<Position> cursor() const noexcept { return cursor_; }
  /// The picture of all tiles shown, without texts, in pixels of the screen.
  QImage picture() const;
  /// The streams shown, for a film.
  std::vector<FilmOrder::Part> film_parts() const;

 signals:
  void selected_changed();
  void alone_requested();
  void zoomed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void match(const std::vector<const Stream*>& streams);
  void place_new_tiles();
  void arrange();
  std::vector<Tile*> shown() const;
  void render(TimePoint at);
  std::optional<std::size_t> tile_at(QPoint point) const;
  void zoom_at(QPoint point, double factor);
  void move_middle(Position to);

  std::unique_ptr<boost::asio::thread_pool> render_threads_;  ///< threads that render all tiles but the first
  std::vector<std::unique_ptr<Tile>> tiles_;                  ///< in the order of their cells
  /// By name of the stream, for those whose orientation was changed.
  std::map<std::string, SampleTransform> orientations_;
  std::size_t cells_ = 0;  ///< size of the grid: cells used so far since clear()
  std::size_t selected_ = 0;
  bool alone_ = false;
  Look look_;
  QString notice_;
  QString hint_;
  bool is_stale_ = true;
  std::optional<Position> cursor_;
  std::optional<QPoint> dragged_from_;
};

}  // namespace idn::viewer
