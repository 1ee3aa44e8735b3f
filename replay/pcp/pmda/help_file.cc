// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/help_file.h"

#include <algorithm>
#include <cstring>

namespace fdr::pmda {
namespace {

constexpr std::string_view kMagic(
    "hPcP\0\0"
    "2",
    7);  // the last digit is not looked at
constexpr std::size_t kHelpHead = 12, kEntry = 12;

// newhelp writes words in the order of its machine.
std::uint32_t WordAt(std::string_view bytes, std::size_t at) {
  std::uint32_t word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

}  // namespace

Result<HelpFile> HelpFile::Decode(std::string_view directory, std::string texts,
                                  const std::string& name) {
  const std::string file = name + ".dir";
  if (directory.size() < kHelpHead || !directory.starts_with(kMagic))
    return Fail(Errc::kCorruptRecord, "this is no directory of help texts", file, 0);
  const std::size_t count = WordAt(directory, kHelpHead - 4);
  if (count > (directory.size() - kHelpHead) / kEntry)
    return Fail(Errc::kCorruptRecord, "entries are missing", file, directory.size());
  HelpFile help;
  help.entries_.reserve(count);
  for (std::size_t i = 0, at = kHelpHead; i < count; ++i, at += kEntry) {
    const Entry entry{WordAt(directory, at), WordAt(directory, at + 4), WordAt(directory, at + 8)};
    if (entry.one_line > texts.size() || entry.help > texts.size())
      return Fail(Errc::kCorruptRecord, "a text lies outside " + name + ".pag", file, at);
    help.entries_.push_back(entry);
  }
  // A text without its zero byte at the end of the file gets that of the string.
  help.texts_ = std::move(texts);
  std::ranges::stable_sort(help.entries_, {}, &Entry::id);
  return help;
}

const char* HelpFile::Find(std::uint32_t id, bool one_line) const {
  const auto found = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
  if (found == entries_.end() || found->id != id) return nullptr;
  return texts_.c_str() + (one_line ? found->one_line : found->help);
}

}  // namespace fdr::pmda
