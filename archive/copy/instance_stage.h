// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: of some instance domains, passes on some instances.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"

namespace fdr {

/// Borrows the next sink.
class InstanceStage final : public CopySink {
 public:
  /// Whether to keep an instance.  One that its domain does not list has no name.  Answers may be
  /// remembered.
  using Keeps = std::function<bool(InDomId, InstanceId, std::optional<std::string_view> name)>;

  /// Whether a metric keeps the value of an instance that its domain keeps.  As above.
  using KeepsValue =
      std::function<bool(MetricId, InstanceId, std::optional<std::string_view> name)>;

  /// Other domains pass as they are.  Without `keeps_value`, all values of instances are kept.
  InstanceStage(std::unordered_set<InDomId> domains, Keeps keeps, CopySink& next,
                KeepsValue keeps_value = {})
      : domains_(std::move(domains)),
        keeps_(std::move(keeps)),
        keeps_value_(std::move(keeps_value)),
        next_(next) {}

  Result<void> Begin(const LabelRecord& label) override { return next_.Begin(label); }
  /// Leaves out other instances, and their labels.
  Result<void> Add(const MetadataRecord& record) override;
  /// Leaves out their values, and records and sets that have only these.
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override { return next_.End(); }

 private:
  struct Known {
    std::string name;
    bool is_kept;
    std::unordered_map<MetricId, bool> keeps_value = {};  // answers
  };
  using Members = std::unordered_map<InstanceId, Known>;

  Result<void> AddInDom(const InDomRecord& record);
  Result<void> AddLabels(const LabelSetRecord& record);
  Known* Find(InDomId domain, InstanceId instance);
  bool IsKept(InDomId domain, InstanceId instance);
  bool KeepsValueOf(MetricId metric, InDomId domain, InstanceId instance);
  const InDomId* DomainOf(const ValueSet& set) const;
  bool KeepsAll(const ValueSet& set);
  void CopyKept(const ValueSet& set, InDomId domain);

  std::unordered_set<InDomId> domains_;
  Keeps keeps_;
  KeepsValue keeps_value_;
  CopySink& next_;
  std::unordered_map<MetricId, InDomId> metrics_;  // of these domains
  std::unordered_map<InDomId, Members> members_;   // as the last records list them
  ChangedRecord changed_;
};

}  // namespace fdr
