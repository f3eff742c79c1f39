// SPDX-License-Identifier: MIT
#pragma once

/// For declarations: each source that includes the library itself takes seconds longer to compile.
namespace CLI {
class App;
class Option;
}  // namespace CLI
