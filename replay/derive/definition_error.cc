// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/definition_error.h"

namespace fdr {

// Definitions that are refused before parsing have no place; these are the beginnings of their
// texts.
DefinitionError DefinitionErrorOf(const SyntaxError& error) {
  const bool is_other = error.text.starts_with("Duplicate ") || error.text.starts_with("Too many ");
  return {is_other ? DefinitionError::Kind::kOther : DefinitionError::Kind::kSyntax, error.offset,
          error.text};
}

DefinitionError DefinitionErrorOf(const SemanticError& error) {
  return {DefinitionError::Kind::kMeaning, 0, error.text};
}

std::string PointedAt(std::string_view expression, const DefinitionError& error) {
  std::string text(expression);
  text.append("\n").append(error.offset, ' ').append("^\n");
  return error.text.empty() ? text : text.append(error.text).append("\n");
}

std::string AddDerivedMessage(std::string_view name, std::string_view expression,
                              const DefinitionError& error) {
  std::string called = "Error: pmAddDerivedMetric(\"";
  called.append(name).append("\", ...)");
  if (error.kind == DefinitionError::Kind::kOther)
    return called + ": returns " + std::to_string(error.code) + "\n" + error.text + "\n";
  const char* const kind = error.kind == DefinitionError::Kind::kSyntax ? "Syntax " : "Semantic ";
  return kind + called + "\n" + PointedAt(expression, error);
}

}  // namespace fdr
