// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Changes since the last fetch: delta() and rate().
//
//   counter   100@0s  160@30s  180@40s     forward:  delta -, 60, 20      rate -, 2/s, 2/s
//                                          backward: delta -, -20, -60    rate -, 2/s, 2/s
//
// A difference is the present value less the value of the previous fetch, in whichever direction
// time goes.  A rate divides the difference by the elapsed time.  Going backward, both difference
// and time are negative, so the rate keeps its sign.

#pragma once

#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/instance_finder.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// The state of one node, from fetch to fetch.
class History {
 public:
  /// Forgets the last values: the next values are first ones.
  void Forget() {
    last_.clear();
    error_ = {};
  }

  /// Puts the differences into `out`, for the instances that also had a last value, in their
  /// present order.  The present values become the last ones.  There are no differences after a
  /// fetch without values, or after an error; version 6 repeats that error.
  Values Difference(const TypedValues& now, DeriveRules rules, std::vector<FetchedValue>& out);
  Values Rate(const BoundNode& node, const TypedValues& now, Timestamp stamp, DeriveRules rules,
              std::vector<FetchedValue>& out);

 private:
  template <class Use>
  Values Compare(const Values& now, DeriveRules rules, std::vector<FetchedValue>& out, Use use);

  std::vector<FetchedValue> last_;
  Values error_;  // the last error, instead of values
  Timestamp stamp_;
  InstanceFinder finder_;
};

}  // namespace fdr
