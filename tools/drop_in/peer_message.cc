// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/peer_message.h"

#include <fmt/format.h>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

void PrintPeerMessage(std::string_view program, std::string_view text) {
  PrintMessage(fmt::format("{}: {}\n", program, text));
}

void PrintPeerError(std::string_view program, std::string_view text) {
  PrintMessage(fmt::format("{}: Error: {}\n", program, text));
}

void PrintPeerWarning(std::string_view program, std::string_view text) {
  PrintMessage(fmt::format("{}: Warning: {}\n", program, text));
}

}  // namespace fdr::tools
