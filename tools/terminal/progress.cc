// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::milliseconds kUntilFirst{1000}, kUntilNext{100};
constexpr std::size_t kBarWidth = 30;

}  // namespace

Progress::Progress(std::string what, std::uint64_t total, bool quiet)
    : what_(std::move(what)),
      total_(total),
      enabled_(!quiet && total > 0 && ::isatty(STDERR_FILENO) == 1) {}

void Progress::Look(std::uint64_t done) {
  next_look_ = done + std::max<std::uint64_t>(total_ / 1000, 1);
  const Clock::time_point now = Clock::now();
  if (now - start_ < kUntilFirst || now - last_draw_ < kUntilNext) return;
  last_draw_ = now;
  Draw(std::min(1.0, static_cast<double>(done) / static_cast<double>(total_)), now - start_);
}

void Progress::Draw(double fraction, std::chrono::duration<double> elapsed) {
  const auto filled = static_cast<std::size_t>(fraction * kBarWidth);
  std::string text = fmt::format("{} [{}{}] {:3.0f}%", what_, std::string(filled, '#'),
                                 std::string(kBarWidth - filled, '.'), fraction * 100);
  if (fraction > 0)
    text += fmt::format(" {:.0f} s left", elapsed.count() * (1 - fraction) / fraction);
  ShowStatus(text + ' ');
  drawn_ = true;
}

void Progress::Clear() {
  if (drawn_) ClearStatus();
  drawn_ = false;
}

}  // namespace fdr::tools
