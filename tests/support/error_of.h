// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names the branch in which something failed.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::test {

/// What went wrong; empty if nothing did.
template <class T>
std::string ErrorOf(const Result<T>& result) {
  return result ? std::string() : result.error().what;
}

}  // namespace fdr::test
