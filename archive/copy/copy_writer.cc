// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/copy_writer.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace fdr {

Result<void> CopyWriter::Begin(const LabelRecord& label) {
  WriterOptions options;
  options.label = label;
  options.label.volume = 0;
  options.domains = options_.domains;
  options.sync_on_close = true;
  options.volume_limit = options_.volumes.bytes;
  Result<ArchiveWriter> writer = ArchiveWriter::Create(base_, options, files_);
  if (!writer) return Fail(writer.error());
  writer_.emplace(std::move(*writer));
  return {};
}

// One record that makes no sense does not end the copy.
Result<void> CopyWriter::Pass(Result<void> outcome) {
  if (outcome || outcome.error().code == Errc::kIo) return outcome;
  Report(options_.on_problem, ProblemOf(outcome.error()));
  return {};
}

// The writer wants to know all members.
Result<void> CopyWriter::AddInDom(const InDomRecord& record) {
  const auto known = members_.find(record.indom);
  InstanceList members;
  if (record.is_delta || known != members_.end()) {
    MemberList& list = members_[record.indom];
    list.Apply(record);
    for (const Instance& member : list) members.push_back(member);
  } else {
    for (const InDomEntry& entry : record.entries) members.push_back({entry.id, entry.name});
  }
  return writer_->AddInDom(record.stamp, record.indom, std::move(members));
}

Result<void> CopyWriter::Add(const MetadataRecord& record) {
  if (const auto* desc = std::get_if<DescRecord>(&record))
    return writer_->AddMetric(desc->desc, desc->names);
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return Pass(AddInDom(*indom));
  if (const auto* labels = std::get_if<LabelSetRecord>(&record))
    return Pass(writer_->AddLabelSet(*labels));
  return Pass(writer_->AddText(std::get<TextRecord>(record)));
}

// Begins a volume if the present one has as many records as it may have.
Result<void> CopyWriter::BeginVolume() {
  if (records_in_volume_ < options_.volumes.records) return {};
  const std::uint64_t size = writer_->volume_size();
  if (auto started = writer_->StartVolume(); !started) return started;
  NoteVolume(size);
  return {};
}

void CopyWriter::NoteVolume(std::uint64_t size) {
  report_.bytes += size;
  records_in_volume_ = 0;
}

Result<void> CopyWriter::Add(const CopiedRecord& record) {
  const Timestamp stamp = record.values.stamp();
  const bool is_mark = record.values.is_mark();
  if (is_mark && report_.records == 0) return {};
  if (auto ready = BeginVolume(); !ready) return ready;
  const auto before = std::pair(writer_->volume(), writer_->volume_size());
  const Result<void> written = record.version == writer_->version()
                                   ? writer_->CopyRecord(stamp, record.body)
                                   : writer_->CopyResult(record.values);
  if (writer_->volume() != before.first) NoteVolume(before.second);
  if (!written) return Pass(written);
  ++records_in_volume_;
  if (report_.records + report_.marks == 0) report_.first = stamp;
  report_.last = stamp;
  ++(is_mark ? report_.marks : report_.records);
  return {};
}

Result<void> CopyWriter::End() {
  report_.bytes += writer_->metadata_size() + writer_->volume_size();
  if (auto closed = writer_->Close(); !closed) return closed;
  if (report_.records > 0) return {};
  return Fail(Errc::kEmpty, "Nothing is left to write", base_);
}

}  // namespace fdr
