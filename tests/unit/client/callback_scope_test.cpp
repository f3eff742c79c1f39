// SPDX-License-Identifier: MIT
#include "client/content/callback_scope.hpp"

#include "idn/stop_token.hpp"
#include "support/catch.hpp"

using idn::client::CallbackScope;

TEST_CASE("a thread is within a callback of an engine until it returns, and no other thread is", "[client]") {
  const int engine = 0, other = 0;
  {
    const CallbackScope outer(&engine);
    {
      const CallbackScope inner(&other);
      CHECK(CallbackScope::is_of(&engine));
      CHECK(CallbackScope::is_of(&other));
    }
    CHECK(CallbackScope::is_of(&engine));
    CHECK_FALSE(CallbackScope::is_of(&other));
    bool elsewhere = true;
    jthread([&] { elsewhere = CallbackScope::is_of(&engine); }).join();
    CHECK_FALSE(elsewhere);
  }
  CHECK_FALSE(CallbackScope::is_of(&engine));
}
