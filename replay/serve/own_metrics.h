// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metrics that a server computes itself, such as pmcd.numclients, beside those of its source.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/question.h"

namespace fdr {

/// In the type of its metric: std::uint32_t also has the bits of 32-bit integers with a sign.
struct OwnValue {
  InstanceId instance = kSingular;
  std::variant<std::uint32_t, std::uint64_t, float, double, std::string> value;
};

/// PCP's number of an error; 0 for success.
using StoreAnswer = std::int32_t;

struct OwnMetric {
  std::string name;
  Desc desc;
  std::string help;
  std::function<std::vector<OwnValue>()> read;
  /// Takes a value that client number `client` stores.  Empty: the metric cannot be stored.
  std::function<StoreAnswer(std::uint32_t client, const OwnValue& value)> store = {};
};

struct OwnDomain {
  InDomId id;
  std::function<std::vector<NamedInstance>()> members;
};

struct OwnMetrics {
  std::vector<OwnMetric> metrics;
  std::vector<OwnDomain> domains;

  void Add(OwnMetrics more);
};

/// One value for a metric without instances.
template <class Value>
std::vector<OwnValue> OwnSingle(Value value) {
  return {OwnValue{kSingular, std::move(value)}};
}

/// A value that a client stores, for a metric of this type.  Nothing if it has another type.
std::optional<OwnValue> OwnValueOf(const FetchedValue& value, Type type);

/// Adds a set with the values that the profile includes.
void AddOwnSet(const OwnMetric& metric, const Profile& profile, FetchResult& result);

}  // namespace fdr
