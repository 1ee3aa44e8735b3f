// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the text of an expression over metrics to its nodes.  Grammar: docs/guide/derived.md.

#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/expression_error.h"

namespace fdr {

/// Does not look up metrics: binding shows whether the expression can be computed.
tl::expected<Expression, SyntaxError> ParseExpression(std::string_view text, DeriveRules rules);

}  // namespace fdr
