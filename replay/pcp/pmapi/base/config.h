// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines of pcp.conf(5).

#pragma once

#include <functional>
#include <string>

namespace fdr::pmapi {

/// Where the environment says that the file is.
std::string ConfigPath();

/// In the order of the file; values as they are written there.  False, with errno, without a file.
bool ForEachSetting(
    const std::string& path,
    const std::function<void(const std::string& name, const std::string& value)>& tell);

std::string WithoutQuotes(const std::string& value);

}  // namespace fdr::pmapi
