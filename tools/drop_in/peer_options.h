// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of a program of PCP: read by getopt_long(3), as there, and shown as there.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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
  const char* program;
  const char* operands;  ///< as the usage shows them
  std::span<const PeerOption> options;
  const char* note = "";  ///< at the end of the usage
};

/// As strtol(3), and nothing is left: "" is 0.  False for other texts, and below 0.
bool ReadPeerCount(const char* text, std::uint64_t& count);

/// A text about a mistake; "" if that is said already.  Nothing if all is right.
using PeerComplaint = std::optional<std::string>;

/// Takes the number of this option.
PeerComplaint TakePeerCount(char letter, const char* text, std::uint64_t& count);

/// Gets the letter of an option with its argument, or "".
using TakePeerOption = std::function<PeerComplaint(char letter, const char* argument)>;
using CheckPeerOperands = std::function<PeerComplaint(const std::vector<std::string>&)>;

/// Reads the options, which may stand behind operands.  All are read even if some are wrong.
/// Returns the operands.  Nothing, after complaints and the usage on standard error, if anything is
/// wrong or the usage is wanted.
std::optional<std::vector<std::string>> ReadPeerOptions(int argc, char** argv,
                                                        const PeerSyntax& syntax,
                                                        const TakePeerOption& take,
                                                        const CheckPeerOperands& check);

}  // namespace fdr::tools
