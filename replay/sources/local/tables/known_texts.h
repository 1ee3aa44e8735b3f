// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help texts for PCP's well-known names, for sources that have none: many archives are recorded
// without help texts.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "fdr/archive/base/value.h"

namespace fdr::local {

struct MetricRow;

class KnownTexts {
 public:
  KnownTexts();

  /// One line about the metric; "" if the name is not well known, or if its values have other
  /// semantics than the well-known metric.
  std::string Of(std::string_view name, const Desc& desc) const;

 private:
  struct Entry {
    const MetricRow* row;
    std::string_view file;
  };
  std::map<std::string, Entry, std::less<>> entries_;
};

/// The function KnownTexts::Of(), with a table that the first call makes.  One thread at a time.
std::function<std::string(std::string_view name, const Desc& desc)> KnownTextsOnDemand();

}  // namespace fdr::local
