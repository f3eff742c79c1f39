// SPDX-License-Identifier: MIT
#include "viewer/qt/file_loader.hpp"

#include <boost/asio/post.hpp>
#include <exception>

#include "cli/failure.hpp"

namespace idn::viewer {
namespace {

/// Indexed at a time, so that a part that is requested meanwhile waits for a fraction of a second only.
constexpr std::size_t kIndexedAtOnce = std::size_t{1} << 17;

template <class Read>
FileLoader::Outcome outcome_of(const std::string& path, Read read) try {
  return {path, std::make_shared<Recording>(read()), {}, cli::kOk};
} catch (const std::exception& problem) {
  const auto* const failure = dynamic_cast<const cli::Failure*>(&problem);
  return {path, nullptr, problem.what(), failure != nullptr ? failure->code() : cli::kEnvironment};
}

}  // namespace

/// A long capture that is open.
struct FileLoader::Opened {
  int number;
  std::string path;
  FileOptions options;
  CaptureIndex index;
  std::function<void(Extent)> on_extent;
};

FileLoader::FileLoader(QObject* parent) : QObject(parent) {}

FileLoader::~FileLoader() {
  forget();
  thread_.join();
}

/// Calls in the thread of this object, if no other file was requested meanwhile.
template <class Deliver>
void FileLoader::deliver(int number, Deliver call) {
  const auto call_if_wanted = [this, number, call = std::move(call)] {
    if (number == last_request_) call();
  };
  QMetaObject::invokeMethod(this, call_if_wanted, Qt::QueuedConnection);
}

void FileLoader::load(const std::string& path, const FileOptions& options, OnOutcome done,
                      std::function<void(Extent)> on_extent) {
  const int number = ++last_request_;
  boost::asio::post(thread_, [=, this] {
    if (number != last_request_) return;
    const auto outcome = outcome_of(path, [&] { return viewer::open_file(path, options); });
    const bool is_long = outcome.recording != nullptr && !outcome.recording->held.is_whole();
    deliver(number, [done, outcome] { done(outcome); });
    if (outcome.recording == nullptr && opened_ != nullptr) {  // what was shown stays
      opened_->number = number;
      return index_on(opened_);
    }
    opened_.reset();
    if (!is_long) return;
    try {
      opened_ = std::make_shared<Opened>(
          Opened{number, path, options, CaptureIndex(open_reader(path), options.port), on_extent});
    } catch (const cli::Failure&) {
      return;  // removed meanwhile: the first part is what there is
    }
    index_on(opened_);
  });
}

void FileLoader::load_part(TimePoint at, OnOutcome done) {
  boost::asio::post(thread_, [this, at, done = std::move(done), number = last_request_.load()] {
    if (opened_ == nullptr || opened_->number != number) return;
    const Opened& opened = *opened_;
    const auto outcome =
        outcome_of(opened.path, [&] { return read_part(opened.path, opened.options, opened.index, at); });
    deliver(number, [done, outcome] { done(outcome); });
  });
}

void FileLoader::destroy(std::shared_ptr<Recording> part) {
  boost::asio::post(thread_, [part = std::move(part)]() mutable { part.reset(); });
}

/// Indexes some of the file, and lets what was requested meanwhile go before the rest.
void FileLoader::index_on(const std::shared_ptr<Opened>& opened) {
  if (opened != opened_ || opened->index.is_complete() || opened->number != last_request_) return;
  const bool has_more = opened->index.read_on(kIndexedAtOnce);
  Extent extent{opened->index.end(), !has_more, {}};
  if (!has_more) extent.damages = damage_notes(opened->index.damages());
  deliver(opened->number, [on_extent = opened->on_extent, extent] { on_extent(extent); });
  if (has_more) boost::asio::post(thread_, [this, opened] { index_on(opened); });
}

}  // namespace idn::viewer
