// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/result_shape.h"

#include <algorithm>

namespace fdr {
namespace {

// The type of the first value.  All values stored in place have the same type here.
Type TypeIn(const FetchResult& result, const FetchedSet& set) {
  return set.count == 0 ? Type{} : result.AllValues()[set.first].type();
}

}  // namespace

bool ResultShapes::Knows(const FetchResult& result) const {
  if (result.sets().empty()) return false;
  const auto known = shapes_.find(result.sets()[0].id);
  if (known == shapes_.end()) return false;
  const Shape& shape = known->second;
  const auto is_same_set = [&result](const Set& a, const FetchedSet& b) {
    return a.id == b.id && a.status == b.status && a.count == b.count &&
           a.type == TypeIn(result, b);
  };
  const auto is_same_instance = [](InstanceId a, const FetchedValue& b) { return a == b.instance; };
  return std::ranges::equal(shape.sets, result.sets(), is_same_set) &&
         std::ranges::equal(shape.instances, result.AllValues(), is_same_instance);
}

void ResultShapes::Remember(const FetchResult& result) {
  if (result.sets().empty()) return;
  Shape& shape = shapes_[result.sets()[0].id];
  shape.sets.clear();
  shape.instances.clear();
  for (const FetchedSet& set : result.sets())
    shape.sets.push_back({set.id, set.status, set.count, TypeIn(result, set)});
  for (const FetchedValue& value : result.AllValues()) shape.instances.push_back(value.instance);
}

}  // namespace fdr
