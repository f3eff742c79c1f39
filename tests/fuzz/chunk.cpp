// SPDX-License-Identifier: MIT
// Chunk headers. Input: the data of a channel message.
#include "fuzz/target.hpp"
#include "idn/wire/channel_message.hpp"

namespace idn::fuzz {

void run_chunk(ConstBytes input) {
  ByteReader in(input);
  const auto chunk = wire::ChunkHeader::decode(in);
  require(chunk.has_value() == (input.size() >= wire::ChunkHeader::kSize));
}

}  // namespace idn::fuzz
