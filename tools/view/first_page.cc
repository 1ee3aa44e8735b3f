// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/first_page.h"

namespace fdr::tools {
namespace {

// A metric may have no value at all.
constexpr int kMostSteps = 100;

}  // namespace

Result<void> ShowFirstPage(const PageTrial& trial) {
  for (std::size_t page = 0; page < trial.pages; ++page) {
    const Result<void> begun = trial.begin(page);
    if (!begun && page + 1 == trial.pages) return begun;
    if (begun && trial.has_values()) return {};
  }
  if (!trial.step) return {};
  // A counter that the first sample lacks has no rate at the second one.
  for (int step = 0; step < kMostSteps && trial.step(); ++step)
    if (trial.has_values()) return {};
  trial.go_back();
  return {};
}

}  // namespace fdr::tools
