// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives full of everything that makes replay hard, written at random from a seed, together with
// the plain list of what was written.

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

/// Something that happened to one instance of one metric: a value, or a mark.
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

/// What the archives hold, in file order.
struct RandomHistory {
  std::string names;  ///< of the archives, as a list
  Timestamp start, end;
  std::vector<RandomMetric> metrics;
  std::map<std::pair<MetricId, InstanceId>, std::vector<HistoryEvent>>
      events;                     ///< marks are in every list
  std::vector<Timestamp> stamps;  ///< of all records and marks
  /// From the first listing on, up to the record after the last one that lists it: for large
  /// domains.
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
