// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a copy reports its progress, and how its caller stops it.

#pragma once

#include <functional>

namespace fdr {

/// Called with the progress, from 0 to 1; returns false to stop with kCancelled.  May be empty.
using CopyProgress = std::function<bool(double)>;

}  // namespace fdr
