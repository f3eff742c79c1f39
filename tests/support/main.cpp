// SPDX-License-Identifier: MIT
// Catch2 version 2 needs its main in one translation unit; version 3 brings its own.
#define CATCH_CONFIG_MAIN
#include "support/catch.hpp"
