// SPDX-License-Identifier: MIT
#pragma once

/// IDN_EXPORT marks what the shared library exports; everything else is hidden. IDN_SHARED is defined by
/// CMake's target and by pkg-config where the library is shared, IDN_BUILDING only while it is compiled.
#if !defined(IDN_SHARED)
/// In a static library it has no effect.
#define IDN_EXPORT
#elif !defined(_WIN32)
/// Visible to other modules.
#define IDN_EXPORT __attribute__((visibility("default")))
#elif defined(IDN_BUILDING)
/// In a DLL, while it is compiled.
#define IDN_EXPORT __declspec(dllexport)
#else
/// In a DLL, for its users.
#define IDN_EXPORT __declspec(dllimport)
#endif
