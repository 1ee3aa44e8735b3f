// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The message of a failed call, for comparisons.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::test {

/// The error, or an empty string if there is none.
template <class T>
std::string ErrorOf(const Result<T>& result) {
  return result ? std::string() : result.error().what;
}

}  // namespace fdr::test
