// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace fdr {

/// An archive that cannot be served, by the name of its files, and the reason.
struct RefusedArchive {
  std::string name, reason;
};

}  // namespace fdr
