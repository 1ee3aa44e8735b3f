// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counters of what each of many names used.  The number of names is bounded: the rest is together.
//
// A name begins at 0, so that the growth of its counter can be seen: what it used until then is
// with the rest.  So the sum over all names is always the whole.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/usage/usage.h"

namespace fdr::local {

class UsageTotals {
 public:
  /// The name of what is together.
  static constexpr std::string_view kRest = "(other)";

  struct Total {
    std::string name;
    Usage usage;
  };

  explicit UsageTotals(std::size_t most) : most_(most), totals_{{std::string(kRest), {}}} {}

  void Add(std::string_view name, const Usage& usage);
  /// To be called at the end of a sample: names that have used enough by now get one.
  void Settle();
  /// The rest is the first.
  const std::vector<Total>& totals() const { return totals_; }

 private:
  std::size_t most_;
  std::vector<Total> totals_;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::map<std::string, Usage, std::less<>> candidates_;  // what those without a name used
};

}  // namespace fdr::local
