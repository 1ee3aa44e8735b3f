// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts of a source, such as names of instances, in the commands of rules.  Everybody who can name
// a process on a watched machine chooses such a text, so nothing in it may mean anything to a
// shell. Quotes would not do: the command may have quotes of its own around the text, or hand it on
// to another shell.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/rules/action_bindings.h"
#include "fdr/replay/rules/rule_tree.h"

namespace fdr::tools {

/// The text with _ in place of all but letters, digits, blanks and . , : / @ + - _ and characters
/// beyond ASCII; and in place of a - that would begin an option.
std::string TameText(std::string_view text);

RuleBindings Tame(RuleBindings bindings);
RuleOrigin Tame(RuleOrigin origin);

/// Why a shell action cannot be run: a text of the source would be the name of a command, or of a
/// file that it writes.
std::optional<std::string> RefuseCommand(const RuleAction& action);

}  // namespace fdr::tools
