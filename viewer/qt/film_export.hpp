// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <memory>

#include "viewer/model/recording.hpp"
#include "viewer/qt/look.hpp"

namespace idn::viewer {

/// What a film is made of. Nothing in it changes while it is made.
struct FilmOrder {
  struct Part {
    std::string stream;  ///< its name in the recording
    SampleTransform orientation{};
  };

  std::string path;
  std::shared_ptr<const Recording> recording;
  std::vector<Part> parts;  ///< one at least
  PictureOptions picture;   ///< of the whole
  TimePoint from, to;
  double pictures_per_second = 30;
};

/// Makes films in a thread of its own, one at a time.
class FilmExport : public QObject {
  Q_OBJECT

 public:
  explicit FilmExport(QObject* parent);
  ~FilmExport() override;

  bool is_running() const { return is_running_; }
  /// Not while one is running.
  void start(FilmOrder order);
  void cancel() noexcept { is_cancelled_ = true; }

 signals:
  void progressed(int percent);
  /// @param problem empty where the film is complete
  void finished(const QString& path, const QString& problem);

 private:
  QString make(const FilmOrder& order);

  bool is_running_ = false;
  std::atomic<bool> is_cancelled_{false};
  boost::asio::thread_pool thread_{1};
};

}  // namespace idn::viewer
