// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What two programs say about rules, line by line.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fdr::test {

/// The value of a rule, or an action of one.
struct RuleLine {
  std::int64_t seconds = 0;  ///< since 1970
  std::string what;          ///< the name of the rule, or the action with an exclamation mark
  std::string text;

  std::string Text() const { return std::to_string(seconds) + ' ' + what + ": " + text; }
};

/// Reads the output of `pmie -e -v -Z UTC`.
std::vector<RuleLine> ReadPeerRules(std::string_view text);
/// Reads the output of `fdr find --rules FILE --values --json -Z UTC`.
std::vector<RuleLine> ReadOurRules(std::string_view text);

/// Whether both say the same, with these exceptions.  Where nothing stands for a selector, the peer
/// prints "(null)", the selector, or what is left of another text.  It prints one "?" for any
/// number of unknown values, and a truth from somewhere in its memory for a sample that it does not
/// have.
bool IsSame(const RuleLine& peer, const RuleLine& ours);

}  // namespace fdr::test
