// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/ring/ring_tape.h"

#include <algorithm>
#include <map>
#include <utility>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr {
namespace {

constexpr MetricId kArchiveName = MetricId::Build(2, 3, 2);  // pmcd.pmlogger.archive
constexpr std::size_t kFoldAfter = 4096;

// The body of the record, without its frame.
ByteBuffer BodyOf(Version version, const MetadataRecord& record) {
  ByteBuffer frame;
  EncodeMetadata(version, record, frame);
  return {frame.begin() + 4, frame.end() - 4};
}

}  // namespace

Result<void> RingTape::AddMetadata(Bytes body) {
  const Result<MetadataRecord> record = DecodeMetadata(body);
  if (!record) return Fail(record.error());
  const Timestamp* const stamp = StampOf(*record);
  metadata_.push_back(std::make_shared<const Metadata>(
      Metadata{stamp != nullptr ? std::optional(*stamp) : std::nullopt,
               ByteBuffer(body.begin(), body.end())}));
  bytes_ += body.size();
  metadata_bytes_ += body.size();
  if (metadata_bytes_ >= fold_at_) Fold();
  return {};
}

void RingTape::Fold() {
  if (empty()) return;
  bytes_ -= std::exchange(metadata_bytes_, 0);
  metadata_ = Folded(records_.front()->stamp);
  for (const auto& kept : metadata_) metadata_bytes_ += kept->body.size();
  bytes_ += metadata_bytes_;
  fold_at_ = 2 * metadata_bytes_ + kFoldAfter;
}

Result<void> RingTape::AddData(Bytes body) {
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(label_.version, body);
  if (!stamp) return Fail(stamp.error());
  if (identity_.empty()) {
    identity_.assign(body.begin(), body.end());
    return {};
  }
  if (IsIdentity(body)) return {};  // the end of the copy is written by WriteTo()
  const bool is_mark = ResultRecord::IsMark(label_.version, body);
  if (is_mark && empty()) return {};  // nothing is kept before it
  records_.push_back(std::make_shared<const Record>(
      Record{*stamp, is_mark, ByteBuffer(body.begin(), body.end())}));
  bytes_ += body.size();
  return {};
}

// Archives begin and end with a record of the same metrics.  Other records with these metrics are
// longer, or begin with other metrics.
bool RingTape::IsIdentity(Bytes body) const {
  const std::size_t first_metric = label_.version == Version::k2 ? 12 : 16;
  return body.size() == identity_.size() &&
         LoadU32(body.data() + first_metric) == LoadU32(identity_.data() + first_metric);
}

void RingTape::Pop() {
  bytes_ -= records_.front()->body.size();
  records_.pop_front();
}

void RingTape::DropFirst() {
  if (!empty()) Pop();
  while (!empty() && records_.front()->is_mark) Pop();
}

void RingTape::DropBefore(Timestamp stamp) {
  while (!empty() && records_.front()->stamp < stamp) DropFirst();
}

std::optional<Timestamp> RingTape::start() const {
  return empty() ? std::nullopt : std::optional(records_.front()->stamp);
}

std::optional<Timestamp> RingTape::end() const {
  return empty() ? std::nullopt : std::optional(records_.back()->stamp);
}

// Makes the metadata as if recording had begun at `start`: of earlier members and labels, keeps
// only those in force then.
RingTape::MetadataList RingTape::Folded(Timestamp start) const {
  MetadataList folded;
  std::map<InDomId, std::map<InstanceId, std::string_view>> members;
  std::map<std::pair<std::uint32_t, std::uint32_t>, LabelSetRecord> labels;
  for (const auto& kept : metadata_) {
    if (!kept->stamp) folded.push_back(kept);
    if (!kept->stamp || *kept->stamp > start) continue;
    const Result<MetadataRecord> record = DecodeMetadata(kept->body);  // decoded before
    if (const auto* indom = record ? std::get_if<InDomRecord>(&*record) : nullptr) {
      auto& now = members[indom->indom];
      if (!indom->is_delta) now.clear();
      for (const InDomEntry& entry : indom->entries)
        entry.deleted() ? void(now.erase(entry.id)) : void(now[entry.id] = entry.name);
    } else if (const auto* set = record ? std::get_if<LabelSetRecord>(&*record) : nullptr) {
      labels[{set->level, set->id}] = *set;
    }
  }
  const auto add = [&](const MetadataRecord& record) {
    folded.push_back(
        std::make_shared<const Metadata>(Metadata{start, BodyOf(label_.version, record)}));
  };
  for (const auto& [indom, now] : members) {
    InDomBuilder builder;
    for (const auto& [id, name] : now) builder.Add(id, name);
    add(builder.Build(start, indom, false));
  }
  for (auto& [key, set] : labels) {
    set.stamp = start;
    add(set);
  }
  for (const auto& kept : metadata_)
    if (kept->stamp && *kept->stamp > start) folded.push_back(kept);
  return folded;
}

Result<void> RingTape::WriteIdentity(Timestamp stamp, const std::string& name,
                                     ArchiveWriter& out) const {
  ResultRecord identity;
  if (const Result<void> decoded = identity.Decode(label_.version, identity_); !decoded)
    return decoded;
  ResultEncoder record;
  record.Begin(stamp);
  for (const ValueSet& set : identity.sets()) {
    if (set.id() != kArchiveName || set.size() == 0) {
      record.CopySet(set);
      continue;
    }
    record.BeginSet(set.id(), set.format());
    record.AddBlock(set.Instance(0), Type::kString, AsBytes({name.c_str(), name.size() + 1}));
  }
  return out.WriteResult(record);
}

Result<void> RingTape::WriteTo(const std::string& base, const std::string& name,
                               FileSystem& files) const {
  WriterOptions options;
  options.label = label_;
  options.label.volume = 0;
  options.sync_on_close = true;
  options.named_at_end = true;
  Result<ArchiveWriter> out = ArchiveWriter::Create(base, options, files);
  if (!out) return Fail(out.error());
  const Result<void> copied = CopyTo(*out, name);
  if (copied) return out->Close();
  (void)out->Discard();
  return copied;
}

Result<void> RingTape::CopyTo(ArchiveWriter& out, const std::string& name) const {
  const Timestamp start = records_.front()->stamp;
  const MetadataList metadata = Folded(start);
  auto next = metadata.begin();
  // Writes the metadata that is in force by then.
  const auto describe = [&](Timestamp stamp) -> Result<void> {
    for (; next != metadata.end() && (!(*next)->stamp || *(*next)->stamp <= stamp); ++next) {
      const Result<MetadataRecord> record = DecodeMetadata((*next)->body);
      if (!record) return Fail(record.error());
      if (const Result<void> copied = out.CopyMetadata(*record); !copied) return copied;
    }
    return {};
  };
  if (const Result<void> described = describe(start); !described) return described;
  if (const Result<void> begun = WriteIdentity(start, name, out); !begun) return begun;
  ResultRecord record;
  for (const auto& kept : records_) {
    if (const Result<void> described = describe(kept->stamp); !described) return described;
    if (const Result<void> decoded = record.Decode(label_.version, kept->body); !decoded)
      return decoded;
    if (const Result<void> copied = out.CopyResult(record); !copied) return copied;
  }
  return WriteIdentity(records_.back()->stamp.Plus(kNanosPerMillisecond), name, out);
}

}  // namespace fdr
