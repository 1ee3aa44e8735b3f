// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr why` prints: a page for people, and the same facts as JSON.

#pragma once

#include <string>

#include "fdr/replay/time/zone.h"
#include "fdr/replay/why/explain.h"

namespace fdr::tools {

struct WhyStyle {
  const std::string& archive;  ///< as the command line names it
  const Zone& zone;
  const std::string& zone_name;  ///< of --tz
  int width = 0;                 ///< of a line; 0 or less: as wide as it gets
  bool utf8 = false;
  bool is_path = true;  ///< of the archive; otherwise commands say ARCHIVE
};

std::string WhyText(const why::Explanation& explanation, const why::ExplainOptions& options,
                    const WhyStyle& style);
std::string WhyJson(const why::Explanation& explanation, const WhyStyle& style);

}  // namespace fdr::tools
