// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/command_names.h"

#include <algorithm>
#include <optional>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

// The name in "[kthreadd]", "(sd-pam)", "-bash" and "sshd:".
std::string_view WithoutMarks(std::string_view word) {
  while (!word.empty() && std::string_view("[(-").find(word.front()) != word.npos)
    word.remove_prefix(1);
  while (!word.empty() && std::string_view("]):").find(word.back()) != word.npos)
    word.remove_suffix(1);
  return word;
}

// "kswapd" of "kswapd0", "scsi_eh" of "scsi_eh_12".
std::string_view WithoutNumber(std::string_view word) {
  constexpr std::size_t kMostDigits = 3;
  std::size_t digits = 0;
  while (digits < word.size() && IsDigit(word[word.size() - 1 - digits])) ++digits;
  if (digits == 0 || digits > kMostDigits) return {};
  word.remove_suffix(digits);
  if (word.ends_with('_')) word.remove_suffix(1);
  return word;
}

// The short numbers at the front: "/0:1", "/u8:2", "/12".
std::string_view NumbersOf(std::string_view rest) {
  constexpr std::size_t kLongest = 8;
  std::size_t size = 0;
  while (size < rest.size() && size < kLongest &&
         (IsDigit(rest[size]) || std::string_view("/:u").find(rest[size]) != rest.npos))
    ++size;
  return rest.substr(0, size);
}

struct Known {
  std::string program;
  bool is_all = false;  // of the word
};

// The well-known program that a word names, if it does.
std::optional<Known> KnownProgram(std::string_view word, NameKeeper& keeper) {
  const std::string_view whole = WithoutMarks(word);
  const std::size_t slash = whole.rfind('/');
  const std::string_view last = slash == whole.npos ? whole : whole.substr(slash + 1);
  if (keeper.Stays(WordList::kPrograms, last) ||
      keeper.Stays(IsKnownWord(WordList::kPrograms, WithoutNumber(last)), last))
    return Known{std::string(last), last.size() == word.size()};
  const std::size_t mark = whole.find('/');
  if (mark == whole.npos || mark == 0) return std::nullopt;
  const std::string_view thread = whole.substr(0, mark);
  if (!keeper.Stays(WordList::kPrograms, thread)) return std::nullopt;
  const std::string_view numbers = NumbersOf(whole.substr(mark));
  return Known{std::string(thread) + std::string(numbers),
               thread.size() + numbers.size() == word.size()};
}

}  // namespace

std::string ScrubbedProgram(std::string_view program, NameKeeper& keeper) {
  const bool is_path = program.find('/') != program.npos;
  if (keeper.names().IsKept(NameKind::kProgram) && !is_path)
    return keeper.names().Of(NameKind::kProgram, program);
  if (const auto known = KnownProgram(program, keeper)) return known->program;
  const std::string_view last = program.substr(is_path ? program.rfind('/') + 1 : 0);
  return keeper.names().IsKept(NameKind::kProgram) && !last.empty()
             ? keeper.names().Of(NameKind::kProgram, last)
             : keeper.names().Always(NameKind::kProgram, program);
}

std::string ScrubbedCommand(std::string_view command, NameKeeper& keeper) {
  if (keeper.names().IsKept(NameKind::kArguments))
    return keeper.names().Of(NameKind::kArguments, command);
  const std::string_view word = command.substr(0, command.find_first_of(" \n\t"));
  const auto known = KnownProgram(word, keeper);
  std::string scrubbed = known ? known->program : ScrubbedProgram(word, keeper);
  if (command.size() > word.size() || (known && !known->is_all && !word.starts_with('/')))
    scrubbed += ' ' + keeper.names().Of(NameKind::kArguments, command);
  return scrubbed;
}

}  // namespace fdr
