// SPDX-License-Identifier: MIT
#include "plugins/compat/cards.hpp"

#include <condition_variable>
#include <utility>

#include "plugins/common/never_destroyed.hpp"

namespace idn::plugins::compat {
namespace {

/// Who has the cards of the module: sets that are open, and calls of the host that are still on their way. The
/// last one takes them away, and who closes waits for that: its host may unload the module then.
class SharedCards {
 public:
  static SharedCards& of_module() { return never_destroyed<SharedCards>(); }

  std::shared_ptr<Cards> acquire() {
    std::unique_lock lock(mutex_);
    ++sets_;
    if (auto cards = cards_.lock()) return cards;
    gone_.wait(lock, [this] { return !exist_; });
    const auto destroy = [](Cards* cards) {
      delete cards;
      of_module().note_gone();
    };
    try {
      std::shared_ptr<Cards> cards(new Cards, destroy);
      exist_ = true;
      cards_ = cards;
      return cards;
    } catch (...) {
      --sets_;
      throw;
    }
  }

  void release(std::shared_ptr<Cards> cards) {
    cards->close();
    {
      const std::lock_guard lock(mutex_);
      --sets_;
    }
    cards.reset();
    std::unique_lock lock(mutex_);
    gone_.wait(lock, [this] { return !exist_ || sets_ > 0; });
  }

 private:
  void note_gone() noexcept {
    const std::lock_guard lock(mutex_);
    exist_ = false;
    cards_.reset();  // the last that is left of them
    gone_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable gone_;
  std::weak_ptr<Cards> cards_;
  bool exist_ = false;  ///< from their beginning to their very end
  int sets_ = 0;        ///< that are open
};

}  // namespace

Cards::Cards() : rack_(Rack::shared("idn_compat")) {}

int Cards::scan() {
  const std::size_t found = rack_->scan();
  const std::lock_guard lock(mutex_);
  while (cards_.size() < found)
    cards_.emplace_back(*rack_->at(cards_.size()), rack_->settings().ezauddac_range);
  for (Card& card : cards_) card.try_again();
  return static_cast<int>(cards_.size());
}

int Cards::count() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(cards_.size());
}

Card* Cards::at(int number) const {
  const std::lock_guard lock(mutex_);
  if (number < 0 || static_cast<std::size_t>(number) >= cards_.size()) return nullptr;
  return &cards_[static_cast<std::size_t>(number)];
}

void Cards::close() {
  for (int number = 0; Card* const card = at(number); ++number) card->close();
}

std::shared_ptr<Cards> CardSet::open() {
  std::shared_ptr<Cards> cards;
  {
    const std::lock_guard lock(mutex_);
    if (!cards_) cards_ = SharedCards::of_module().acquire();
    cards = cards_;
  }
  cards->scan();
  return cards;
}

std::shared_ptr<Cards> CardSet::cards() const {
  const std::lock_guard lock(mutex_);
  return cards_;
}

bool CardSet::close() {
  std::shared_ptr<Cards> cards;
  {
    const std::lock_guard lock(mutex_);
    cards = std::exchange(cards_, nullptr);
  }
  if (!cards) return false;
  SharedCards::of_module().release(std::move(cards));
  return true;
}

}  // namespace idn::plugins::compat
