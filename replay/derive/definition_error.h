// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Why a derived metric is not defined, in the words of pmAddDerivedMetric(3).

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/replay/derive/expression_error.h"
#include "fdr/replay/pcp_error_codes.h"

namespace fdr {

struct DefinitionError {
  enum class Kind : std::uint8_t { kSyntax, kMeaning, kOther } kind = Kind::kOther;
  std::size_t offset = 0;  ///< of the place in the expression
  std::string text;        ///< often empty
  std::int32_t code = kPcpBadDerive;
};

DefinitionError DefinitionErrorOf(const SyntaxError& error);
DefinitionError DefinitionErrorOf(const SemanticError& error);

/// The expression, a caret below the place, and the text, if there is one.
std::string PointedAt(std::string_view expression, const DefinitionError& error);

/// Lines that begin with "Syntax Error: ", "Semantic Error: " or "Error: ".
std::string AddDerivedMessage(std::string_view name, std::string_view expression,
                              const DefinitionError& error);

}  // namespace fdr
