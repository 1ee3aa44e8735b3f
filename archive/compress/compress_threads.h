// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fewer threads where the address space of the process is limited (ulimit -v).

#pragma once

#include <cstddef>
#include <cstdint>

namespace fdr {

/// The number of threads, at most `threads`, that fit into the address space that is left to the
/// process.  Each takes `work` bytes beside its stack; `reserve` bytes stay free.  At least 1,
/// which stands for the calling thread.
unsigned ThreadsThatFit(unsigned threads, std::uint64_t work, std::uint64_t reserve);

}  // namespace fdr
