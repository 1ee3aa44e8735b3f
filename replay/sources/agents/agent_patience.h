// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How long the answer of an agent may take before nothing waits for it any longer.

#pragma once

#include <chrono>

namespace fdr {

struct AgentPatience {
  std::chrono::nanoseconds values;
  std::chrono::nanoseconds metadata = values;
  /// For values of an agent that was dropped because it did not answer, until it sends some.
  std::chrono::nanoseconds doubtful_values = values;
};

}  // namespace fdr
