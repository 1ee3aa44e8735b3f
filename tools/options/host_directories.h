// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory of hosts, as pmlogger keeps them:
//
//     /var/log/pcp/pmlogger/   no archives of its own
//       db1/                   archives of one host
//       web1/

#pragma once

#include <string>
#include <vector>

namespace fdr::tools {

/// The directories below this one that hold archives, in the order of their names.  None if the
/// directory holds archives itself, or is no directory.
std::vector<std::string> HostDirectories(const std::string& directory);

}  // namespace fdr::tools
