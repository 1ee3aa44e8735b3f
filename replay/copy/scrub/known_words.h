// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Words that say nothing of those who use a machine.  Only a text that is one of them as a whole
// stays; the lists are in known_words.cc.

#pragma once

#include <string_view>

namespace fdr {

enum class WordList {
  kSystem,      ///< kernels, processors, states, protocols, file systems, kinds of devices
  kUsers,       ///< accounts that distributions make
  kPrograms,    ///< programs of distributions, and threads of the kernel
  kUnits,       ///< services, slices and scopes of distributions, without numbers
  kPaths,       ///< directories and files of distributions, from "/" on
  kLabels,      ///< names of labels that PCP's agents give
  kCollectors,  ///< agents and programs of PCP
};

bool IsKnownWord(WordList list, std::string_view text);

}  // namespace fdr
