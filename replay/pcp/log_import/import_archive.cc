// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/import_archive.h"

#include <utility>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/replay/pcp/pmapi/texts/units_word.h"

namespace fdr::log_import {
namespace {

// The distance in a volume, in bytes, after which a record gets an entry.
constexpr std::uint64_t kEntryInterval = 100'000;

Desc ToDesc(const pmDesc& from) {
  Desc desc;
  desc.id = {from.pmid};
  desc.type = static_cast<Type>(from.type);
  desc.indom = {from.indom};
  desc.semantics = static_cast<Semantics>(from.sem);
  desc.units = pmapi::FromC(from.units);
  return desc;
}

LabelEntry ToEntry(const pmLabel& from) {
  LabelEntry entry;
  entry.name_offset = from.name;
  entry.name_length = from.namelen;
  entry.flags = from.flags;
  entry.value_offset = from.value;
  entry.value_length = from.valuelen;
  return entry;
}

}  // namespace

ImportArchive::ImportArchive(ArchiveWriter writer, const LabelRecord& label)
    : writer_(std::move(writer)), label_(label) {}

Result<ImportArchive> ImportArchive::Create(const std::string& base, const ImportOptions& options) {
  WriterOptions written;
  written.label = options.label;
  written.keep_start = true;
  written.copy_index = true;
  written.volume_limit = options.volume_limit;
  Result<ArchiveWriter> writer = ArchiveWriter::Create(base, written);
  if (!writer) return Fail(writer.error());
  return ImportArchive(std::move(*writer), options.label);
}

Result<void> ImportArchive::AddMetric(const DefinedMetric& metric) {
  has_news_ = true;
  return writer_.CopyMetadata(DescRecord{.desc = ToDesc(metric.desc), .names = {metric.name}});
}

// Always all members: readers of PCP's library get no differences either.
Result<void> ImportArchive::AddDomain(Timestamp stamp, const DefinedDomain& domain) {
  has_news_ = true;
  InDomBuilder builder;
  for (const DefinedInstance& member : domain.members()) builder.Add(member.id, member.name);
  return writer_.CopyMetadata(builder.Build(stamp, {domain.id}, false));
}

Result<void> ImportArchive::AddText(const DefinedText& text) {
  return writer_.CopyMetadata(TextRecord{.kind = static_cast<TextKind>(text.type | text.level),
                                         .id = text.id,
                                         .stored = text.content});
}

Result<void> ImportArchive::AddLabels(Timestamp stamp, const DefinedLabels& labels) {
  const pmLabelSet& from = *labels.set;
  LabelSet set;
  set.instance = static_cast<InstanceId>(labels.instance);
  set.json = std::string_view(from.json, from.jsonlen);
  set.count = from.nlabels;
  for (int i = 0; i < from.nlabels; ++i) set.entries.push_back(ToEntry(from.labels[i]));
  LabelSetRecord record{.stamp = stamp, .level = labels.type, .id = labels.id, .sets = {}};
  record.sets.push_back(std::move(set));
  return writer_.CopyMetadata(record);
}

Result<void> ImportArchive::Write(const ResultEncoder& record) {
  const std::uint64_t meta_offset = writer_.metadata_size();
  if (auto written = writer_.WriteResult(record); !written) return written;
  IndexEntry entry = *writer_.last_result();
  last_record_ = entry;
  entry.meta_offset = static_cast<std::int64_t>(meta_offset);
  const bool is_due =
      std::exchange(has_news_, false) || !last_entry_ || last_entry_->volume != entry.volume ||
      writer_.volume_size() - static_cast<std::uint64_t>(last_entry_->data_offset) > kEntryInterval;
  return is_due ? Enter(entry) : Result<void>();
}

// No two entries have the same stamp.
Result<void> ImportArchive::Enter(const IndexEntry& entry) {
  if (last_entry_ && last_entry_->stamp == entry.stamp) return {};
  last_entry_ = entry;
  return writer_.CopyIndexEntry(entry);
}

Result<void> ImportArchive::Flush() { return writer_.FlushMetadata(); }

// An archive of metadata alone gets an entry, too: without one, PCP refuses the whole directory.
Result<void> ImportArchive::Close() {
  IndexEntry last =
      last_record_.value_or(IndexEntry{.stamp = AsStored(label_.version, label_.start),
                                       .volume = writer_.volume(),
                                       .meta_offset = static_cast<std::int64_t>(label_.size()),
                                       .data_offset = static_cast<std::int64_t>(label_.size())});
  const Result<void> entered = Enter(last);
  const Result<void> closed = writer_.Close();
  return entered ? closed : entered;
}

}  // namespace fdr::log_import
