// SPDX-License-Identifier: MIT
// Sources of samples and pictures, as a device calls them.
#include <algorithm>

#include "cli/failure.hpp"
#include "idn/picture/sequence.hpp"
#include "idn/stop_token.hpp"
#include "sender/source/picture_content.hpp"
#include "sender/source/sample_content.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;

namespace {

/// A source of lit samples, which ends or throws after `count` of them.
class Lit final : public stream::SampleSource {
 public:
  Lit(std::size_t count, bool throws) : left_(count), throws_(throws) {}
  std::size_t read(std::span<LaserSample> out, stop_token) override {
    if (left_ == 0 && throws_) throw std::runtime_error("the source broke");
    const std::size_t count = std::min(left_, out.size());
    std::ranges::fill(out.first(count), LaserSample{100, 100, 0xFFFF, 0, 0, 0xFFFF});
    left_ -= count;
    return count;
  }

 private:
  std::size_t left_;
  bool throws_;
};

/// Stores reports in order.
struct Reports {
  explicit Reports(Content& content) {
    content.watch([this] { text += "ready "; }, [this] { text += "end "; });
  }
  std::string text;
};

/// @return the number of samples and the number of calls
std::pair<std::size_t, int> drain(SampleContent& content) {
  std::vector<LaserSample> room(700);
  std::size_t samples = 0;
  int calls = 1;
  for (std::size_t count; (count = content.fill(room)) > 0; ++calls) samples += count;
  return {samples, calls};
}

void check_failure(const Content& content) {
  REQUIRE(content.failure());
  CHECK_THROWS_WITH(std::rethrow_exception(content.failure()), "the source broke");
}

}  // namespace

TEST_CASE("a stream can begin when its prefill has been handed over, which no call reads beyond", "[sender]") {
  SampleContent content(std::make_unique<Lit>(10'000, false), {.prefill = 1000});
  const Reports reports(content);
  std::vector<LaserSample> room(700);
  CHECK(content.fill(room) == 700);
  CHECK(content.fill(room) == 300);
  CHECK(reports.text.empty());
  CHECK(content.fill(room) == 700);
  CHECK(reports.text == "ready ");
  CHECK(content.has_begun());
}

TEST_CASE("a source shorter than the prefill is played whole", "[sender]") {
  SampleContent content(std::make_unique<Lit>(250, false), {.prefill = 2000});
  const Reports reports(content);
  CHECK(drain(content) == std::pair<std::size_t, int>{250, 2});
  CHECK(reports.text == "end ready ");
  CHECK(content.has_begun());
  CHECK_FALSE(content.failure());
}

TEST_CASE("a source without samples is reported as such", "[sender]") {
  SampleContent content(std::make_unique<Lit>(0, false), {.prefill = 2000});
  const Reports reports(content);
  CHECK(drain(content).first == 0);
  CHECK(reports.text == "end ready ");
  CHECK_FALSE(content.has_begun());
}

TEST_CASE("what waits is asked about before the prefill, and once when a datagram has left", "[sender]") {
  std::string calls;
  bool has_started = false;
  SampleContent content(
      std::make_unique<Lit>(100'000, false),
      {.prefill = 100,
       .backlog = {.before_prefill = [&](stop_token) { calls += "prefill "; },
                   .on_start = [&](std::size_t room, stop_token) { calls += std::to_string(room) + " "; }},
       .has_started = [&] { return has_started; }});
  const Reports reports(content);
  std::vector<LaserSample> room(700);
  CHECK(content.fill(room) == 100);
  CHECK(content.fill(room) == 700);
  CHECK(calls == "prefill ");
  has_started = true;
  CHECK(content.fill(std::span(room).first(300)) == 300);
  CHECK(content.fill(room) == 700);
  CHECK(calls == "prefill 300 ");
}

TEST_CASE("an exception about what waits is that of the source", "[sender]") {
  SampleContent content(
      std::make_unique<Lit>(100'000, false),
      {.backlog = {.before_prefill = [](stop_token) { throw std::runtime_error("the source broke"); }}});
  const Reports reports(content);
  CHECK(drain(content).first == 0);
  check_failure(content);
}

TEST_CASE("the limit cuts a source exactly", "[sender]") {
  SampleContent content(std::make_unique<Lit>(1'000'000, false), {.prefill = 2000, .limit = 2999});
  const Reports reports(content);
  CHECK(drain(content).first == 2999);
  CHECK(reports.text == "ready end ");
  CHECK(content.total_samples() == 2999);
}

TEST_CASE("an exception of a source is its end, and is kept", "[sender]") {
  SampleContent content(std::make_unique<Lit>(3000, true), {.prefill = 2000});
  const Reports reports(content);
  CHECK(drain(content).first == 3000);
  CHECK(reports.text == "ready end ");
  check_failure(content);
}

TEST_CASE("an exception before anything was played is reported instead of a start", "[sender]") {
  SampleContent content(std::make_unique<Lit>(0, true), {.prefill = 2000});
  const Reports reports(content);
  CHECK(drain(content).first == 0);
  CHECK(reports.text == "end ready ");
  CHECK_FALSE(content.has_begun());
  check_failure(content);
}

TEST_CASE("pictures are handed over one by one, the last one included", "[sender]") {
  PictureContent content(std::make_unique<picture::SinglePicture>(std::vector<LaserSample>(50)), {.repeat = 3});
  const Reports reports(content);
  std::vector<LaserSample> picture;
  CHECK(content.next(picture));
  CHECK(picture.size() == 50);
  CHECK(reports.text.empty());
  CHECK(content.next(picture));
  CHECK(reports.text == "ready ");
  CHECK(content.next(picture));
  CHECK_FALSE(content.next(picture));
  CHECK(reports.text == "ready end ");
  CHECK(content.total_samples() == 150);
}

TEST_CASE("a picture that no receiver takes as a frame ends the stream with its number", "[sender]") {
  PictureContent content(std::make_unique<picture::SinglePicture>(std::vector<LaserSample>(100'000)),
                         {.repeat = 0});
  const Reports reports(content);
  std::vector<LaserSample> picture;
  CHECK_FALSE(content.next(picture));
  CHECK(reports.text == "end ready ");
  REQUIRE(content.failure());
  CHECK_THROWS_WITH(std::rethrow_exception(content.failure()), Catch::Contains("frame 1 has 100000 points"));
}
