// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A live source that a test makes up, and may change while it is recorded.  The source answers
// every question at once.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr::test {

class InventedSource final : public Context {
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
  void StartFind(std::span<const std::string> names,
                 Done<std::vector<Result<MetricId>>> done) override;
  void StartNamesOf(MetricId id, Done<std::vector<std::string>> done) override;
  void StartChildren(std::string_view name, Done<std::vector<NameChild>> done) override;
  void StartTraverse(std::string_view name, Done<std::vector<std::string>> done) override;
  void StartDescs(std::span<const MetricId> ids, Done<std::vector<Result<Desc>>> done) override;
  void StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) override;
  void StartText(TextKind kind, std::uint32_t id, Done<std::string> done) override;
  void StartLabels(LabelLevel level, std::uint32_t id,
                   Done<std::vector<OwnedLabelSet>> done) override;
  void StartFetch(std::span<const MetricId> ids, const Profile& profile, FetchResult& result,
                  Done<bool> done) override;
  void StartFetchRecord(FetchResult& result, Done<bool> done) override;
  void Wait() override {}

 private:
  template <class T>
  bool Refuses(const Done<T>& done);
  const Metric* Find(MetricId id) const;
};

inline constexpr InDomId kInvented = InDomId::Build(1, 0);

}  // namespace fdr::test
