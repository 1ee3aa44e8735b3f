// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Why a program of PCP cannot create its archive.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// Prints, in PCP's words where it has some, an error of CheckIsNew(), or of the first files of the
/// archive `base`.  `call` is the function of PCP's library that would fail.
void PrintNotCreated(std::string_view program, std::string_view call, const std::string& base,
                     const Error& error);

}  // namespace fdr::tools
