// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The meaning of liblzma's errors, and the memory limit of a decoder.

#pragma once

#include <lzma.h>

#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Limit for one decoder; the dictionary of xz -9 has 64 MiB.
inline constexpr std::uint64_t kMaxXzMemory = 256 << 20;

const char* DescribeXz(lzma_ret code);
tl::unexpected<Error> FailXz(lzma_ret code, const std::string& file);

}  // namespace fdr
