// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The short names of types: "U32", "FLOAT".

#pragma once

#include <string_view>

#include "fdr/archive/base/value.h"

namespace fdr {

/// As pmTypeStr(3); "???" for a type that does not exist.
std::string_view TypeName(Type type);

}  // namespace fdr
