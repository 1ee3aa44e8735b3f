// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/mmv/mmv_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fdr::mmv {
namespace {

// Where the fields of the header are.
constexpr std::uint64_t kVersionAt = 4, kGeneration1At = 8, kGeneration2At = 16, kTocCountAt = 24,
                        kFlagsAt = 28, kProcessAt = 32, kClusterAt = 36;

constexpr std::string_view kSectionNames[kSectionEnd] = {
    "", "instance domains", "instances", "metrics", "values", "strings", "labels"};

struct Occupied {
  std::uint64_t begin, end;
  std::uint64_t entry_at;  // in the table of contents
  std::string_view name;
};

void FindOverlaps(std::vector<Occupied> stretches, const DefectSink& sink) {
  std::ranges::sort(stretches, {}, &Occupied::begin);
  const Occupied* last = &stretches[0];
  for (const Occupied& next : stretches) {
    if (&next != last && next.begin < last->end)
      sink({DefectCode::kSectionOverlap, next.entry_at,
            fmt::format("The section of {} at {} shares bytes with the {}", next.name, next.begin,
                        last->name)});
    if (next.end > last->end) last = &next;
  }
}

}  // namespace

tl::unexpected<Error> RefuseFile(DefectCode code, std::uint64_t offset, std::string what,
                                 const DefectSink& sink) {
  sink({code, offset, what});
  return Fail(Errc::kCorruptRecord, std::move(what), {}, offset);
}

Result<Header> DecodeHeader(Bytes file, const DefectSink& sink) {
  using enum DefectCode;
  if (file.size() < kHeaderSize)
    return RefuseFile(kShort, file.size(),
                      fmt::format("The file ends after {} bytes, within its header", file.size()),
                      sink);
  if (AsText(file.first(kMagicBytes.size())) != kMagicBytes)
    return RefuseFile(kMagic, 0, "The file does not begin with MMV and a NUL", sink);
  Header header;
  header.version = FieldAt<std::int32_t>(file, kVersionAt);
  if (header.version < 1 || header.version > 3)
    return RefuseFile(kVersion, kVersionAt,
                      fmt::format("The version is {}, not 1, 2 or 3", header.version), sink);
  header.generation = FieldAt<std::uint64_t>(file, kGeneration1At);
  if (header.generation == 0 || FieldAt<std::uint64_t>(file, kGeneration2At) != header.generation)
    return RefuseFile(
        kUnfinished, kGeneration2At,
        "The file is not finished: its second generation is not the first, or both are 0", sink);
  header.flags = FieldAt<std::uint32_t>(file, kFlagsAt);
  header.process = FieldAt<std::int32_t>(file, kProcessAt);
  header.cluster = FieldAt<std::uint32_t>(file, kClusterAt);
  if (header.cluster > kMaxCluster)
    return RefuseFile(kCluster, kClusterAt,
                      fmt::format("The cluster is {}, not between 0 and {}",
                                  static_cast<std::int32_t>(header.cluster), kMaxCluster),
                      sink);
  return header;
}

Result<Sections> DecodeSections(Bytes file, const Header& header, const DefectSink& sink) {
  using enum DefectCode;
  const auto count = FieldAt<std::int32_t>(file, kTocCountAt);
  const std::uint64_t most = (file.size() - kHeaderSize) / kTocEntrySize;
  if (count < 1 || static_cast<std::uint64_t>(count) > most)
    return RefuseFile(
        kContents, kTocCountAt,
        fmt::format("The table of contents has {} entries; {} fit into the file", count, most),
        sink);
  Sections sections;
  std::vector<Occupied> stretches = {
      {0, kHeaderSize + static_cast<std::uint64_t>(count) * kTocEntrySize, 0, "table of contents"}};
  std::array<bool, kSectionEnd> is_there = {};
  for (std::int32_t i = 0; i < count; ++i) {
    const std::uint64_t at = kHeaderSize + static_cast<std::uint64_t>(i) * kTocEntrySize;
    const auto type = FieldAt<std::uint32_t>(file, at);
    if (type < kIndoms || type > kLabels)
      return RefuseFile(kSectionType, at, fmt::format("A section has the type {}", type), sink);
    if (is_there[type])
      return RefuseFile(kSectionTwice, at,
                        fmt::format("There is another section of {}", kSectionNames[type]), sink);
    const auto entries = FieldAt<std::int32_t>(file, at + 4);
    const auto offset = FieldAt<std::uint64_t>(file, at + 8);
    const std::size_t size = EntrySizeOf(static_cast<Section>(type), header.version);
    const std::uint64_t left = offset <= file.size() ? file.size() - offset : 0;
    if (entries < 0 || static_cast<std::uint64_t>(entries) > left / size)
      return RefuseFile(kSectionPlace, at,
                        fmt::format("The section of {} has {} entries at {}; the file has {} bytes",
                                    kSectionNames[type], entries, offset, file.size()),
                        sink);
    is_there[type] = true;
    if (entries == 0) continue;  // it lies nowhere, whatever its offset says
    sections[type] = {offset, static_cast<std::uint32_t>(entries),
                      static_cast<std::uint32_t>(size)};
    stretches.push_back({offset, offset + sections[type].size(), at, kSectionNames[type]});
  }
  for (const Section needed : {kMetrics, kValues})
    if (!is_there[needed])
      return RefuseFile(kSectionMissing, kHeaderSize,
                        fmt::format("There is no section of {}", kSectionNames[needed]), sink);
  FindOverlaps(std::move(stretches), sink);
  if (sections[kValues].offset % 8 != 0)
    sink({kSectionAlignment, sections[kValues].offset,
          "The section of values does not begin at a multiple of 8 bytes"});
  return sections;
}

}  // namespace fdr::mmv
