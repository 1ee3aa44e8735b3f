// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The means that pmdiff compares: the lines of pmlogsummary, as pmdiff takes them apart.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/pattern/text_pattern.h"

namespace fdr::tools {

/// By the name of the metric, with its instance: `kernel.all.load ["1 minute"]`.  Lines whose
/// number is negative, or not a number, count as names with the mean 0: pmdiff does not take them
/// apart.
/// Instances may share a name.
using PeerMeans = std::multimap<std::string, double>;

/// The expressions of `fdr diff --pcp -x`, which are those of egrep(1).
class PeerExclusion {
 public:
  /// kInvalidArgument for an expression that is wrong.
  static Result<PeerExclusion> Of(const std::vector<std::string>& patterns);

  /// Whether one of them matches `name|number`.
  bool Matches(const std::string& line) const;

 private:
  std::vector<TextPattern> patterns_;
};

/// The delimiter of the fields in the lines that PeerMeansIn() reads.
inline constexpr char kPeerField = '\1';

/// `text` is the summary of an archive, in lines of fields.
PeerMeans PeerMeansIn(const std::string& text, const PeerExclusion& excluded);

}  // namespace fdr::tools
