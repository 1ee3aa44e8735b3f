// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Entries of the systemd journal, in its native protocol: a datagram with a line for each field.
//
//   PRIORITY=4\n
//   FDR_VALUES\n 3 0 0 0 0 0 0 0 a\nb\n     a value with an end of a line: its length in 8 bytes

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fdr::tools {

inline constexpr const char* kJournalSocket = "/run/systemd/journal/socket";

/// The datagram.  Names of fields have capital letters, digits and _, and begin with a letter.
std::string JournalEntry(const std::vector<std::pair<std::string, std::string>>& fields);

}  // namespace fdr::tools
