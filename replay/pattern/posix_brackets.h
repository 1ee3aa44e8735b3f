// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sets of bytes in POSIX regular expressions: [a-z], [^]x], [[:digit:]_].

#pragma once

#include <bitset>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

using ByteSet = std::bitset<256>;

/// Takes the brackets that `text` begins with.  kInvalidArgument with the words of the C library.
Result<ByteSet> TakeBrackets(std::string_view& text);

/// "alpha", "digit", ... as in the C locale; null if there is no such class.
const ByteSet* FindByteClass(std::string_view name);

}  // namespace fdr
