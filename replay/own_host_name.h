// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The name of this machine.

#pragma once

#include <string>

namespace fdr {

/// As gethostname(2) tells it; "" if it does not.
std::string OwnHostName();

}  // namespace fdr
