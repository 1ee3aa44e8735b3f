// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The expressions that clients have asked for, by their identifiers: they may ask for the values
// later.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "fdr/replay/serve/series/language/series_query.h"

namespace fdr {

struct KnownExpression {
  std::string name;
  SeriesQuery query;
};

/// Any thread.
class KnownExpressions {
 public:
  /// How many are kept, and how long their names may be together.  Beyond, those that were not used
  /// for longest are forgotten.
  static constexpr std::size_t kMost = 4096, kMostText = std::size_t{4} << 20;

  /// Returns the identifier.
  std::string Remember(KnownExpression expression);
  /// Null if it is unknown.
  std::shared_ptr<const KnownExpression> Find(const std::string& id);

 private:
  struct Entry {
    std::shared_ptr<const KnownExpression> expression;
    std::uint64_t used = 0;
  };

  std::mutex mutex_;  // guards the rest
  std::map<std::string, Entry> known_;
  std::size_t text_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace fdr
