// SPDX-License-Identifier: MIT
#include "sender/streamer.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <map>

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"
#include "sender/show/projector.hpp"
#include "sender/show/tick_thread.hpp"
#include "sender/status.hpp"

namespace idn::sender {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// A show from its preparation to its summary. Lives on the thread that calls run(), but for what is posted.
class Show {
 public:
  Show(std::vector<Act> acts, const LoopOptions& options);
  int run();

 private:
  void prepare();
  void begin();
  void on_start(const Waiting& waiting);
  void follow_units();
  void on_unit(std::size_t projector, const stream::UnitEvent& event);
  void on_signal();
  void show_progress();
  void stop();
  int finish();
  Duration elapsed() const { return std::chrono::steady_clock::now() - begun_; }

  asio::io_context context_;  ///< first: the threads of the others post to it
  asio::signal_set signals_{context_};
  asio::steady_timer timer_{context_};
  Status status_;
  std::deque<io::SocketPool> sockets_;
  std::deque<Projector> projectors_;
  std::deque<TickThread> tickers_;                        ///< their threads use the two above
  std::map<std::size_t, io::UnitFollower::Id> followed_;  ///< the projectors whose targets are units
  std::optional<io::UnitFollower> follower_;              ///< last: its thread uses them
  std::size_t unprepared_;
  std::size_t running_ = 0;  ///< tick threads
  bool has_begun_ = false;
  std::chrono::steady_clock::time_point begun_;
};

std::optional<unsigned> processor_of(std::size_t loop, const LoopOptions& options) {
  if (options.processors.empty()) return std::nullopt;
  return options.processors[loop % options.processors.size()];
}

Show::Show(std::vector<Act> acts, const LoopOptions& options)
    : status_(options.json), unprepared_(acts.size()) {
  const std::size_t loops = std::min<std::size_t>(options.loops, acts.size());
  for (std::size_t i = 0; i < loops; ++i) {
    io::SocketPool& sockets = sockets_.emplace_back((acts.size() + loops - 1 - i) / loops);
    tickers_.emplace_back(options, sockets, processor_of(i, options));
  }
  for (std::size_t i = 0; i < acts.size(); ++i) {
    Projector& projector = projectors_.emplace_back(std::move(acts[i]), sockets_[i % loops]);
    tickers_[i % loops].add(projector);
    status_.add({projector.options(), projector.session(), projector.network(), projector.local(),
                 projector.remote(), projector.total_samples()});
  }
  if (options.pace == Pace::Kernel)
    for (io::SocketPool& sockets : sockets_)
      if (const auto pacing = sockets.enable_kernel_pacing(); !pacing)
        throw cli::Failure(cli::kEnvironment, "--pace kernel: " + to_string(pacing.error()));
  for (const int number : cli::end_signals()) signals_.add(number);
}

int Show::run() {
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (!error) on_signal();
  });
  prepare();
  context_.run();
  return has_begun_ ? finish() : cli::kOk;  // else a signal came before the first samples
}

/// All streams begin together, when the last of them has samples enough.
void Show::prepare() {
  for (Projector& projector : projectors_)
    projector.prepare([this, &projector] {
      asio::post(context_, [this, &projector] {
        projector.check_input();
        if (--unprepared_ == 0) begin();
      });
    });
}

void Show::begin() {
  has_begun_ = true;
  running_ = tickers_.size();
  follow_units();
  for (TickThread& ticker : tickers_)
    ticker.start(
        [this, first = &ticker == &tickers_.front()](const Waiting& waiting) {
          if (first) asio::post(context_, [this, waiting] { on_start(waiting); });
        },
        [this] {
          asio::post(context_, [this] {
            if (--running_ == 0) context_.stop();
          });
        });
}

/// Those whose targets are units; an address stays what it is, and nothing is searched for it.
void Show::follow_units() {
  for (std::size_t i = 0; i < projectors_.size(); ++i)
    if (const auto stream = projectors_[i].followed()) {
      if (!follower_) follower_.emplace();
      followed_.emplace(i, follower_->add(*stream, [this, i](const stream::UnitEvent& event) {
        asio::post(context_, [this, i, event] { on_unit(i, event); });
      }));
    }
}

void Show::on_unit(std::size_t projector, const stream::UnitEvent& event) {
  if (event.kind == stream::UnitEvent::Kind::Moved) projectors_[projector].moved_to(event.to);
  status_.tell(projector, projectors_[projector].unit_name(), event);
}

void Show::on_start(const Waiting& waiting) {
  begun_ = std::chrono::steady_clock::now();
  status_.started(waiting);
  show_progress();
}

void Show::show_progress() {
  timer_.expires_after(100ms);
  timer_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    status_.update(elapsed());
    if (cli::flush_output()) stop();
    show_progress();
  });
}

void Show::on_signal() {
  stop();
  if (!has_begun_) context_.stop();
}

void Show::stop() {
  for (TickThread& ticker : tickers_) ticker.stop();
}

int Show::finish() {
  for (TickThread& ticker : tickers_) ticker.join();
  std::vector<Waiting> waiting;
  for (const TickThread& ticker : tickers_) waiting.push_back(ticker.waiting());
  status_.finished(elapsed(), waiting);
  std::vector<bool> missing(projectors_.size());
  for (const auto& [projector, id] : followed_) missing[projector] = follower_->is_missing(id);
  follower_.reset();
  for (Projector& projector : projectors_) projector.finish();
  for (std::size_t i = 0; i < projectors_.size(); ++i) projectors_[i].check_reception(missing[i]);
  return cli::kOk;
}

}  // namespace

int stream(std::vector<Act> acts, const LoopOptions& options) {
  return Show(std::move(acts), options).run();
}

}  // namespace idn::sender
