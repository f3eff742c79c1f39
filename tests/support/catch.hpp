// SPDX-License-Identifier: MIT
#pragma once

/// One include for both Catch2 generations: version 3 where the system has it, Debian 12's version 2.13
/// otherwise.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
