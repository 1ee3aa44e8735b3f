// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/metadata_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/domains.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/write/full_indom.h"

namespace fdr {
namespace {

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

// Decodes no more of the record.
std::optional<Timestamp> StampIn(Bytes frame) {
  ByteReader in(frame.subspan(kFrameLengthSize));
  switch (static_cast<MetadataType>(in.U32())) {
    case MetadataType::kInDomV2:
    case MetadataType::kLabelSetV2:
      return ReadStamp(Version::k2, in);
    case MetadataType::kInDom:
    case MetadataType::kInDomDelta:
    case MetadataType::kLabelSet:
      return ReadStamp(Version::k3, in);
    case MetadataType::kDesc:
    case MetadataType::kText:
      break;
  }
  return std::nullopt;
}

}  // namespace

Result<MetadataWriter> MetadataWriter::Create(FileSystem& files, const std::string& base,
                                              Version version, std::uint64_t limit) {
  Result<ByteSink> sink = MakeNewborn(files, base + ".meta", kMetadataVolume);
  if (!sink) return Fail(sink.error());
  return MetadataWriter(std::move(*sink), version, limit, {});
}

Result<MetadataWriter> MetadataWriter::Open(FileSystem& files, const std::string& base,
                                            Version version, std::uint64_t limit,
                                            WrittenMetadata written) {
  Result<ByteSink> sink = ByteSink::Open(files, base + ".meta");
  if (!sink) return Fail(sink.error());
  return MetadataWriter(std::move(*sink), version, limit, std::move(written));
}

Result<void> MetadataWriter::Start(LabelRecord label) {
  label.volume = kMetadataVolume;
  ByteBuffer record;
  label.Encode(record);
  return sink_.Append(record);
}

template <class Encode>
Result<void> MetadataWriter::Hold(Encode encode) {
  const std::size_t before = held_.size();
  encode(held_);
  const std::uint64_t length = held_.size() - before;
  if (length <= kMaxFrameSize && size() + held_.size() <= limit_) return {};
  held_.resize(before);
  return Fail(Errc::kTooLarge,
              fmt::format("Another {} bytes of metadata are more than the format allows", length),
              name(), size() + before);
}

Result<void> MetadataWriter::AddMetric(const Desc& desc, std::vector<std::string_view> names) {
  if (names.empty())
    return Fail(Errc::kInvalidArgument, fmt::format("Metric {} without a name", ToString(desc.id)));
  if (Describes(desc.id)) return CheckDesc(desc);
  return Add(DescRecord{.desc = desc, .names = std::move(names)});
}

Result<void> MetadataWriter::AddInDom(Timestamp stamp, InDomId indom, InstanceList instances,
                                      DomainRecords records) {
  std::sort(instances.begin(), instances.end(),
            [](const Instance& a, const Instance& b) { return a.id < b.id; });
  if (auto checked = CheckInstances(instances); !checked) return checked;
  if (auto added = AddLateChangesBefore(stamp); !added) return added;

  static const Membership kUnknown;
  const Membership* const known = written_.FindMembers(indom);
  const Membership& membership = known != nullptr ? *known : kUnknown;
  if (membership.is_lost())
    return Fail(Errc::kInvalidArgument,
                fmt::format("Instance domain {}: a change did not fit, so that no other can follow",
                            ToString(indom)),
                name());
  if (version_ == Version::k2) records = DomainRecords::kFull;
  const Membership::Change change =
      membership.ChangeTo(records, AsStored(version_, stamp), instances);
  late_.erase(indom);
  if (change == Membership::Change::kLater) {
    late_.emplace(indom, instances);
    late_since_ = AsStored(version_, stamp);
  }
  if (change == Membership::Change::kNone || change == Membership::Change::kLater) return {};
  const bool is_delta = change == Membership::Change::kDelta;
  if (auto checked = CheckStamp(stamp); !checked) return checked;
  const auto encode = [&](ByteBuffer& out) {
    if (!is_delta) return EncodeFullInDom(version_, stamp, indom, instances, out);
    InDomBuilder builder;
    membership.BuildDelta(instances, builder);
    EncodeMetadata(version_, builder.Build(stamp, indom, is_delta), out);
  };
  if (auto held = Hold(encode); !held) return held;
  written_.TakeMembers(AsStored(version_, stamp), indom, is_delta, instances);
  NoteHeld(true);
  return {};
}

// Other metadata may have a later stamp already.
Result<void> MetadataWriter::AddLateChanges(Timestamp stamp) {
  stamp = std::max(stamp, written_.last_stamp().value_or(stamp));
  if (late_.empty() || stamp <= late_since_) return {};
  if (!held_late_) held_late_ = {late_since_, stamp};
  for (const auto& [indom, members] : std::exchange(late_, {})) {
    InstanceList instances;
    instances.reserve(members.size());
    for (const Instance& member : members) instances.push_back(member);
    auto added = AddInDom(stamp, indom, std::move(instances), DomainRecords::kDeltas);
    if (!added) return added;
  }
  return {};
}

// The names of a kept change may be those of a data record: what is later must not replace it.
Result<void> MetadataWriter::AddLateChangesBefore(Timestamp stamp) {
  if (late_.empty() || stamp <= late_since_) return {};
  return AddLateChanges(late_since_.Plus(1));
}

Result<Timestamp> MetadataWriter::EndWithLateChanges(Timestamp last) {
  if (late_since_ <= last)
    if (auto added = AddLateChanges(last.Plus(1)); !added) return Fail(added.error());
  return held_late_ && held_late_->since <= last ? std::max(last, held_late_->stamp) : last;
}

Result<void> MetadataWriter::AddLabelSet(const LabelSetRecord& record) {
  return written_.Says(version_, record) ? Result<void>() : Add(record);
}

Result<void> MetadataWriter::AddText(const TextRecord& record) {
  return written_.Says(record) ? Result<void>() : Add(record);
}

Result<void> MetadataWriter::Add(const MetadataRecord& record) {
  if (auto checked = Check(record); !checked) return checked;
  if (const Timestamp* stamp = StampOf(record))
    if (auto added = AddLateChangesBefore(*stamp); !added) return added;
  const auto encode = [&](ByteBuffer& out) { EncodeMetadata(version_, record, out); };
  if (auto held = Hold(encode); !held) return held;
  written_.Take(version_, record);
  if (const auto* indom = std::get_if<InDomRecord>(&record)) late_.erase(indom->indom);
  if (StampOf(record) != nullptr) NoteHeld(std::holds_alternative<InDomRecord>(record));
  return {};
}

// Of a record with a stamp.
void MetadataWriter::NoteHeld(bool is_indom) {
  if (!first_held_stamp_) first_held_stamp_ = written_.last_stamp();
  holds_indom_ |= is_indom;
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
  const std::optional<Timestamp> last = written_.last_stamp();
  if (last && AsStored(version_, stamp) < *last)
    return Fail(Errc::kInvalidArgument, "Metadata older than what was written before it", name());
  return {};
}

// Identifiers of derived metrics follow the order of definitions.  Another recorder may have given
// the same identifier to another metric, so only the name identifies the metric.
Result<void> MetadataWriter::CheckMetric(const Desc& desc,
                                         std::span<const std::string> names) const {
  const auto is_known = [&](const std::string& known) {
    return written_.FindName(known) == desc.id;
  };
  if (Describes(desc.id)) {
    if (desc.id.domain() == kDerivedDomain && !names.empty() &&
        std::none_of(names.begin(), names.end(), is_known))
      return Fail(Errc::kExists, names[0] + " has the identifier of another metric", name());
    return CheckDesc(desc);
  }
  for (const std::string& known : names)
    if (written_.FindName(known))
      return Fail(Errc::kExists, known + " was another metric before", name());
  return {};
}

Result<void> MetadataWriter::CheckDesc(const Desc& desc) const {
  const Desc* const known = written_.FindDesc(desc.id);
  if (known == nullptr || *known == desc) return {};
  const auto changed = [&](Errc code, const char* what) {
    return Fail(code, fmt::format("Metric {} described again, with {}", ToString(desc.id), what),
                name());
  };
  const Desc& before = *known;
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
  if (written_.FindMembers(record.indom) == nullptr)
    return Fail(Errc::kInvalidArgument,
                fmt::format("Delta record of instance domain {} without a full one before it",
                            ToString(record.indom)));
  return {};
}

Result<void> MetadataWriter::Flush() {
  return FlushIf([](Bytes) { return true; });
}

Result<void> MetadataWriter::FlushUntil(Timestamp last) {
  return FlushIf([last](Bytes frame) {
    const std::optional<Timestamp> stamp = StampIn(frame);
    return !stamp || *stamp <= last;
  });
}

Result<void> MetadataWriter::FlushIf(const std::function<bool(Bytes)>& is_wanted) {
  for (Bytes rest = held_; !rest.empty();) {
    const Bytes frame = rest.first(LoadU32(rest.data()));
    if (is_wanted(frame))
      if (auto appended = sink_.Append(frame); !appended) return appended;
    rest = rest.subspan(frame.size());
  }
  held_.clear();
  holds_indom_ = false;
  first_held_stamp_.reset();
  held_late_.reset();
  return {};
}

}  // namespace fdr
