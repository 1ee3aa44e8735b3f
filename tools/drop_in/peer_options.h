// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of a program of PCP: read by getopt_long(3), as there, and shown as there.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fdr::tools {

struct PeerOption {
  char letter;
  const char* name;      ///< the long form; nullptr without one
  const char* argument;  ///< what the usage calls its argument; nullptr without one
  const char* help;      ///< nullptr: the usage does not show the option
};

/// -? and --help are added: they show the usage.
struct PeerSyntax {
  const char* operands;  ///< as the usage shows them
  std::span<const PeerOption> options;
};

/// The usage text, which ends with a newline.
std::string PeerUsage(const char* program, const PeerSyntax& syntax);

/// As strtol(3), and nothing is left: "" is 0.  False for other texts, and below 0.
bool ReadPeerCount(const char* text, std::uint64_t& count);

/// Reads the options, which may stand behind operands, and appends the operands.  `take` gets each
/// letter with its argument, or "", and returns a complaint, or "".  All options are read even if
/// some are wrong.  False, after the complaints, if any is wrong or the usage is wanted: print it
/// to standard error then.
bool ReadPeerOptions(int argc, char** argv, const char* program, const PeerSyntax& syntax,
                     const std::function<std::string(char, const char*)>& take,
                     std::vector<std::string>& operands);

}  // namespace fdr::tools
