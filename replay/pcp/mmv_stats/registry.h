// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts that a program has given about the file that it will make.

#pragma once

#include <pcp/mmv_stats.h>

#include <string>

#include "fdr/replay/sources/mmv/mmv_image.h"

struct mmv_registry {
  std::string file;
  fdr::mmv::NewFile content;
};

namespace fdr::mmv {

/// A text that may be missing.
std::optional<std::string> TextOf(const char* text);
NewMetric MetricOf(const char* name, std::uint32_t item, int type, int semantics, pmUnits units,
                   std::uint32_t serial, const char* short_text, const char* long_text);

/// Makes the file, and returns its mapping; nullptr with errno.
void* StartFile(const std::string& name, NewFile content);

}  // namespace fdr::mmv
