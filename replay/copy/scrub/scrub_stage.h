// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last stage of a copy that goes to strangers: names become pseudonyms.  See docs/scrubbing.md.

#pragma once

#include <unordered_map>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/scrub/metric_origins.h"
#include "fdr/replay/copy/scrub/scrub_report.h"
#include "fdr/replay/copy/scrub/text_scrubber.h"
#include "fdr/replay/copy/scrub/value_scrubber.h"

namespace fdr {

/// Whatever no rule knows to be harmless is replaced or left out.  Memory follows the number of
/// names, up to Pseudonyms::kMostRemembered.  Borrows the next sink.
class ScrubStage final : public CopySink {
 public:
  /// `metadata` are those of all archives: the host names in their labels never stay.  `origins`
  /// know the metrics if stages before this one change them.  Borrows them.
  ScrubStage(const Metadata& metadata, Pseudonyms names, CopySink& next,
             const MetricOrigins* origins = nullptr);
  ScrubStage(const ScrubStage&) = delete;
  ScrubStage& operator=(const ScrubStage&) = delete;

  /// The name of this host never stays, whatever list has it.  Begin() does this for the host of
  /// the label.
  void ForbidHost(std::string_view host);

  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override { return next_.End(); }

  const ScrubReport& report() { return texts_.names().report(); }

 private:
  void LearnInstances(InDomId indom, const ScrubRule& rule);
  Result<void> Pass(const DescRecord& record);
  Result<void> Pass(const InDomRecord& record);
  Result<void> Pass(const LabelSetRecord& record);
  Result<void> Pass(const TextRecord& record);
  std::string UniqueInstance(InDomId indom, const InDomEntry& entry);

  TextScrubber texts_;
  ValueScrubber values_;
  CopySink& next_;
  const MetricOrigins* origins_;
  std::unordered_map<InDomId, TextForm> instances_;  // of domains of known metrics
  // The originals of the first words of instances, by domain: readers want these words to differ.
  std::unordered_map<InDomId, std::unordered_map<std::string, std::string>> first_words_;
  std::size_t remembered_ = 0;  // in all of them; beyond Pseudonyms::kMostRemembered, no more are
  ChangedRecord changed_;
};

}  // namespace fdr
