// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines of a list of agents, as words: docs/agent-list.md.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

struct AgentListWord {
  std::string text;        ///< without quotes
  std::size_t column = 0;  ///< of its first character in the line
  bool is_quoted = false;
};

/// A line with its continuations, which is not empty.
struct AgentListLine {
  TextPlace place;   ///< of its beginning
  std::string text;  ///< continuations are blanks
  std::vector<AgentListWord> words;

  /// Points at a word, or behind the last one.
  Error Complain(std::size_t word, std::string_view complaint) const;
};

/// The lines up to one that begins with "[".  Comments are left out.
Result<std::vector<AgentListLine>> ReadAgentListLines(std::string_view text,
                                                      const std::string& file);

}  // namespace fdr
