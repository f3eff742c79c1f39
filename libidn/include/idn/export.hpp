// SPDX-License-Identifier: MIT
#pragma once

/// IDN_EXPORT marks what the shared library exports; everything else is hidden. IDN_SHARED is defined by
/// CMake's target and by pkg-config where the library is shared, IDN_BUILDING only while it is compiled.
#if !defined(IDN_SHARED)
#define IDN_EXPORT
#elif !defined(_WIN32)
#define IDN_EXPORT __attribute__((visibility("default")))
#elif defined(IDN_BUILDING)
#define IDN_EXPORT __declspec(dllexport)
#else
#define IDN_EXPORT __declspec(dllimport)
#endif
