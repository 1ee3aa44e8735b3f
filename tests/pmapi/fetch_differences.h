// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Interpolated fetches that the peer answered differently.  Each difference must have a name, and
// docs/compatibility.md must give reasons for it.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tests/differential/interpolation_explainer.h"
#include "fdr/tests/pmapi/replay_tally.h"

namespace fdr::test {

struct FetchDifference {
  FetchQuestion question;
  Operations profile;                        ///< as the scenario set it
  std::map<MetricId, Timestamp> our_before;  ///< like question.before, since the last "mode"
  std::optional<Timestamp> last_fetch;       ///< since the last "mode"
  std::string operation, ours, peers;
};

/// For one archive, or list of archives.  Borrows the timeline and the tally.
class FetchDifferences {
 public:
  FetchDifferences(std::string names, const Timeline& timeline, ReplayTally& tally)
      : names_(std::move(names)), timeline_(timeline), tally_(tally) {}

  void Add(FetchDifference difference) { all_.push_back(std::move(difference)); }
  /// Names all differences.  A difference without a name is a failure of the test.
  void Explain();

 private:
  std::vector<std::string> AskAlone() const;
  void ExplainOne(const FetchDifference& difference, const std::string& alone,
                  const InterpolationExplainer& explainer);
  std::string ReasonFor(const FetchDifference& difference, MetricId metric,
                        const FetchedAnswer& ours, const FetchedAnswer& peers,
                        const FetchedAnswer& alone, const InterpolationExplainer& explainer) const;

  std::string names_;
  const Timeline& timeline_;
  ReplayTally& tally_;
  std::vector<FetchDifference> all_;
};

}  // namespace fdr::test
