// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What changed since the last time: delta() and rate().
//
//   counter   100@0s  160@30s  180@40s     forward:  delta -, 60, 20      rate -, 2/s, 2/s
//                                          backward: delta -, -20, -60    rate -, 2/s, 2/s
//
// A difference is the value now less that of the fetch before, whichever way time goes; a rate
// divides it by the time that went by, so going backward both are negative, and it stays what it
// is.

#pragma once

#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/instance_finder.h"
#include "fdr/replay/derive/rules.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Of one node, from fetch to fetch.
class History {
 public:
  /// What there was is forgotten: the next values are first ones.
  void Forget() {
    last_.clear();
    error_ = {};
  }

  /// Into `out`, for the instances that there were the last time, too, in the order of now; these
  /// values are the last ones then.  After nothing at all there are none, nor after an error, which
  /// version 6 tells a second time.
  Values Difference(const TypedValues& now, DeriveRules rules, std::vector<FetchedValue>& out);
  Values Rate(const BoundNode& node, const TypedValues& now, Timestamp stamp, DeriveRules rules,
              std::vector<FetchedValue>& out);

 private:
  template <class Use>
  Values Compare(const Values& now, DeriveRules rules, std::vector<FetchedValue>& out, Use use);

  std::vector<FetchedValue> last_;
  Values error_;  // instead of them
  Timestamp stamp_;
  InstanceFinder finder_;
};

}  // namespace fdr
