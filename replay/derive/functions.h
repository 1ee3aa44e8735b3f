// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of expressions over metrics, and their arguments.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/expression.h"

namespace fdr {

enum class Argument : std::uint8_t {
  kMetric,      ///< only a name
  kExpression,  ///< anything
  kOther,       ///< a form of its own
};

struct Function {
  std::string_view name;
  Op op;
  Argument argument;
};

/// nullptr for an unknown name.
const Function* FindFunction(std::string_view name, DeriveRules rules);
const Function* FindFunction(Op op);

}  // namespace fdr
