// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of the metrics of the new archive: none twice, and none in the middle of another.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"

namespace fdr {

/// What the originals have twice stays as it is.
class FinalNames {
 public:
  struct Use {
    MetricId metric;         ///< the original one
    bool is_new = false;     ///< a rule has made the name
    bool may_exist = false;  ///< the rule says so
  };

  /// kInvalidArgument for a new name that is taken, or that is above or below another one.
  Result<void> Add(std::string_view name, const Use& use);

 private:
  struct Leaf {
    std::string name;
    Use use;
  };
  // A name with others below it.
  struct Inner {
    std::string_view below;  // one of these
    bool is_new = false;
  };

  // By hashes of the names: a deep name has many above it.
  std::unordered_map<std::uint64_t, Leaf> leaves_;
  std::unordered_map<std::uint64_t, Inner> inner_;
};

}  // namespace fdr
