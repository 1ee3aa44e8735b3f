// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records on their way through a copy, as a source of values for derived metrics.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/write/member_list.h"
#include "fdr/replay/immediate_context.h"

namespace fdr {

/// Knows the metrics of the metadata, and what Take() adds.  A fetch has the values of the present
/// record.  Memory follows the members of all domains, and the discrete values that were asked for.
class PassingRecords final : public ImmediateContext {
 public:
  explicit PassingRecords(const Metadata& metadata);

  /// True if a metric is described otherwise than before.
  bool Take(const MetadataRecord& record);
  /// Borrows the record until Pass().
  void Hold(const ResultRecord& record);
  void Pass() { present_ = nullptr; }
  /// Behind a mark nothing is known.
  void ForgetValues() { held_.clear(); }

  std::string HostName() const override { return {}; }
  std::string TimeZone() const override { return {}; }
  Result<void> SetMode(Mode, std::optional<Timestamp>, std::int64_t) override { return {}; }
  Mode mode() const override { return Mode::kForward; }
  Timestamp origin() const override { return Now(); }
  Timestamp Now() const override { return present_ == nullptr ? Timestamp() : present_->stamp(); }

  using ImmediateContext::Fetch;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override;
  Result<std::vector<NameChild>> Children(std::string_view name) override;
  Result<std::vector<std::string>> Traverse(std::string_view name) override;
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override {
    return Instances(indom);
  }
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  /// False if the present record lacks one of the metrics.  A discrete value holds up to the next
  /// mark, so a record with any of the metrics may lack it.
  Fetched Fetch(std::span<const MetricId> metrics, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

 private:
  const ValueSet* SetOf(MetricId id);

  const Metadata& metadata_;
  std::unordered_map<MetricId, Desc> descs_;
  std::unordered_map<InDomId, MemberList> members_;
  const ResultRecord* present_ = nullptr;
  // Those that were ever asked for, with their sets of the present record, or null.
  std::unordered_map<MetricId, const ValueSet*> operands_;
  std::unordered_map<MetricId, FetchResult> held_;  // the last discrete values
};

}  // namespace fdr
