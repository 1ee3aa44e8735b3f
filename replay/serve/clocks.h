// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clocks that a server looks at, and that a test sets.

#pragma once

#include <chrono>
#include <functional>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

struct Clocks {
  std::function<std::chrono::nanoseconds()> steady;  ///< only goes forward
  std::function<Timestamp()> wall;
};

}  // namespace fdr
