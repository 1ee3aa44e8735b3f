// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of a domain as series.

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/serve/series/id/series_labels.h"

namespace fdr {

/// An instance under one of its names: an instance that is renamed becomes another series.
struct SeriesInstance {
  std::string id;
  InstanceId instance = 0;
  std::string name;
};

/// Immutable; any thread.
class SeriesDomain {
 public:
  /// How many instances a domain may have; of more, the newest ones count.
  static constexpr std::size_t kMost = 200'000;

  static Result<SeriesDomain> Make(Context& context, InDomId indom);

  /// The newest first.
  const std::vector<SeriesInstance>& instances() const { return instances_; }
  // Null if there is none.
  const SeriesInstance* Find(std::string_view id) const;
  const SeriesInstance* Find(InstanceId instance, std::string_view name) const;
  /// The instance under its newest name.
  const SeriesInstance* FindNewest(InstanceId instance) const;

  const InstanceLabels& labels() const { return labels_; }
  /// The identifier of an instance under this name.
  std::string IdOf(InstanceId instance, std::string_view name) const;

 private:
  InstanceLabels labels_;
  std::vector<SeriesInstance> instances_;
  // Places in instances_.
  std::unordered_map<std::string_view, std::size_t> by_id_;
  std::unordered_map<InstanceId, std::vector<std::size_t>> by_instance_;  // the newest first
};

}  // namespace fdr
