// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares the answers of our library and PCP's to a scenario of replay_driver.c.  Lines must be
// equal, byte for byte, or their difference must have a name.  docs/compatibility.md gives reasons
// for all of them.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fdr/tests/differential/record_explainer.h"
#include "fdr/tests/pmapi/fetch_differences.h"

namespace fdr::test {

/// For one archive, or list of archives.  Borrows the timeline and the tally.
class ReplayContrast {
 public:
  ReplayContrast(std::string names, const Timeline& timeline, ReplayTally& tally);

  /// Compares answers.  The peer may have given fewer answers.
  void Follow(const Operations& operations, const Answers& ours, const Answers& peers);
  /// Explains all differences that Follow() has found.
  void Explain() { differences_.Explain(); }

 private:
  // The state of a context.
  struct Context {
    int mode = 2;
    bool lost = false;  // since an error, the peer is at another place
    // In the modes of records.
    Replayed replayed;
    bool differs = false, differs_now = false;  // at any time; since the last "mode"
    // In the mode that interpolates.
    std::optional<Timestamp> origin;  // if it is known
    std::int64_t delta = 0;
    Operations profile;                 // as the scenario set it
    std::set<std::uint32_t> mentioned;  // domains in it
    FetchQuestion question;
    std::map<MetricId, Timestamp> our_before;  // since the last "mode"
    std::optional<Timestamp> last_fetch;
  };

  void Compare(const std::string& operation, const std::string& ours, std::string peers);
  bool FollowContexts(const std::string& operation, const std::string& answer);
  void FollowMode(Context& context, const std::string& operation);
  void FollowProfile(Context& context, const std::string& operation);
  void FollowRecords(Context& context, const std::string& operation, const std::string& ours,
                     const std::string& peers);
  void FollowInterpolated(Context& context, const std::string& operation, const std::string& ours,
                          const std::string& peers);
  void Finish(const Context& context);
  void Unexplained(const std::string& operation, const std::string& ours,
                   const std::string& peers) const;

  std::string names_;
  const Timeline& timeline_;
  ReplayTally& tally_;
  std::map<int, Context> contexts_;
  int current_ = -1;
  FetchDifferences differences_;
};

}  // namespace fdr::test
