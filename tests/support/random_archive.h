// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random archives with everything that makes replay hard, made from a seed.  A plain list has all
// that was written.

#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr::test {

/// A value or a mark of one instance of one metric.
struct HistoryEvent {
  Timestamp stamp;
  bool is_mark = false;
  std::uint64_t bits = 0;  ///< of a number, in its type's size
  std::string text;        ///< of a string
};

struct RandomMetric {
  Desc desc;
  std::string name;
};

/// The content of the archives, in file order.
struct RandomHistory {
  std::string names;  ///< of the archives, as a list
  Timestamp start, end;
  std::vector<RandomMetric> metrics;
  std::map<std::pair<MetricId, InstanceId>, std::vector<HistoryEvent>>
      events;                     ///< marks are in every list
  std::vector<Timestamp> stamps;  ///< of all records and marks
  /// Begins with the first membership that has the instance.  Ends with the membership after the
  /// last one that has it.  For large domains.
  struct Lifetime {
    Timestamp birth;
    bool dies = false;
    Timestamp death;
  };
  std::map<InDomId, std::map<InstanceId, Lifetime>> lifetimes;
  std::map<InDomId, std::size_t> largest;  ///< membership of each domain
};

/// Writes one to three archives below `directory`.
RandomHistory WriteRandomArchives(const std::string& directory, std::uint64_t seed);

}  // namespace fdr::test
