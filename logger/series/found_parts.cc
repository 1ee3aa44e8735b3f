// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/found_parts.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr {
namespace {

// The final name of the file, which a draft does not have yet.
std::string_view FinalName(std::string_view name) {
  for (const std::string_view suffix : {StagedFiles::kSuffix, kNewbornSuffix})
    if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
  return name;
}

bool GoesBefore(const ArchivePart& a, const ArchivePart& b) {
  if (a.is_draft != b.is_draft) return a.is_draft;
  const bool is_volume = a.number >= 0 && b.number >= 0;
  return is_volume ? a.number > b.number : a.number < b.number;
}

}  // namespace

std::optional<LabelRecord> LabelOf(const DirectoryFile& file, const ArchivePart& part) {
  auto source = file.Source(std::string(FinalName(part.name)));
  if (!source) return std::nullopt;
  const Result<ByteBuffer> prefix = DecodePrefix(std::move(*source), LabelSize(Version::k3));
  if (!prefix) return std::nullopt;
  Result<LabelRecord> label = LabelRecord::Decode(*prefix, part.name);
  if (!label || label->volume != part.number) return std::nullopt;
  return std::move(*label);
}

std::vector<ArchivePart> FindParts(const Directory& directory,
                                   const std::vector<std::string>& names, const std::string& stem) {
  std::vector<ArchivePart> parts;
  const std::string start = stem + '.';
  for (auto name = std::ranges::lower_bound(names, start);
       name != names.end() && name->starts_with(start); ++name) {
    const std::string_view final_name = FinalName(*name);
    const std::optional<std::int32_t> number = PartNumber(final_name, stem);
    if (!number) continue;
    ArchivePart part{
        .name = *name, .number = *number, .is_draft = final_name != *name, .label = {}};
    if (const auto file = directory.OpenFile(*name, Access::kRead)) {
      part.label = LabelOf(*file, part);
      part.size = file->size();
      part.written = file->written();
    }
    parts.push_back(std::move(part));
  }
  std::ranges::stable_sort(parts, GoesBefore);
  return parts;
}

bool AreOfOneArchive(const LabelRecord& a, const LabelRecord& b) {
  return a.host == b.host && a.pid == b.pid && a.start == b.start && a.version == b.version;
}

}  // namespace fdr
