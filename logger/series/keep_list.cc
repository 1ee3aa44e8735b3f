// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/keep_list.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace fdr {
namespace {

// This first line marks a file as ours.
constexpr std::string_view kTitle =
    "# fdr record --keep: the archives beside this file that it may remove some day.\n";
constexpr std::string_view kExplanation =
    "# A line is an archive: its name, and the start (seconds, nanoseconds) and process of its "
    "label.\n"
    "# An archive whose line is taken away stays for ever, and without this file all of them do.\n"
    "# See fdr-record(1).\n";

constexpr std::uint64_t kLargestList = 64 << 20;  // a million archives

// Takes the text up to the next tab.
std::string_view NextField(std::string_view& line) {
  const std::size_t end = std::min(line.find('\t'), line.size());
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return field;
}

template <class Number>
bool ReadNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<KeptArchive> ParseLine(std::string_view line) {
  KeptArchive archive{.name = std::string(NextField(line))};
  const bool is_one = IsPlainName(archive.name) && ReadNumber(NextField(line), archive.start.sec) &&
                      ReadNumber(NextField(line), archive.start.nsec) &&
                      ReadNumber(NextField(line), archive.pid);
  return is_one ? std::optional(std::move(archive)) : std::nullopt;
}

std::string LineFor(const KeptArchive& archive) {
  return fmt::format("{}\t{}\t{}\t{}\n", archive.name, archive.start.sec, archive.start.nsec,
                     archive.pid);
}

struct ListText {
  DirectoryFile file;
  std::string text;
};

// Nothing if the list does not exist.
Result<std::optional<ListText>> OpenList(const Directory& directory, const std::string& name,
                                         Access access) {
  Result<DirectoryFile> file = directory.OpenFile(name, access);
  if (!file && file.error().code == Errc::kNotFound) return std::nullopt;
  if (!file) {
    file.error().code = Errc::kIo;
    file.error().what += ", where the list of archives should be";
    return Fail(file.error());
  }
  if (file->owner() != ::geteuid())
    return Fail(Errc::kIo, "Another user made this list of archives", file->path());
  if (file->size() > kLargestList)
    return Fail(Errc::kIo, "Too large for a list of archives", file->path());
  const auto source = file->Source(file->path());
  if (!source) return Fail(source.error());
  std::string text(static_cast<std::size_t>(file->size()), '\0');
  const Result<std::size_t> got =
      (*source)->ReadAt(0, std::as_writable_bytes(std::span(text.data(), text.size())));
  if (!got) return Fail(got.error());
  text.resize(*got);
  return ListText{std::move(*file), std::move(text)};
}

// An empty list is one that was about to be begun.
Result<void> CheckTitle(const ListText& list) {
  if (list.text.empty() || list.text.starts_with(kTitle)) return {};
  return Fail(Errc::kIo, "Not a list of archives: its first line is different", list.file.path());
}

template <class Take>
void ForEachLine(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// The lines of a list of earlier versions; nothing if the text contains anything else.
std::optional<std::string> Lines(std::string_view text) {
  std::string lines;
  bool is_list = true;
  ForEachLine(text, [&](std::string_view line) {
    const std::optional<KeptArchive> archive = ParseLine(line);
    is_list &= archive.has_value();
    if (archive) lines += LineFor(*archive);
  });
  return is_list ? std::optional(std::move(lines)) : std::nullopt;
}

}  // namespace

bool IsPlainName(std::string_view name) {
  constexpr std::size_t kLongestName = 255;
  const auto is_odd = [](unsigned char c) { return c == '/' || std::iscntrl(c) != 0; };
  return !name.empty() && name.size() <= kLongestName && name != "." && name != ".." &&
         name.front() != '#' && std::ranges::none_of(name, is_odd);
}

KeepList::KeepList(const std::string& pattern)
    : name_("fdr-keep." + pattern + ".txt"), old_name_("." + pattern + ".archives") {}

// Uses one write, so that several recorders can add at the same time.
Result<void> KeepList::Add(const Directory& directory, const KeptArchive& archive) const {
  if (!IsPlainName(archive.name))
    return Fail(Errc::kInvalidArgument, "An archive of this name cannot be removed later",
                directory.PathOf(archive.name));
  auto list = OpenList(directory, name_, Access::kAppend);
  if (list && !*list) list = OpenList(directory, name_, Access::kNew);
  if (list && !*list) return FailSystem(ENOENT, directory.PathOf(name_));  // just removed
  if (!list) return Fail(list.error());
  if (Result<void> ours = CheckTitle(**list); !ours) return ours;
  const std::string& there = (*list)->text;
  std::string text;
  if (there.empty()) text.append(kTitle).append(kExplanation);
  // Ends a line that a full disk has cut off.
  if (!there.empty() && there.back() != '\n') text += '\n';
  const auto old = OpenList(directory, old_name_, Access::kRead);
  const std::optional<std::string> earlier = old && *old ? Lines((*old)->text) : std::nullopt;
  text += earlier.value_or("");
  text += LineFor(archive);
  if (Result<void> added = (*list)->file.Append(AsBytes(text)); !added) return added;
  return earlier ? directory.Remove((*old)->file) : Result<void>();
}

Result<std::vector<KeptArchive>> KeepList::Read(
    const Directory& directory, const std::function<bool(const KeptArchive&)>& is_wanted,
    std::vector<Error>& ignored) const {
  std::vector<KeptArchive> archives;
  for (const std::string& name : {old_name_, name_}) {
    const auto list = OpenList(directory, name, Access::kRead);
    Result<void> ours = list ? Result<void>() : Fail(list.error());
    if (list && *list && name == name_) ours = CheckTitle(**list);
    if (!ours) ignored.push_back(ours.error());
    if (!ours || !*list) continue;
    std::size_t odd = 0;
    ForEachLine((*list)->text, [&](std::string_view line) {
      if (line.empty() || line.front() == '#') return;
      std::optional<KeptArchive> archive = ParseLine(line);
      odd += archive ? 0 : 1;
      if (archive && is_wanted(*archive) && std::ranges::find(archives, *archive) == archives.end())
        archives.push_back(std::move(*archive));
    });
    if (odd > 0)
      ignored.push_back({Errc::kInvalidArgument,
                         fmt::format("Lines that name no archive beside it are ignored: {}", odd),
                         (*list)->file.path(), 0});
  }
  return archives;
}

}  // namespace fdr
