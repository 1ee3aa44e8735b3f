// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/replacement_journal.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/source/compression.h"

namespace fdr {
namespace {

constexpr std::string_view kNewSuffix = ".fdr-new";
constexpr std::string_view kTitle = "fdr-copy 1\n";

// FNV-1a of 64 bits: it finds what was torn or changed by accident.
std::uint64_t Digest(std::string_view text) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (const char c : text)
    digest = (digest ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3};
  return digest;
}

std::string EndOf(std::string_view text) { return fmt::format("end {:016x}\n", Digest(text)); }

// Takes what is before the first `end` off the text.
std::optional<std::string_view> Take(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at + 1);
  return taken;
}

// A part that no other line names.
class PartList {
 public:
  bool Add(std::string_view line, std::vector<ReplacementJournal::Part>& parts) {
    const auto digits = Take(line, ' ');
    ReplacementJournal::Part part{std::string(line), 0};
    if (!digits || !PartNumber(line, "") || !names_.insert(part.name).second) return false;
    const char* const end = digits->data() + digits->size();
    const auto [stop, error] = std::from_chars(digits->data(), end, part.size);
    if (error != std::errc{} || stop != end) return false;
    parts.push_back(std::move(part));
    return true;
  }

 private:
  std::set<std::string> names_;
};

// Each part once, compressed or not.
bool IsArchive(const std::vector<ReplacementJournal::Part>& parts) {
  std::set<std::int32_t> numbers;
  for (const ReplacementJournal::Part& part : parts)
    if (!numbers.insert(*PartNumber(part.name, "")).second) return false;
  return numbers.contains(kMetadataVolume) && *numbers.rbegin() >= 0;
}

}  // namespace

std::string ReplacementName(std::string_view final_name) {
  const std::string_view suffix = CompressionSuffix(final_name);
  final_name.remove_suffix(suffix.size());
  return fmt::format("{}{}{}", final_name, kNewSuffix, suffix);
}

std::optional<std::string> NameReplaced(std::string_view name) {
  const std::string_view suffix = CompressionSuffix(name);
  name.remove_suffix(suffix.size());
  if (!name.ends_with(kNewSuffix)) return std::nullopt;
  name.remove_suffix(kNewSuffix.size());
  return fmt::format("{}{}", name, suffix);
}

Result<std::string> ReplacementJournal::Encode() const {
  std::string text(kTitle);
  for (const Part& part : before) text += fmt::format("before {} {}\n", part.size, part.name);
  for (const Part& part : after) text += fmt::format("after {} {}\n", part.size, part.name);
  text += EndOf(text);
  if (text.size() > kLargest) return Fail(Errc::kTooLarge, "More volumes than can be replaced");
  return text;
}

Result<ReplacementJournal> ReplacementJournal::Decode(std::string_view text,
                                                      const std::string& file) {
  const auto damaged = [&file](const char* what) {
    return Fail(Errc::kCorruptRecord, fmt::format("Not what fdr copy --in-place writes: {}", what),
                file);
  };
  if (!text.starts_with(kTitle)) return damaged("another beginning");
  const std::size_t end_size = EndOf("").size();
  if (text.size() < kTitle.size() + end_size) return damaged("it ends early");
  std::string_view lines = text.substr(0, text.size() - end_size);
  if (text.substr(lines.size()) != EndOf(lines)) return damaged("the digest is another one");
  lines.remove_prefix(kTitle.size());
  ReplacementJournal journal;
  PartList before, after;
  while (!lines.empty()) {
    std::string_view line = Take(lines, '\n').value_or(std::string_view());
    const auto kind = Take(line, ' ');
    const bool is_part = kind == "before"  ? before.Add(line, journal.before)
                         : kind == "after" ? after.Add(line, journal.after)
                                           : false;
    if (!is_part) return damaged("a line that names no part");
  }
  if (!IsArchive(journal.after)) return damaged("no whole archive");
  return journal;
}

}  // namespace fdr
