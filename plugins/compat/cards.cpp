// SPDX-License-Identifier: MIT
#include "plugins/compat/cards.hpp"

#include <condition_variable>
#include <utility>

#include "plugins/common/never_destroyed.hpp"

namespace idn::plugins::compat {
namespace {

/// The cards of the module, owned by the open sets and by calls of the host in progress. The last owner
/// destroys them. release() waits for that, since the host may unload the module afterwards.
class SharedCards {
 public:
  static SharedCards& of_module() { return never_destroyed<SharedCards>(); }

  std::shared_ptr<Cards> acquire() {
    std::unique_lock lock(mutex_);
    ++sets_;
    if (auto cards = cards_.lock()) return cards;
    destroyed_.wait(lock, [this] { return !is_alive_; });
    const auto destroy = [](Cards* cards) {
      delete cards;
      of_module().note_destroyed();
    };
    try {
      std::shared_ptr<Cards> cards(new Cards, destroy);
      is_alive_ = true;
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
    destroyed_.wait(lock, [this] { return !is_alive_ || sets_ > 0; });
  }

 private:
  void note_destroyed() noexcept {
    const std::lock_guard lock(mutex_);
    is_alive_ = false;
    cards_.reset();  // frees the control block of the shared pointer
    destroyed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable destroyed_;
  std::weak_ptr<Cards> cards_;
  bool is_alive_ = false;  ///< true until their destructor has returned: longer than cards_ can be locked
  int sets_ = 0;           ///< number of open sets
};

}  // namespace

Cards::Cards() : rack_(Rack::shared("idn_compat")) {}

int Cards::scan() {
  const std::size_t found = rack_->scan();
  const std::lock_guard lock(mutex_);
  while (cards_.size() < found) cards_.emplace_back(*rack_->at(cards_.size()), rack_->venue().ezauddac_range);
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
