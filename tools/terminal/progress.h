// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A progress bar on standard error, for work that takes more than a second, on a terminal.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace fdr::tools {

/// Shows nothing if standard error is not a terminal, or with `quiet`.
class Progress {
 public:
  Progress(std::string what, std::uint64_t total, bool quiet);
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap enough to be called for every record.
  void Update(std::uint64_t done) {
    if (enabled_ && done >= next_look_) Look(done);
  }
  /// Wipes the bar, before a message or at the end.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  void Look(std::uint64_t done);
  void Draw(double fraction, std::chrono::duration<double> elapsed);

  std::string what_;
  std::uint64_t total_;
  bool enabled_;
  bool drawn_ = false;
  std::uint64_t next_look_ = 0;  // the clock is read again only from here on
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_draw_ = start_;
};

}  // namespace fdr::tools
