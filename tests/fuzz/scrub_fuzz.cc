// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/copy/scrub/label_scrubber.h"
#include "fdr/replay/copy/scrub/text_scrubber.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

// All forms of texts, and an instance.
void ScrubAll(std::string_view text) {
  TextScrubber scrubber{Pseudonyms(ScrubKey("a key for the tests of fdr"))};
  for (int form = 0; form <= static_cast<int>(TextForm::kMetricName); ++form) {
    const std::string scrubbed = scrubber.Scrub(static_cast<TextForm>(form), text);
    Require(scrubbed.find('\0') == scrubbed.npos, "no NUL comes out");
    Require(scrubbed.size() <= 64 * text.size() + 64, "the length is bounded");
    Require(scrubbed.empty() == text.empty(), "only nothing becomes nothing");
    Require(scrubber.Scrub(static_cast<TextForm>(form), text) == scrubbed, "twice the same");
    (void)scrubber.ScrubInstance(static_cast<TextForm>(form), 42, text);
  }
  (void)scrubber.ScrubLabelName(text);
}

void ScrubLabelSet(std::string_view json) {
  TextScrubber scrubber{Pseudonyms(ScrubKey("a key for the tests of fdr"))};
  LabelSetRecord record;
  record.level = static_cast<std::uint32_t>(LabelLevel::kItem);
  record.sets.push_back({.instance = kSingular, .json = json, .count = 0, .entries = {}});
  for (const LabelSet& set : ScrubLabels(record, scrubber).record.sets)
    for (const LabelEntry& entry : set.entries)
      Require(!set.Name(entry).empty() && !set.Value(entry).empty(), "labels lie in the JSON");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  fdr::fuzz::ScrubAll(text);
  fdr::fuzz::ScrubLabelSet(text);
  return 0;
}
