// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A live source that a test makes up, and may change while it is recorded.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/immediate_context.h"

namespace fdr::test {

class InventedSource final : public ImmediateContext {
 public:
  struct Metric {
    Desc desc;
    std::map<InstanceId, std::uint64_t> values;  ///< empty: none
    std::int32_t error = 0;                      ///< instead of values
  };

  std::map<std::string, Metric> metrics;
  std::map<InDomId, std::map<InstanceId, std::string>> members;
  std::map<std::pair<LabelLevel, std::uint32_t>, std::string> labels;  ///< JSON; none for instances
  std::string host = "invented";
  std::string zone = "UTC";
  Timestamp now{1000, 0};                    ///< the time of the next fetch
  std::int64_t step = 1'000'000'000;         ///< from one fetch to the next
  std::optional<Errc> trouble;               ///< the error of every question
  std::vector<Profile> profiles;             ///< of all fetches
  std::vector<std::vector<MetricId>> asked;  ///< by all fetches
  std::size_t questions = 0;                 ///< without fetches

  /// A metric with one value, in cluster 1.1.
  Metric& Add(const std::string& name, std::uint32_t item, std::uint64_t value);
  /// A metric with instances of the domain 1.0.
  Metric& AddSet(const std::string& name, std::uint32_t item,
                 std::map<InstanceId, std::uint64_t> values);

  std::string HostName() const override { return host; }
  std::string TimeZone() const override { return zone; }
  Result<void> SetMode(Mode, std::optional<Timestamp>, std::int64_t) override { return {}; }
  Mode mode() const override { return Mode::kLive; }
  Timestamp origin() const override { return now; }
  Timestamp Now() const override { return now; }
  using Context::Find;
  Result<std::vector<Result<MetricId>>> Find(std::span<const std::string> names) override;
  Result<std::vector<std::string>> NamesOf(MetricId id) override;
  Result<std::vector<NameChild>> Children(std::string_view name) override;
  Result<std::vector<std::string>> Traverse(std::string_view name) override;
  Result<Desc> DescOf(MetricId id) override;
  Result<std::vector<Result<Desc>>> Descs(std::span<const MetricId> ids) override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::vector<NamedInstance>> AllInstances(InDomId indom) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;
  using Context::Fetch;
  Fetched Fetch(std::span<const MetricId> ids, const Profile& profile,
                FetchResult& result) override;
  Fetched FetchRecord(FetchResult& result) override;

 private:
  /// Counts a question; the trouble, if there is any.
  Result<void> Ask();
  const Metric* MetricOf(MetricId id) const;
};

inline constexpr InDomId kInvented = InDomId::Build(1, 0);

}  // namespace fdr::test
