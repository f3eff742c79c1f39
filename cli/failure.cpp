// SPDX-License-Identifier: MIT
#include "cli/failure.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <new>
#include <system_error>

#include "cli/standard_streams.hpp"

namespace idn::cli {
namespace {

struct Outcome {
  int code = kOk;
  std::string message{};
  bool is_unread = false;  ///< the reader of standard output has gone
};

Outcome output_failed(const std::error_code& fault) {
  const char* remedy = "check where it is written to";
  if (fault == std::errc::broken_pipe) remedy = "its reader took no more of it";
  if (fault == std::errc::no_space_on_device) remedy = "free some disk space";
  return {kEnvironment,
          fmt::format("standard output: {}; the output is incomplete; {}", fault.message(), remedy),
          fault == std::errc::broken_pipe};
}

Outcome attempt(const std::function<int()>& body) try { return {body()}; } catch (const Failure& failure) {
  return {failure.code(), failure.what()};
} catch (const std::bad_alloc&) {
  return {kEnvironment, "out of memory; close other programs or use smaller input"};
} catch (const std::system_error& error) {
  // fmt::print throws this if it cannot write.
  return std::ferror(stdout) != 0 ? output_failed(error.code()) : Outcome{kEnvironment, error.what()};
} catch (const std::exception& error) {
  return {kEnvironment, error.what()};
}

}  // namespace

int run_main(const std::string& name, const std::function<int()>& body, bool is_filter) {
  prepare_standard_streams();
  Outcome outcome = attempt(body);
  const auto fault = flush_output();
  if (fault && (outcome.message.empty() || outcome.code <= kFindings)) outcome = output_failed(fault);
  // Not fmt::print, which would throw if standard error is closed, too.
  const bool is_quiet = outcome.message.empty() || (is_filter && outcome.is_unread);
  if (!is_quiet) std::fprintf(stderr, "%s: %s\n", name.c_str(), outcome.message.c_str());
  return outcome.code;
}

}  // namespace idn::cli
