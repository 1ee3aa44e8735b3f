// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts of a source, such as names of instances, in the commands of rules.  Everybody who can name
// a process on a watched machine chooses such a text.  So its characters are tamed: those that mean
// something to a shell are replaced.  Quotes would not do: the command may have quotes of its own
// around the text, or hand it on to another shell.
//
// A tame text may still be the name of a command.  fdr refuses the places that it recognises, which
// are not all.  The sure way is "$FDR_INSTANCES" and "$FDR_VALUES", in double quotes.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/rules/action_bindings.h"
#include "fdr/replay/rules/rule_tree.h"

namespace fdr::tools {

/// The text with _ in place of all but letters, digits, blanks and . , : / @ + - _ and characters
/// beyond ASCII; and in place of a - that begins a word.
std::string TameText(std::string_view text);
/// The same, but a value that is one number may be negative.
std::string TameValue(std::string_view value);

/// Also has a tame word in place of an instance that is missing.
RuleBindings Tame(RuleBindings bindings);
/// The origin of these bindings, which may be about no host.
RuleOrigin TameOrigin(const RuleOrigin& origin, const RuleBindings& bindings);

/// Why a shell action is not run: a text of the source would be the name of a command, or of a
/// file.  Not every such place is recognised.
std::optional<std::string> RefuseCommand(const RuleAction& action);

}  // namespace fdr::tools
