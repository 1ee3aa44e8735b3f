// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rewriting rules do to one metric.

#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/copy/rewrite/domain_changes.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/replay/units/scale_conversion.h"

namespace fdr {

struct MetricChange {
  Desc before, after;
  bool is_deleted = false;
  std::string name;                ///< one of the original ones, for messages
  std::vector<std::string> names;  ///< the original ones
  std::unordered_map<std::string, std::string> new_names;  ///< of those that change

  // Values change in this order:
  std::optional<OutputChoice> output;
  std::optional<InstanceId> new_instance;  ///< of a singular metric that gets a domain
  const DomainChange* choice = nullptr;    ///< knows the names of instances for `output`
  std::vector<const Substitution*> substitutions;
  const DomainChange* instances = nullptr;  ///< numbers and deletes them
  std::optional<ScaleRatio> ratio;
  bool is_temperature = false;  ///< converted by the units, not by a ratio

  bool converts() const { return ratio || is_temperature || before.type != after.type; }
  /// Whether other values, or other instances, take the place of those of a record.
  bool changes_form() const {
    return is_deleted || output || new_instance || !substitutions.empty() ||
           (instances != nullptr && instances->changes_numbers());
  }
  bool changes_values() const { return changes_form() || converts(); }
  /// Whether all that changes of a record are numbers, in their places.
  bool keeps_form() const {
    return before.type == after.type && after.type != Type::kString && !changes_form();
  }
  bool changes_id() const { return before.id != after.id; }
};

}  // namespace fdr
