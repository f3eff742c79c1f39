// SPDX-License-Identifier: MIT
#include "viewer/qt/file_loader.hpp"

#include <boost/asio/post.hpp>
#include <exception>

#include "cli/failure.hpp"

namespace idn::viewer {
namespace {

FileLoader::Outcome read(const std::string& path, const FileOptions& options) try {
  return {path, std::make_shared<Recording>(open_file(path, options)), {}, cli::kOk};
} catch (const std::exception& problem) {
  const auto* const failure = dynamic_cast<const cli::Failure*>(&problem);
  return {path, nullptr, problem.what(), failure != nullptr ? failure->code() : cli::kEnvironment};
}

}  // namespace

FileLoader::FileLoader(QObject* parent) : QObject(parent) {}

FileLoader::~FileLoader() {
  forget();
  thread_.join();
}

void FileLoader::load(const std::string& path, const FileOptions& options, std::function<void(Outcome)> done) {
  const int number = ++last_request_;
  boost::asio::post(thread_, [this, number, path, options, done = std::move(done)] {
    if (number != last_request_) return;
    const auto deliver = [this, number, done, outcome = read(path, options)] {
      if (number == last_request_) done(outcome);
    };
    QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
  });
}

}  // namespace idn::viewer
