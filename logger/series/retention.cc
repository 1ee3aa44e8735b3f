// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/retention.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace fdr {
namespace {

std::string DirectoryOf(const std::string& pattern) {
  return pattern.substr(0, pattern.rfind('/') + 1);
}

// The first volume is removed last.  Its label tells which archive the other files must belong to.
const LabelRecord* FindLabel(const std::vector<ArchivePart>& parts, const KeptArchive& archive) {
  for (const ArchivePart& part : parts)
    if (part.number == 0 && part.label && part.label->start == archive.start &&
        part.label->pid == archive.pid)
      return &*part.label;
  return nullptr;
}

bool HasLabel(const ArchivePart& part, const LabelRecord& label) {
  return part.label && AreOfOneArchive(*part.label, label);
}

Error WhatStays(const Directory& directory, const std::vector<std::string>& names) {
  std::string what = "It has not the label of the archive that was removed, so it stays";
  if (names.size() > 1)
    what += fmt::format("; and so do others called alike: {}", names.size() - 1);
  return {Errc::kExists, std::move(what), directory.PathOf(std::ranges::min(names)), 0};
}

}  // namespace

Retention::Retention(const std::string& pattern, KeepLimits limits, FileSystem& files)
    : directory_(DirectoryOf(pattern)),
      list_(pattern.substr(directory_.size())),
      limits_(limits),
      files_(&files) {}

Result<void> Retention::Note(const std::string& base, Timestamp start, std::int32_t pid) const {
  if (!base.starts_with(directory_))
    return Fail(Errc::kInvalidArgument, "An archive in another directory cannot be removed later",
                base);
  const Result<Directory> directory = Directory::Open(*files_, directory_);
  if (!directory) return Fail(directory.error());
  return list_.Add(*directory, {base.substr(directory_.size()), start, pid});
}

// The listed archives that exist, in the order in which they were begun.
Result<std::vector<Retention::Entry>> Retention::Archives(const Directory& directory,
                                                          Left& left) const {
  const Result<std::vector<std::string>> names = directory.Names();
  if (!names) return Fail(names.error());
  // An old list names mostly archives that are gone.
  std::map<std::string, std::vector<ArchivePart>> parts;
  const auto parts_of = [&](const std::string& name) -> const std::vector<ArchivePart>& {
    const auto [place, is_new] = parts.try_emplace(name);
    if (is_new) place->second = FindParts(directory, *names, name);
    return place->second;
  };
  const auto is_there = [&](const KeptArchive& archive) {
    return FindLabel(parts_of(archive.name), archive) != nullptr;
  };
  const Result<std::vector<KeptArchive>> listed = list_.Read(directory, is_there, left);
  if (!listed) return Fail(listed.error());
  std::vector<Entry> entries;
  for (const KeptArchive& archive : *listed) {
    Entry entry{
        .name = archive.name, .label = *FindLabel(parts_of(archive.name), archive), .own = {}};
    for (const ArchivePart& part : parts_of(archive.name)) {
      if (!HasLabel(part, entry.label)) {
        entry.foreign.push_back(part.name);
        continue;
      }
      entry.own.push_back(part);
      entry.bytes += part.size;
      if (!part.is_draft) entry.written = std::max(entry.written, part.written);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

// A recorder locks the index of its archive; a compressor locks the file that it compresses.
Result<Retention::Removal> Retention::Remove(const Directory& directory, const Entry& entry,
                                             Left& left) {
  std::vector<DirectoryFile> locked;
  for (const ArchivePart& part : entry.own) {
    Result<DirectoryFile> file = directory.OpenFile(part.name, Access::kAppend);
    const Result<void> outcome = file ? file->Lock() : Fail(file.error());
    if (!outcome && outcome.error().code == Errc::kBusy)
      return part.number == kIndexVolume ? Removal::kIsRecorded : Removal::kIsCompressed;
    if (!outcome && outcome.error().code == Errc::kNotFound) return Removal::kIsCompressed;
    if (!outcome) {
      left.push_back(outcome.error());
      return Removal::kIsRefused;
    }
    const std::optional<LabelRecord> label = LabelOf(*file, part);
    if (!label || !AreOfOneArchive(*label, entry.label)) return Removal::kIsCompressed;
    locked.push_back(std::move(*file));
  }
  // The locks now prevent changes, but the files may have changed just before.
  const Result<std::vector<std::string>> names = directory.Names();
  if (!names) return Fail(names.error());
  std::vector<ArchivePart> now = FindParts(directory, *names, entry.name);
  std::erase_if(now, [&](const ArchivePart& part) { return !HasLabel(part, entry.label); });
  if (!std::ranges::equal(now, entry.own, {}, &ArchivePart::name, &ArchivePart::name))
    return Removal::kIsCompressed;
  for (const DirectoryFile& file : locked)
    if (auto removed = directory.Remove(file); !removed) return Fail(removed.error());
  if (!entry.foreign.empty()) left.push_back(WhatStays(directory, entry.foreign));
  return Removal::kDone;
}

Result<void> Retention::Clean(const std::string& present, Timestamp now, Left& left) const {
  const Result<Directory> directory = Directory::Open(*files_, directory_);
  if (!directory) return Fail(directory.error());
  const Result<std::vector<Entry>> archives = Archives(*directory, left);
  if (!archives) return Fail(archives.error());
  std::uint64_t bytes = 0;
  for (const Entry& entry : *archives) bytes += entry.bytes;
  for (const Entry& entry : *archives) {
    const bool is_old = limits_.age > 0 && entry.written.Plus(limits_.age) < now;
    const bool is_too_much = limits_.bytes > 0 && bytes > limits_.bytes;
    if (directory_ + entry.name == present || (!is_old && !is_too_much)) continue;
    const Result<Removal> removed = Remove(*directory, entry, left);
    if (!removed) return Fail(removed.error());
    // An archive that is being compressed will get smaller, so it counts as removed.
    if (*removed == Removal::kDone || *removed == Removal::kIsCompressed) bytes -= entry.bytes;
  }
  return {};
}

// Removes several archives at once.  If only one went, the next archive would have no more room
// than that one had, and so all archives would stay as small as a few small ones.
Result<bool> Retention::MakeRoom(const std::string& present, Left& left) const {
  constexpr std::uint64_t kShares = 20;
  if (limits_.bytes == 0) return false;
  const Result<Directory> directory = Directory::Open(*files_, directory_);
  if (!directory) return Fail(directory.error());
  const Result<std::vector<Entry>> archives = Archives(*directory, left);
  if (!archives) return Fail(archives.error());
  std::uint64_t bytes = 0, freed = 0;
  for (const Entry& entry : *archives) bytes += entry.bytes;
  for (const Entry& entry : *archives) {
    if (directory_ + entry.name == present) continue;
    if (freed > 0 && freed >= bytes / kShares) break;
    const Result<Removal> removed = Remove(*directory, entry, left);
    if (!removed) return Fail(removed.error());
    if (*removed == Removal::kDone) freed += entry.bytes;
  }
  return freed > 0;
}

}  // namespace fdr
