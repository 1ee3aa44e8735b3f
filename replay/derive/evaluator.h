// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of an expression, fetch by fetch.

#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/binary_values.h"
#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/history_values.h"
#include "fdr/replay/derive/instance_choice.h"
#include "fdr/replay/derive/ternary_values.h"

namespace fdr {

/// The members of the instance domains that were asked for.
using KnownInstances = std::unordered_map<InDomId, std::vector<NamedInstance>>;

/// The fetched operands of an expression.
struct Moment {
  Timestamp stamp;
  const FetchResult* result = nullptr;
  std::span<const std::uint32_t> sets;  ///< of the result: one for each metric of the expression
  const Profile* profile = nullptr;
  const KnownInstances* instances = nullptr;
  /// By metric of the expression: 1 if its values are those of the last moment, because nothing new
  /// is known.  Then differences and rates of it stay as they were.  Empty: all are new.
  std::span<const std::uint8_t> held = {};
};

/// Keeps the values that rates and differences need from one fetch to the next, and its memory: in
/// the long run nothing is allocated.  Borrows the expressions.
class Evaluator {
 public:
  Evaluator(const Expression& expression, const BoundExpression& bound, DeriveRules rules);

  /// Appends the instance domains whose members are needed for this moment.
  void AddWantedInstances(const Moment& moment, std::vector<InDomId>& indoms) const;

  /// To be called once per fetch.  The values are valid until the next call, and as long as the
  /// result of the moment.
  Values Evaluate(const Moment& moment);

  /// The values of a part of the expression in the last evaluation; valid as long as its result.
  TypedValues PartValues(std::size_t node) const {
    return {rooms_[node].values, bound_.nodes[node].desc};
  }

  /// Forgets earlier values: differences and rates start again.
  void Forget();

 private:
  // The state of a node; the operator decides which.
  struct Room {
    Values values;
    std::vector<FetchedValue> out;
    std::uint32_t extra = 0;        // an index into one of the vectors below
    std::uint32_t after_error = 0;  // the node to go on with then, if not the next
  };

  void PlanErrors(std::size_t i);
  bool IsHeld(std::size_t i, const Moment& moment) const;
  Values EvaluateNode(std::size_t i, const Moment& moment);
  Values OfMetric(std::size_t i, const Moment& moment);
  Values OfConstant(std::size_t i, const Moment& moment);
  Values OfNegation(std::size_t i);
  Values OfNot(std::size_t i);
  Values OfAggregate(std::size_t i);
  Values OfScalar(std::size_t i);
  Values OfRescaled(std::size_t i);
  Values OfTernary(std::size_t i);
  Values OfChoice(std::size_t i, const Moment& moment);

  TypedValues Operand(std::size_t i, std::size_t k) const {
    const std::uint32_t operand = expression_.nodes[i].operands[k];
    return {rooms_[operand].values, bound_.nodes[operand].desc};
  }

  const Expression& expression_;
  const BoundExpression& bound_;
  DeriveRules rules_;
  std::vector<Room> rooms_;  // by node
  std::vector<BinaryRoom> binaries_;
  std::vector<TernaryRoom> ternaries_;
  std::vector<History> histories_;
  std::vector<InstanceChoice> choices_;
  bool wants_instances_ = false;  // in some evaluations
};

}  // namespace fdr
