// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fdr/archive/record_frame.h"
#include "fdr/archive/stamp_codec.h"

namespace fdr {
namespace {

constexpr std::size_t kMaxRecordSize = std::numeric_limits<std::int32_t>::max();

const Timestamp* StampOf(const MetadataRecord& record) {
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return &indom->stamp;
  if (const auto* labels = std::get_if<LabelSetRecord>(&record)) return &labels->stamp;
  return nullptr;
}

Result<void> CheckText(const TextRecord& text) {
  if (IsKnown(text.kind)) return {};
  return Fail(Errc::kInvalidArgument,
              fmt::format("Help text of unknown kind {}", static_cast<std::uint32_t>(text.kind)));
}

Result<void> CheckLabels(const LabelSetRecord& record) {
  for (const LabelSet& set : record.sets) {
    const std::size_t count = set.count > 0 ? static_cast<std::size_t>(set.count) : 0;
    if (set.json.size() > kMaxLabelJson || count > kMaxLabels)
      return Fail(Errc::kTooLarge, "Label set: too large");
    if (set.entries.size() != count)
      return Fail(Errc::kInvalidArgument, "Label set: not as many labels as it says");
  }
  return {};
}

Result<void> CheckInstances(const InstanceList& sorted) {
  if (!sorted.empty() && sorted.front().id < 0)
    return Fail(Errc::kInvalidArgument, "Instance domain: negative instance identifier");
  const auto twice =
      std::adjacent_find(sorted.begin(), sorted.end(),
                         [](const Instance& a, const Instance& b) { return a.id == b.id; });
  if (twice != sorted.end())
    return Fail(Errc::kInvalidArgument,
                fmt::format("Instance domain: instance {} given twice", twice->id));
  return {};
}

}  // namespace

Result<MetadataWriter> MetadataWriter::Create(FileSystem& files, const std::string& base,
                                              Version version, std::uint64_t limit) {
  Result<ByteSink> sink = ByteSink::Create(files, base + ".meta");
  if (!sink) return Fail(sink.error());
  return MetadataWriter(std::move(*sink), version, limit);
}

Result<void> MetadataWriter::Start(LabelRecord label) {
  label.volume = kMetadataVolume;
  ByteBuffer record;
  label.Encode(record);
  return sink_.Append(record);
}

Result<void> MetadataWriter::AddMetric(const Desc& desc, std::vector<std::string_view> names) {
  if (names.empty())
    return Fail(Errc::kInvalidArgument, fmt::format("Metric {} without a name", ToString(desc.id)));
  if (Describes(desc.id)) return CheckDesc(desc);
  return Add(DescRecord{.desc = desc, .names = std::move(names)});
}

Result<void> MetadataWriter::AddInDom(Timestamp stamp, InDomId indom, InstanceList instances) {
  std::sort(instances.begin(), instances.end(),
            [](const Instance& a, const Instance& b) { return a.id < b.id; });
  if (auto checked = CheckInstances(instances); !checked) return checked;

  static const Membership kUnknown;
  const auto known = indoms_.find(indom);
  const Membership& membership = known != indoms_.end() ? known->second : kUnknown;
  const Membership::Change change = membership.ChangeTo(AsStored(version_, stamp), instances);
  if (change == Membership::Change::kNone) return {};
  const bool is_delta = change == Membership::Change::kDelta && version_ == Version::k3;
  InDomBuilder builder;
  if (is_delta)
    membership.BuildDelta(instances, builder);
  else
    for (const Instance& instance : instances) builder.Add(instance.id, instance.name);
  if (auto added = Add(builder.Build(stamp, indom, is_delta)); !added) return added;
  indoms_[indom].Set(*last_stamp_, is_delta, instances);
  return {};
}

Result<void> MetadataWriter::Add(const MetadataRecord& record) {
  if (auto checked = Check(record); !checked) return checked;
  if (auto held = Hold(record); !held) return held;
  if (const Timestamp* stamp = StampOf(record)) {
    last_stamp_ = AsStored(version_, *stamp);
    if (!first_held_stamp_) first_held_stamp_ = last_stamp_;
  }
  if (const auto* desc = std::get_if<DescRecord>(&record)) metrics_[desc->desc.id] = desc->desc;
  if (const auto* indom = std::get_if<InDomRecord>(&record)) {
    holds_indom_ = true;
    indoms_[indom->indom].Forget(*last_stamp_, indom->is_delta);
  }
  return {};
}

Result<void> MetadataWriter::Check(const MetadataRecord& record) const {
  if (const Timestamp* stamp = StampOf(record))
    if (auto checked = CheckStamp(*stamp); !checked) return checked;
  if (const auto* desc = std::get_if<DescRecord>(&record)) return CheckDesc(desc->desc);
  if (const auto* text = std::get_if<TextRecord>(&record)) return CheckText(*text);
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return CheckInDom(*indom);
  return CheckLabels(std::get<LabelSetRecord>(record));
}

Result<void> MetadataWriter::CheckStamp(Timestamp stamp) const {
  if (auto checked = CheckStorable(version_, stamp); !checked) return checked;
  if (last_stamp_ && AsStored(version_, stamp) < *last_stamp_)
    return Fail(Errc::kInvalidArgument, "Metadata older than what was written before it", name());
  return {};
}

Result<void> MetadataWriter::CheckDesc(const Desc& desc) const {
  const auto known = metrics_.find(desc.id);
  if (known == metrics_.end() || known->second == desc) return {};
  const auto changed = [&](Errc code, const char* what) {
    return Fail(code, fmt::format("Metric {} described again, with {}", ToString(desc.id), what),
                name());
  };
  const Desc& before = known->second;
  if (desc.type != before.type) return changed(Errc::kTypeChanged, "another type");
  if (desc.semantics != before.semantics)
    return changed(Errc::kSemanticsChanged, "other semantics");
  if (desc.indom != before.indom) return changed(Errc::kInDomChanged, "another instance domain");
  return changed(Errc::kUnitsChanged, "other units");
}

Result<void> MetadataWriter::CheckInDom(const InDomRecord& record) const {
  if (!record.is_delta) return {};
  if (version_ == Version::k2)
    return Fail(Errc::kInvalidArgument, "Version 2 has no delta records of instance domains");
  if (!indoms_.contains(record.indom))
    return Fail(Errc::kInvalidArgument,
                fmt::format("Delta record of instance domain {} without a full one before it",
                            ToString(record.indom)));
  return {};
}

Result<void> MetadataWriter::Hold(const MetadataRecord& record) {
  const std::size_t before = held_.size();
  EncodeMetadata(version_, record, held_);
  const std::uint64_t length = held_.size() - before;
  if (length <= kMaxRecordSize && size() + held_.size() <= limit_) return {};
  held_.resize(before);
  return Fail(Errc::kTooLarge,
              fmt::format("Another {} bytes of metadata are more than the format allows", length),
              name(), size() + before);
}

Result<void> MetadataWriter::Flush() {
  for (Bytes rest = held_; !rest.empty();) {
    const std::uint32_t length = LoadU32(rest.data());
    if (auto appended = sink_.Append(rest.first(length)); !appended) return appended;
    rest = rest.subspan(length);
  }
  held_.clear();
  holds_indom_ = false;
  first_held_stamp_.reset();
  return {};
}

}  // namespace fdr
