// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Constants with metadata: mkconst(1, type=double, units="Kbyte / sec"), novalue(...).

#pragma once

#include <tl/expected.hpp>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/words.h"

namespace fdr {

/// A plain number.
Node NumberNode(const Token& number);

/// Parses after "mkconst(", up to and including the closing parenthesis.
tl::expected<Node, SyntaxError> ParseConstant(Words& words);
/// The same after "novalue(".
tl::expected<Node, SyntaxError> ParseNoValue(Words& words);
/// The same after "anon(".
tl::expected<Node, SyntaxError> ParseAnonymous(Words& words);

}  // namespace fdr
