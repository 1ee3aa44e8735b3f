// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Bodies that are compressed with Snappy, in its block format.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

/// kTooLarge, before any memory is taken, if the content says to have more than `most` bytes;
/// kInvalidArgument for what is not Snappy.
Result<std::string> FromSnappy(std::string_view compressed, std::size_t most);

std::string ToSnappy(std::string_view content);

}  // namespace fdr
