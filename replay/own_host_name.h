// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The name of this machine.

#pragma once

#include <string>

namespace fdr {

/// The name that gethostname(2) returns; "" if it fails.
std::string OwnHostName();

}  // namespace fdr
