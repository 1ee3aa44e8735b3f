// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Extended regular expressions of POSIX, as the C library takes them, in the syntax of RE2:
//
//   [[:digit:]]{,2}\.a{x}     is wrong, as a brace begins numbers
//   [[:digit:]]{,2}\.ax}      (?:[\x30-\x39]){0,2}\x2eax\x7d
//
// RE2 has a POSIX syntax, too.  But it takes other escapes, brackets and braces than the C library.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

/// The result is for bytes: RE2's Latin-1.  kInvalidArgument with the words of the C library, and
/// for what RE2 cannot do: back references such as \1, and the ends of words, \< and \>.
Result<std::string> Re2OfPosix(std::string_view posix);

}  // namespace fdr
