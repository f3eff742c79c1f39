// SPDX-License-Identifier: MIT
#include "viewer/qt/file_loader.hpp"

#include <exception>

namespace idn::viewer {
namespace {

FileLoader::Outcome read(const std::string& path, const FileOptions& options) try {
  return {path, std::make_shared<Recording>(open_file(path, options)), {}};
} catch (const std::exception& problem) {
  return {path, nullptr, problem.what()};
}

}  // namespace

FileLoader::FileLoader(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

FileLoader::~FileLoader() {
  pool_.clear();
  pool_.waitForDone();
}

void FileLoader::load(const std::string& path, const FileOptions& options, std::function<void(Outcome)> done) {
  const int number = ++asked_;
  pool_.clear();
  pool_.start([this, number, path, options, done = std::move(done)] {
    const auto deliver = [this, number, done, outcome = read(path, options)] {
      if (number == asked_) done(outcome);
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
  });
}

}  // namespace idn::viewer
