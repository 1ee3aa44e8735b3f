// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a client of the web server asks.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/http/parameters.h"

namespace fdr {

enum class HttpMethod : std::uint8_t { kGet, kHead, kPost };

/// What a client may do; each role includes those before it.
enum class HttpRole : std::uint8_t { kRead, kStore, kAdmin };

/// When work for a request has become useless: its client has left, or its time is over.
class WorkLimit {
 public:
  using Clock = std::chrono::steady_clock;
  /// Time runs from now on.
  explicit WorkLimit(std::chrono::milliseconds most);

  void Cancel() { is_cancelled_ = true; }
  bool IsCancelled() const { return is_cancelled_; }
  /// kCancelled, or kTimeout with the limit in its text.  Long work asks now and then.
  Result<void> Check() const;

  /// For the server, while no one works: time stops, goes on, or begins again.
  void Pause() { left_ = until_ - Clock::now(); }
  void Resume() { until_ = Clock::now() + left_; }
  void Restart() { left_ = most_; }

 private:
  std::chrono::milliseconds most_;
  Clock::duration left_{0};
  Clock::time_point until_;
  std::atomic<bool> is_cancelled_{false};
};

/// A value: handlers are functions of it and of their sources.
struct HttpRequest {
  HttpMethod method = HttpMethod::kGet;
  std::string path = "/";      ///< decoded, without parameters
  Parameters parameters = {};  ///< of the URL, then of the body
  std::string body = {};       ///< as it was sent
  /// With names in small letters.
  std::vector<std::pair<std::string, std::string>> headers = {};
  HttpRole role = HttpRole::kRead;
  std::shared_ptr<WorkLimit> limit = {};  ///< null in tests: no limit

  /// "" without such a header; the name in small letters.
  std::string_view Header(std::string_view name) const;
  /// Success without a limit.
  Result<void> CheckLimit() const { return limit ? limit->Check() : Result<void>{}; }
};

}  // namespace fdr
