// SPDX-License-Identifier: MIT
#include "viewer/qt/tile.hpp"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "viewer/model/instruments/stream_title.hpp"
#include "viewer/model/picture/orientation.hpp"
#include "viewer/qt/dark_colour.hpp"
#include "viewer/qt/theme.hpp"

namespace idn::viewer {
namespace {

using namespace std::chrono_literals;

/// Time covered by the heat map, and how often it is recomputed during playback.
constexpr Duration kHeatSpan = 2s;
constexpr Duration kHeatInterval = 500ms;
constexpr int kTextMargin = 8;
constexpr QColor kCaptionBackground(0, 0, 0, 170);

PictureOptions smallest() {
  PictureOptions options;
  options.width = options.height = 16;
  return options;
}

int pixels(int length, double scale) {
  return std::clamp(static_cast<int>(std::lround(length * scale)), 16, 16384);
}

}  // namespace

Tile::Tile(const Stream& stream) : stream_(&stream), name_(stream.name), picture_(smallest()) {}

void Tile::set_stream(const Stream& stream) {
  if (stream_ != &stream) picture_.restart();
  stream_ = &stream;
  update_options();
}

void Tile::set_look(const Look& look) {
  look_ = look;
  update_options();
}

void Tile::set_area(const QRect& area, double scale) {
  area_ = area;
  scale_ = scale;
  update_options();
}

void Tile::set_orientation(const SampleTransform& orientation) {
  orientation_ = orientation;
  update_options();
}

void Tile::update_options() {
  PictureOptions options = look_.picture;
  options.width = pixels(area_.width(), scale_);
  options.height = pixels(area_.height(), scale_);
  options.beam.transform = composed(options.beam.transform, orientation_);
  if (stream_->layout) options.primaries = primaries_of(*stream_->layout);
  if (options == picture_.options()) return;
  picture_.set_options(options);
  pixels_ = {};
  heat_at_.reset();
}

void Tile::render(TimePoint at) {
  dark_ = dark_note(stream_->timeline, at);
  const auto& chunks = stream_->timeline.chunks();
  const std::size_t chunk = stream_->timeline.chunk_at(at);
  plays_ = chunk < chunks.size() && chunks[chunk].begin <= at;
  destination_ = QString::fromStdString(destination_of(*stream_));
  if (!destination_.isEmpty()) destination_.prepend("to ");
  if (look_.heat_map) return render_heat(at);
  hottest_.reset();
  heat_at_.reset();
  pixels_ = picture_.show(stream_->timeline, at);
}

void Tile::render_heat(TimePoint at) {
  if (heat_at_ && at >= *heat_at_ && at - *heat_at_ < kHeatInterval) return;
  heat_at_ = at;
  const HeatMap map(stream_->timeline, at - kHeatSpan, at, picture_.options());
  hottest_ = map.hottest();
  heat_ = map.picture(picture_.options());
  pixels_ = heat_;
}

PictureView Tile::picture() const {
  return {picture_.options().width, picture_.options().height, pixels_};
}

Position Tile::position_of(QPoint point) const {
  const QPointF inside = QPointF(point - area_.topLeft()) * scale_;
  return picture_.position_of({static_cast<float>(inside.x()), static_cast<float>(inside.y())});
}

void Tile::paint(QPainter& painter, bool is_selected) const {
  const PictureView view = picture();
  if (view.pixels.empty()) {
    painter.fillRect(area_, Qt::black);
  } else {
    QImage image(reinterpret_cast<const uchar*>(view.pixels.data()), view.width, view.height, 4 * view.width,
                 QImage::Format_RGB32);
    image.setDevicePixelRatio(scale_);
    painter.drawImage(area_.topLeft(), image);
  }
  paint_state(painter);
  for (const Caption& caption : captions(painter.fontMetrics(), is_selected)) {
    // Dark background for legibility: in a small tile the text covers the picture.
    painter.fillRect(painter.boundingRect(caption.area, Qt::AlignLeft | Qt::AlignVCenter, caption.text),
                     kCaptionBackground);
    painter.setPen(caption.colour);
    painter.drawText(caption.area, Qt::AlignLeft | Qt::AlignVCenter, caption.text);
  }
}

/// A dot in the corner: green while it plays, else in the colour of what made it dark, lately or still.
void Tile::paint_state(QPainter& painter) const {
  constexpr int kDot = 9;
  if (destination_.isEmpty() || (!plays_ && !dark_) || area_.width() < 4 * kDot) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(dark_ ? colour_of(dark_->reason) : theme::kGood);
  painter.drawEllipse(area_.right() - kTextMargin - kDot, area_.top() + kTextMargin + 2, kDot, kDot);
  painter.restore();
}

std::vector<Tile::Caption> Tile::captions(const QFontMetrics& font, bool is_selected) const {
  const QRect inside = area_.adjusted(kTextMargin, kTextMargin, -kTextMargin, -kTextMargin);
  const int line = font.height();
  std::vector<Caption> made;
  int top = inside.top(), bottom = inside.top() + inside.height();
  const auto add = [&](int at, const QColor& colour, const QString& text) {
    if (text.isEmpty() || at < top || at + line > bottom) return false;
    made.push_back({QRect(inside.left(), at, inside.width(), line), colour,
                    font.elidedText(text, Qt::ElideRight, inside.width())});
    return true;
  };
  const auto add_above = [&](const QColor& colour, const QString& text) {
    if (add(top, colour, text)) top += line;
  };
  const auto add_below = [&](const QColor& colour, const QString& text) {
    if (add(bottom - line, colour, text)) bottom -= line;
  };
  // The most important texts first: those that do not fit are omitted.
  const QColor title_colour = is_selected ? theme::kAccent : theme::kFaint;
  add_above(title_colour, QString::fromStdString(name_));
  if (dark_) add_below(colour_of(dark_->reason), QString::fromStdString(to_string(*dark_)));
  if (hottest_) {
    const QStringList parts = QString::fromStdString(to_string(*hottest_)).split(": ");
    add_below(theme::kText, parts.last());
    add_below(theme::kText, "hottest spot at " + parts.first());
  }
  add_above(title_colour, destination_);
  return made;
}

}  // namespace idn::viewer
