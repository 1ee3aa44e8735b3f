// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random programs for replay_driver.c: contexts come and go, jump about in archives, and fetch.
// What the peer dies of is not in them.

#pragma once

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "fdr/replay/timeline.h"
#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/differential/replay_operations.h"

namespace fdr::test {

/// A name as replay_driver.c reads it.
std::string DriverName(std::string_view name);

/// Borrows the timeline.
class ScenarioGenerator {
 public:
  ScenarioGenerator(const std::string& names, const Timeline& timeline);

  /// So many operations or a few more.
  Operations Walk(std::uint64_t seed, std::size_t length);
  /// Everything that can be asked about names, metrics and domains; of the many, some.
  Operations Survey(std::uint64_t seed, std::size_t metrics);

 private:
  // What may be asked in one context: the peer cannot do everything in both directions.
  struct Open {
    bool both_ways = false;
    int mode = 2;
    std::string metrics;
    bool exactly = false;  ///< only nanoseconds tell where it is
  };

  std::uint64_t Below(std::uint64_t n) { return random_() % n; }
  bool OneIn(std::uint64_t n) { return Below(n) == 0; }
  template <class T>
  const T& Pick(const std::vector<T>& all) {
    return all[Below(all.size())];
  }
  void Add(std::string operation) { all_.push_back(std::move(operation)); }

  void AddOpen();
  void AddFailingOpen();
  void AddDuplicate();
  void AddChange();
  void AddWithoutContext();
  void AddMode(Open& context);
  void AddFetch(Open& context);
  void AddProfile();
  void AddQuestion();
  void AddPosition();

  Timestamp Time();
  std::string Origin(bool highres, bool may_be_null);
  std::string Delta(const Open& context);
  std::string AnyMetrics(const Open& context, bool interpolated);
  bool MayAsk(const Desc& desc, const Open& context) const;
  std::uint32_t Metric();
  std::uint32_t Domain();
  InstanceId InstanceOf(std::uint32_t domain);
  std::string InstanceName(std::uint32_t domain);
  std::string NodeName();

  std::string names_;
  const Timeline& timeline_;
  std::vector<ListedEvent> events_;
  std::set<MetricId> deadly_;
  bool has_marks_ = false;
  bool keeps_domains_;
  std::vector<std::uint32_t> metrics_;
  std::vector<std::string> leaves_;

  std::mt19937_64 random_;
  Operations all_;
  int next_handle_ = 0;
  int current_ = -1;
  std::map<int, Open> open_;
};

}  // namespace fdr::test
