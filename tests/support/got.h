// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a fetch returned something, in tests that expect no error.

#pragma once

#include <gtest/gtest.h>

#include "fdr/archive/base/error.h"

namespace fdr::test {

/// False at the end of the log.  An error fails the test.
inline bool Got(const Result<bool>& fetched) {
  if (!fetched) ADD_FAILURE() << fetched.error().what;
  return fetched && *fetched;
}

}  // namespace fdr::test
