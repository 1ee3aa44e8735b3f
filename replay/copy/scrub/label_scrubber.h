// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replaces the names in sets of labels: names and values of labels, at every depth.

#pragma once

#include <deque>
#include <string>
#include <vector>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/copy/scrub/text_scrubber.h"

namespace fdr {

/// The record borrows from the texts.
struct ScrubbedLabels {
  LabelSetRecord record;
  std::deque<std::string> texts;
};

/// The sets of a record, made of their JSON alone.  Sets that are no JSON are left out.
ScrubbedLabels ScrubLabels(const LabelSetRecord& record, TextScrubber& scrubber);

}  // namespace fdr
