// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/peer_options.h"

#include <fmt/format.h>
#include <getopt.h>

#include <cerrno>
#include <cstdlib>

#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kHelpColumn = 24;

std::string UsageLine(const PeerOption& option) {
  std::string line = fmt::format("  -{}", option.letter);
  if (option.argument != nullptr) line += fmt::format(" {}", option.argument);
  if (option.name != nullptr) line += fmt::format(", --{}", option.name);
  if (option.name != nullptr && option.argument != nullptr)
    line += fmt::format("={}", option.argument);
  if (line.size() >= kHelpColumn) line += '\n' + std::string(kHelpColumn, ' ');
  return fmt::format("{:<24}{}\n", line, option.help);
}

struct GetoptTables {
  std::string letters = "?";
  std::vector<option> names = {{"help", no_argument, nullptr, '?'}};
};

GetoptTables TablesOf(const PeerSyntax& syntax) {
  GetoptTables tables;
  for (const PeerOption& one : syntax.options) {
    tables.letters += one.letter;
    if (one.argument != nullptr) tables.letters += ':';
    if (one.name != nullptr)
      tables.names.push_back({one.name, one.argument != nullptr ? required_argument : no_argument,
                              nullptr, one.letter});
  }
  tables.names.push_back({nullptr, 0, nullptr, 0});
  return tables;
}

std::string UsageOf(const PeerSyntax& syntax) {
  std::string text = fmt::format("Usage: {} {}\n\nOptions:\n", syntax.program, syntax.operands);
  for (const PeerOption& option : syntax.options)
    if (option.help != nullptr) text += UsageLine(option);
  return text + UsageLine({'?', "help", nullptr, "show this usage message and exit"}) + syntax.note;
}

// False after complaints, or if the usage is wanted.
bool ReadAll(int argc, char** argv, const PeerSyntax& syntax, const TakePeerOption& take,
             std::vector<std::string>& operands) {
  // The complaints of getopt_long() begin with this name.
  std::string name = syntax.program;
  std::vector<char*> words(argv, argv + argc);
  words.push_back(nullptr);
  words[0] = name.data();
  const GetoptTables tables = TablesOf(syntax);
  bool is_right = true;
  optind = 0;  // getopt_long() begins again
  for (int letter; (letter = ::getopt_long(argc, words.data(), tables.letters.c_str(),
                                           tables.names.data(), nullptr)) != -1;) {
    if (letter == '?') {
      is_right = false;
      continue;
    }
    const PeerComplaint complaint =
        take(static_cast<char>(letter), optarg != nullptr ? optarg : "");
    if (complaint && !complaint->empty()) PrintPeerMessage(syntax.program, *complaint);
    is_right &= !complaint;
  }
  operands.insert(operands.end(), words.begin() + optind, words.begin() + argc);
  return is_right;
}

}  // namespace

bool ReadPeerCount(const char* text, std::uint64_t& count) {
  char* rest = nullptr;
  errno = 0;
  const long number = std::strtol(text, &rest, 10);
  if (*rest != '\0' || errno != 0 || number < 0) return false;
  count = static_cast<std::uint64_t>(number);
  return true;
}

PeerComplaint TakePeerCount(char letter, const char* text, std::uint64_t& count) {
  if (ReadPeerCount(text, count)) return {};
  return fmt::format("-{} requires numeric argument", letter);
}

std::optional<std::vector<std::string>> ReadPeerOptions(int argc, char** argv,
                                                        const PeerSyntax& syntax,
                                                        const TakePeerOption& take,
                                                        const CheckPeerOperands& check) {
  std::vector<std::string> operands;
  if (ReadAll(argc, argv, syntax, take, operands)) {
    const PeerComplaint complaint = check(operands);
    if (!complaint) return operands;
    if (!complaint->empty()) PrintPeerError(syntax.program, *complaint);
  }
  PrintMessage(UsageOf(syntax));
  return std::nullopt;
}

}  // namespace fdr::tools
