// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/functions.h"

#include <array>

namespace fdr {
namespace {

constexpr std::array<Function, 15> kFunctions = {{{"anon", Op::kAnon, Argument::kOther},
                                                  {"avg", Op::kAverage, Argument::kExpression},
                                                  {"count", Op::kCount, Argument::kExpression},
                                                  {"defined", Op::kDefined, Argument::kOther},
                                                  {"delta", Op::kDelta, Argument::kExpression},
                                                  {"instant", Op::kInstant, Argument::kExpression},
                                                  {"matchinst", Op::kMatch, Argument::kOther},
                                                  {"max", Op::kMaximum, Argument::kExpression},
                                                  {"min", Op::kMinimum, Argument::kExpression},
                                                  {"mkconst", Op::kConstant, Argument::kOther},
                                                  {"novalue", Op::kNoValue, Argument::kOther},
                                                  {"rate", Op::kRate, Argument::kExpression},
                                                  {"rescale", Op::kRescale, Argument::kOther},
                                                  {"scalar", Op::kScalar, Argument::kExpression},
                                                  {"sum", Op::kSum, Argument::kExpression}}};

// In version 6 these accept only names, as sum() and the like in all versions of PCP.
constexpr Function kNarrow[] = {
    {"avg", Op::kAverage, Argument::kMetric}, {"count", Op::kCount, Argument::kMetric},
    {"delta", Op::kDelta, Argument::kMetric}, {"instant", Op::kInstant, Argument::kMetric},
    {"max", Op::kMaximum, Argument::kMetric}, {"min", Op::kMinimum, Argument::kMetric},
    {"rate", Op::kRate, Argument::kMetric},   {"sum", Op::kSum, Argument::kMetric}};

}  // namespace

const Function* FindFunction(std::string_view name, DeriveRules rules) {
  if (rules == DeriveRules::kPcp6) {
    if (name == "novalue") return nullptr;
    for (const Function& function : kNarrow)
      if (function.name == name) return &function;
  }
  for (const Function& function : kFunctions)
    if (function.name == name) return &function;
  return nullptr;
}

const Function* FindFunction(Op op) {
  for (const Function& function : kFunctions)
    if (function.op == op) return &function;
  return nullptr;
}

}  // namespace fdr
