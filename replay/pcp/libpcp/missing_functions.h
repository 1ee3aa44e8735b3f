// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which functions of PCP's library are missing here.

#pragma once

#include <string>
#include <string_view>

namespace fdr::libpcp {

bool IsMissing(std::string_view symbol);

}  // namespace fdr::libpcp
