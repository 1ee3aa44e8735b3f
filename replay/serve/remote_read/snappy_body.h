// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Bodies that are compressed with Snappy, in its block format.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

/// kTooLarge, before any memory is taken, if the content says to have more than `most` bytes;
/// kInvalidArgument for what is not Snappy.
Result<std::string> FromSnappy(std::string_view compressed, std::size_t most);

/// A body begins with the size of its content, below 4 GiB ...
void BeginSnappy(std::uint64_t size, std::string& out);
/// ... and goes on with pieces of the content.  Each piece is compressed by itself.
void AppendSnappy(std::string_view piece, std::string& out);

}  // namespace fdr
