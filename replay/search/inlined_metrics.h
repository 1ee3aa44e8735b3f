// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression with the definitions of derived metrics in place of their names.  So all parts are
// evaluated together, and know which of the recorded metrics are new.

#pragma once

#include <functional>
#include <memory>

#include "fdr/archive/base/error.h"
#include "fdr/replay/derive/derived_table.h"

namespace fdr {

/// The definition of a metric; nullptr for all others.
using DefinitionOf = std::function<std::shared_ptr<const DerivedMetric>(const std::string& name)>;

/// kTooLarge if the expression becomes huge.
Result<Expression> WithDefinitions(Expression expression, const DefinitionOf& definition_of);

}  // namespace fdr
