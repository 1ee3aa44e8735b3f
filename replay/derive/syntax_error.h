// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the text of an expression over metrics, and where.

#pragma once

#include <cstddef>
#include <string>

namespace fdr {

struct SyntaxError {
  std::size_t offset = 0;  ///< of the word that does not fit; of the last character, at the end
  std::string text;        ///< as PCP has it: often nothing
  std::string expected;    ///< what could have stood there; empty where `text` says it all
};

}  // namespace fdr
