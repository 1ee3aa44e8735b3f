// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the viewer's data have in common.

#pragma once

#include <cstddef>

#include "fdr/replay/serve/viewer/buckets/nanos.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {

inline constexpr std::size_t kEnough = std::size_t{1} << 30;

inline Result<void> NoLimit() { return {}; }

/// A time of the toy timeline.
inline Nanos Toy(double seconds) { return NanosOf(At(seconds)); }

}  // namespace fdr::test
