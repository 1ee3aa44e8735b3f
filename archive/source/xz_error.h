// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the errors of liblzma mean, and how much memory a decoder may take.

#pragma once

#include <lzma.h>

#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Of one decoder: the dictionary of xz -9 has 64 MiB.
inline constexpr std::uint64_t kMaxXzMemory = 256 << 20;

const char* DescribeXz(lzma_ret code);
tl::unexpected<Error> FailXz(lzma_ret code, const std::string& file);

}  // namespace fdr
