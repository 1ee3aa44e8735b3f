// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells why an interpolated value of the peer differs from ours.  docs/compatibility.md,
// "Replaying", argues the reasons.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tests/differential/record_model.h"
#include "fdr/tests/differential/replay_operations.h"
#include "fdr/tests/replay/interpolation/interpolation_model.h"

namespace fdr::test {

/// An answer to "fetch", taken apart.
struct FetchedAnswer {
  struct Set {
    int status = 0;  ///< 0, or an error code
    std::map<InstanceId, std::string> values;

    friend bool operator==(const Set&, const Set&) = default;
  };

  std::string stamp;  ///< empty if there is no result
  std::map<MetricId, Set> sets;

  static FetchedAnswer Read(const std::string& answer);
};

/// The parts of a question that matter for the answer.
struct FetchQuestion {
  Timestamp t;
  std::int64_t delta = 0;
  bool jumped = false;  ///< nothing was fetched since "mode"
  Operations profile;
  std::string fetch;
  std::map<MetricId, Timestamp> before;  ///< the time at which the peer had values of a metric,
                                         ///< if that was its last answer for it in this context
};

enum class Reason {
  kUnexplained,
  kPosition,     ///< the peer agrees in a new context: items 6, 7, 9, 10, 11
  kMarkIgnored,  ///< items 8 and 16: the peer overlooked a mark
  kEqualStamps,  ///< of several values or marks with one stamp, the peer took another
  kBlanked,      ///< the peer blanks a counter once behind a mark
  kTolerance,    ///< a millisecond too early or too late is near enough
  kErrorCode,    ///< item 13
  kWrongIndex,   ///< item 25: the peer follows an index entry that leads to no record
  kNoType,       ///< the metric is described as not supported
  kUntyped,      ///< the peer reads numbers in blocks without a type in the wrong byte order
  kDamage,       ///< the peer met a damaged or incomplete record
  kMisfit,       ///< item 21: the peer fails at a value that is not stored as its type demands
  kRounded,      ///< the peer's times are seconds since the start, rounded to doubles
  kMisplaced,    ///< the peer took a record with a stamp out of order for a later one
  kBeforeStart,  ///< the peer does not look beyond records from before the start in the label
  kCount,
};
const char* Name(Reason reason);

class InterpolationExplainer {
 public:
  /// Reads all values of these metrics.  Borrows the timeline.
  InterpolationExplainer(const Timeline& timeline, const std::vector<MetricId>& metrics);

  /// Why only one side has a result.  `alone` is the peer's answer in a new context.
  Reason ExplainResult(const FetchQuestion& question, const std::string& ours,
                       const std::string& peer, const std::string& alone) const;
  /// Why the values of a metric differ.
  Reason Explain(const FetchQuestion& question, MetricId metric, const FetchedAnswer& ours,
                 const FetchedAnswer& peer, const FetchedAnswer& alone) const;

  bool IsMarkBetween(Timestamp a, Timestamp b) const;
  /// Whether the metric has values by the definition.
  bool HasValues(const FetchQuestion& question, MetricId metric) const;

 private:
  bool IsByDefinition(const FetchQuestion& question, const std::string& answer) const;
  bool IsBlanked(const FetchQuestion& question, const Desc& desc,
                 const FetchedAnswer::Set& set) const;
  std::vector<std::string> ValueForms(const InterpolationModel& model, MetricId metric,
                                      InstanceId instance, Timestamp t, LeftOut left_out) const;
  bool ComesOf(const InterpolationModel& model, const std::vector<LeftOut>& ways,
               const FetchQuestion& question, MetricId metric, const FetchedAnswer::Set& set) const;
  bool IsAtRoundedTime(const FetchQuestion& question, MetricId metric,
                       const FetchedAnswer::Set& peer) const;
  bool IsByMisplaced(const FetchQuestion& question, MetricId metric,
                     const FetchedAnswer::Set& peer) const;
  bool IsWithoutWhatIsBeforeStart(const FetchQuestion& question, MetricId metric,
                                  const FetchedAnswer::Set& peer) const;
  bool IsWrongByteOrder(const FetchQuestion& question, MetricId metric,
                        const FetchedAnswer::Set& peer) const;

  const Timeline& timeline_;
  std::vector<MetricId> metrics_;
  std::vector<ListedEvent> events_;
  bool has_misfits_ = false, has_misplaced_ = false, begins_late_ = false, is_plain_ = true;
  RandomHistory history_;
  std::map<MetricId, Desc> descs_;
  std::vector<Timestamp> marks_;
  InterpolationModel model_;
};

}  // namespace fdr::test
