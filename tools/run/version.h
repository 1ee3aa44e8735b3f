// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The text of --version.

#pragma once

#include <string>

namespace fdr::tools {

std::string VersionText();

}  // namespace fdr::tools
