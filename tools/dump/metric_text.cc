// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/metric_text.h"

namespace fdr::tools {

std::string NamesText(const MetricNames& names, MetricId id, std::string_view nameless) {
  std::string text;
  for (const std::string_view name : names.Of(id)) {
    if (!text.empty()) text += " or ";
    text += name;
  }
  return text.empty() ? std::string(nameless) : text;
}

}  // namespace fdr::tools
