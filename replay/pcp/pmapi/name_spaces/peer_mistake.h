// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes in name spaces in the words of PCP 6.0.3: its own tools show them, and scripts compare
// them.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

namespace fdr::pmapi {

/// The message for an error of LoadNameSpace(); empty if PCP has none that is like it.
std::string PeerMistake(const Error& error, const WrongNameSpace& names);

}  // namespace fdr::pmapi
