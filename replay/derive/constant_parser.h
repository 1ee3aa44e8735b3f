// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Constants that say what they are: mkconst(1, type=double, units="Kbyte / sec"), novalue(...).

#pragma once

#include <tl/expected.hpp>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/words.h"

namespace fdr {

/// A number as it stands there.
Node NumberNode(const Token& number);

/// Behind "mkconst(": up to its closing parenthesis, with that.
tl::expected<Node, SyntaxError> ParseConstant(Words& words);
/// Behind "novalue(".
tl::expected<Node, SyntaxError> ParseNoValue(Words& words);
/// Behind "anon(".
tl::expected<Node, SyntaxError> ParseAnonymous(Words& words);

}  // namespace fdr
