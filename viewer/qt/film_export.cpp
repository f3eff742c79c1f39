// SPDX-License-Identifier: MIT
#include "viewer/qt/film_export.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <optional>

#include "viewer/model/output/film.hpp"
#include "viewer/model/picture/wall.hpp"
#include "viewer/model/source/capture_parts.hpp"

namespace idn::viewer {
namespace {

Wall make_wall(const FilmOrder& order, const Recording& recording) {
  std::vector<Wall::Tile> tiles;
  for (const auto& part : order.parts) {
    const auto found =
        std::ranges::find(recording.streams(), part.stream, [](const auto& stream) { return stream->name; });
    if (found == recording.streams().end()) continue;
    tiles.push_back(Wall::Tile::of(**found, part.orientation));
  }
  return Wall(order.picture, tiles);
}

}  // namespace

FilmExport::FilmExport(QObject* parent) : QObject(parent) {}

FilmExport::~FilmExport() {
  cancel();
  thread_.join();
}

void FilmExport::start(FilmOrder order) {
  is_cancelled_ = false;
  is_running_ = true;
  boost::asio::post(thread_, [this, order = std::move(order)] {
    const auto deliver = [this, path = QString::fromStdString(order.path), problem = make(order)] {
      is_running_ = false;
      emit finished(path, problem);
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
  });
}

QString FilmExport::make(const FilmOrder& order) try {
  const auto [width, height] = std::pair(order.picture.width, order.picture.height);
  Film film(order.path, width, height, order.pictures_per_second);
  const Recording* recording = order.recording.get();
  std::optional<CaptureParts> parts;
  std::optional<Wall> wall = make_wall(order, *recording);
  const auto times = picture_times(order.from, order.to, order.pictures_per_second);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (is_cancelled_) return "ended before it was complete";
    if (!recording->held.contains(times[i])) {
      if (!parts) parts.emplace(order.file, order.file_options);
      wall.reset();
      recording = &parts->at(times[i]);
      wall.emplace(make_wall(order, *recording));
    }
    film.add({width, height, wall->show(times[i])});
    emit progressed(static_cast<int>(100 * (i + 1) / times.size()));
  }
  film.finish();
  return {};
} catch (const std::exception& problem) {
  return problem.what();
}

}  // namespace idn::viewer
