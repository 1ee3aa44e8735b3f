// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/summary_bar.h"

#include <filesystem>

namespace fdr::tools {

void SummaryBar::operator()(const std::string& file, std::uint64_t read, std::uint64_t size) {
  if (!bar_)
    bar_ = std::make_shared<Progress>(
        "Looking through " + std::filesystem::path(file).filename().string(), size, quiet_);
  bar_->Update(read);
  if (read >= size) bar_.reset();
}

}  // namespace fdr::tools
