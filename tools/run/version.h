// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The text of --version.

#pragma once

#include <string>

namespace fdr::tools {

std::string VersionText();
/// "1.0.0"
std::string ShortVersion();

}  // namespace fdr::tools
