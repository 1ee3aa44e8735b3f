// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/repair_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/order/stamp_order.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/repair/data_times.h"
#include "fdr/archive/repair/desc_fault.h"
#include "fdr/archive/repair/indom_mender.h"
#include "fdr/archive/repair/moved_records.h"
#include "fdr/archive/salvage/metadata_judge.h"
#include "fdr/archive/salvage/record_salvager.h"

namespace fdr {
namespace {

// Returns why a record is always dropped; empty if it is not.
std::string FaultOf(const TextRecord& text) {
  return IsKnown(text.kind) ? std::string() : "Help text of unknown kind";
}

bool IsWithin(const LabelEntry& label, std::size_t size) {
  return std::size_t{label.name_offset} + label.name_length <= size &&
         std::size_t{label.value_offset} + label.value_length <= size;
}

std::string FaultOf(const LabelSetRecord& record) {
  for (const LabelSet& set : record.sets) {
    if (set.json.size() > kMaxLabelJson || set.entries.size() > kMaxLabels)
      return "Label set larger than the format allows";
    for (const LabelEntry& label : set.entries)
      if (!IsWithin(label, set.json.size())) return "Label set with a label outside of its text";
  }
  return {};
}

std::string FaultOf(const InDomRecord&) { return {}; }

// A record of an instance domain: its place among all stamps.
struct DomainPlace {
  InDomId indom;
  Timestamp stamp;
  std::size_t place;
};

// The places, ascending, of the records behind which another one has the same domain and stamp.
std::vector<std::size_t> PlacesWithFollowers(std::vector<DomainPlace> domains) {
  const auto key = [](const DomainPlace& d) { return std::tuple(d.indom.value, d.stamp, d.place); };
  std::sort(domains.begin(), domains.end(),
            [&](const DomainPlace& a, const DomainPlace& b) { return key(a) < key(b); });
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i < domains.size(); ++i)
    if (domains[i].indom == domains[i - 1].indom && domains[i].stamp == domains[i - 1].stamp)
      places.push_back(domains[i - 1].place);
  std::sort(places.begin(), places.end());
  return places;
}

class MetadataRepair {
 public:
  MetadataRepair(const ByteSource& damaged, const MendedLabel& label, Timestamp end,
                 const std::function<bool(double)>& keep_going, ByteSink& out, RepairedFile& report)
      : damaged_(damaged),
        label_(label),
        end_(end),
        keep_going_(keep_going),
        out_(out),
        report_(report),
        judge_([this](const MetadataRecord& record) { return IsPlausible(record); }) {}

  Result<RepairedMetadata> Run();

 private:
  Version version() const { return label_.label.version; }
  bool IsWithin(Timestamp stamp) const {
    return stamp.Valid() && stamp >= label_.label.start && stamp <= end_;
  }
  bool IsPlausible(const MetadataRecord& record) const;
  RecordSalvager Salvager();
  Result<void> GoOn() const;
  Result<void> FindOrder();
  Result<void> CopyRecords();
  Result<void> CopySorted();
  Result<void> Judge(const SalvagedRecord& salvaged);
  Result<void> Copy(const SalvagedRecord& salvaged, const MetadataRecord& record, bool is_followed);
  bool IsAfterEnd(const MetadataRecord& record) const;
  bool IsOfNoMetric(const MetadataRecord& record) const;
  std::string TimeFault(Timestamp stamp);
  Result<void> CopyInDom(const InDomRecord& record, const SalvagedRecord& salvaged,
                         bool is_followed);
  Result<void> Append(const MetadataRecord& record);
  void Drop(const SalvagedRecord& salvaged, std::string why);
  void NoteFixed(const SalvagedRecord& salvaged, std::string what);

  const ByteSource& damaged_;
  const MendedLabel& label_;
  Timestamp end_;
  const std::function<bool(double)>& keep_going_;
  ByteSink& out_;
  RepairedFile& report_;
  MetadataJudge judge_;
  RepairedMetadata repaired_;
  std::unordered_set<InDomId> domains_;  // of its metrics
  InDomMender indoms_;
  StampFaults order_;                  // among the stamps within the archive's time
  std::vector<std::size_t> followed_;  // places, among these stamps, of records of domains with
                                       // another record of the same domain and stamp behind
  std::size_t stamps_seen_ = 0;
  std::size_t next_wrong_ = 0;
  ByteBuffer record_;

  // If records must be sorted: the records of one time, which wait until all times are known.
  struct Waiting {
    Timestamp stamp;
    SalvagedRecord salvaged;
    ByteBuffer body;
    bool is_followed = false;
  };
  std::vector<Waiting> waiting_;
  MovedRecords moved_;
};

// Whether a record found after damage is surely a record: its time must fit, too.
bool MetadataRepair::IsPlausible(const MetadataRecord& record) const {
  if (!std::visit([](const auto& r) { return FaultOf(r); }, record).empty()) return false;
  const Timestamp* const stamp = StampOf(record);
  return stamp == nullptr || IsWithin(*stamp);
}

RecordSalvager MetadataRepair::Salvager() {
  return RecordSalvager(damaged_, LabelSize(version()), label_.was_readable, judge_);
}

Result<void> MetadataRepair::GoOn() const {
  if (!keep_going_ || keep_going_(kSurveyShare)) return {};
  return Fail(Errc::kCancelled, "Stopped before the end");
}

// Finds the stamps within the archive's time that contradict the others, and whether the rest
// ascend.
Result<void> MetadataRepair::FindOrder() {
  std::vector<Timestamp> stamps;
  std::vector<DomainPlace> domains;
  RecordSalvager salvager = Salvager();
  while (true) {
    if (auto go_on = GoOn(); !go_on) return go_on;
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) break;
    const auto* salvaged = std::get_if<SalvagedRecord>(&**item);
    if (salvaged == nullptr) continue;
    const Result<MetadataRecord> record = DecodeMetadata(salvaged->frame.body);
    const Timestamp* const stamp = StampOf(*record);
    if (stamp == nullptr || !IsWithin(*stamp)) continue;
    if (const auto* indom = std::get_if<InDomRecord>(&*record); indom && !indom->entries.empty())
      domains.push_back({indom->indom, *stamp, stamps.size()});
    stamps.push_back(*stamp);
  }
  order_ = FindStampFaults(stamps);
  std::erase_if(domains, [this](const DomainPlace& domain) {
    return std::binary_search(order_.wrong.begin(), order_.wrong.end(), domain.place);
  });
  followed_ = PlacesWithFollowers(std::move(domains));
  return {};
}

Result<void> MetadataRepair::CopyRecords() {
  RecordSalvager salvager = Salvager();
  while (true) {
    if (auto go_on = GoOn(); !go_on) return go_on;
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) return CopySorted();
    if (const auto* lost = std::get_if<LostStretch>(&**item)) {
      ++report_.stretches_lost;
      report_.Lose(lost->offset, lost->bytes, lost->reason);
    } else if (auto copied = Judge(std::get<SalvagedRecord>(**item)); !copied) {
      return copied;
    }
  }
}

// Readers sort them in the same way.
Result<void> MetadataRepair::CopySorted() {
  moved_.EndFile(report_);
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const Waiting& a, const Waiting& b) { return a.stamp < b.stamp; });
  for (Waiting& next : waiting_) {
    next.salvaged.frame.body = next.body;
    const auto copied = Copy(next.salvaged, *DecodeMetadata(next.body), next.is_followed);
    if (!copied) return copied;
  }
  return {};
}

bool MetadataRepair::IsAfterEnd(const MetadataRecord& record) const {
  const Timestamp* const stamp = StampOf(record);
  return stamp != nullptr && stamp->Valid() && *stamp > end_;
}

// Descriptors come first.
bool MetadataRepair::IsOfNoMetric(const MetadataRecord& record) const {
  const auto* const domain = std::get_if<InDomRecord>(&record);
  return domain != nullptr && !domains_.contains(domain->indom);
}

// Must be called once for each stamp, in file order.
std::string MetadataRepair::TimeFault(Timestamp stamp) {
  if (!stamp.Valid()) return "A time stamp that is none";
  if (stamp < label_.label.start) return "Metadata from before the archive's start";
  if (stamp > end_) return "Metadata for data that is not there";
  const std::size_t place = stamps_seen_++;
  if (next_wrong_ == order_.wrong.size() || order_.wrong[next_wrong_] != place) return {};
  ++next_wrong_;
  return "Metadata with a time stamp out of order";
}

Result<void> MetadataRepair::Judge(const SalvagedRecord& salvaged) {
  const Bytes body = salvaged.frame.body;
  const Result<MetadataRecord> record = DecodeMetadata(body);  // the judge decoded it, too
  std::string fault = std::visit([](const auto& r) { return FaultOf(r); }, *record);
  const bool is_left_out = fault.empty() && IsAfterEnd(*record) && IsOfNoMetric(*record);
  if (const Timestamp* stamp = StampOf(*record)) {
    std::string time_fault = TimeFault(*stamp);
    if (fault.empty()) fault = std::move(time_fault);
  }
  if (const auto* desc = std::get_if<DescRecord>(&*record); desc && fault.empty()) {
    fault = FaultBehind(repaired_.metrics, *desc);
    if (fault.empty()) domains_.insert(desc->desc.indom);
  }
  if (is_left_out) {
    NoteFixed(salvaged, "Instances of a domain that no metric has, from after the data: left out");
    return {};
  }
  if (!fault.empty()) {
    Drop(salvaged, std::move(fault));
    return {};
  }
  const Timestamp* const stamp = StampOf(*record);
  if (stamp == nullptr) return Copy(salvaged, *record, false);
  const bool is_followed = std::binary_search(followed_.begin(), followed_.end(), stamps_seen_ - 1);
  if (order_.restarts.empty()) return Copy(salvaged, *record, is_followed);
  moved_.Take(*stamp, salvaged.frame, report_);
  waiting_.push_back({*stamp, salvaged, ByteBuffer(body.begin(), body.end()), is_followed});
  return {};
}

Result<void> MetadataRepair::Copy(const SalvagedRecord& salvaged, const MetadataRecord& record,
                                  bool is_followed) {
  const Bytes body = salvaged.frame.body;
  if (salvaged.mended) NoteFixed(salvaged, "One of the record's length words was wrong");

  record_.clear();
  const auto type = static_cast<MetadataType>(LoadU32(body.data()));
  if (BelongsTo(type, version())) {
    const FrameScope frame(record_);
    ByteWriter(record_).Raw(body);
  } else {
    EncodeMetadata(version(), record, record_);
    NoteFixed(salvaged, fmt::format("Record of the other version's type {}, converted",
                                    static_cast<std::uint32_t>(type)));
  }
  if (const auto* indom = std::get_if<InDomRecord>(&record))
    return CopyInDom(*indom, salvaged, is_followed);
  return Append(record);
}

Result<void> MetadataRepair::CopyInDom(const InDomRecord& record, const SalvagedRecord& salvaged,
                                       bool is_followed) {
  const std::string domain = "instance domain " + ToString(record.indom);
  const InDomMender::Verdict verdict = indoms_.Add(version(), record, is_followed);
  switch (verdict) {
    case InDomMender::Verdict::kFits:
      return Append(record);
    case InDomMender::Verdict::kNoBase:
      Drop(salvaged, "What changed in " + domain + ", of which nothing is known");
      return {};
    case InDomMender::Verdict::kRepeated:
      NoteFixed(salvaged, record.is_delta
                              ? "A change of " + domain + " that changes nothing: left out"
                              : "All members of " + domain + " again, behind a change: left out");
      return {};
    case InDomMender::Verdict::kWaits:
      NoteFixed(salvaged, "A change of " + domain + ", written with the next one of this time");
      return {};
    case InDomMender::Verdict::kNothing:
      Drop(salvaged, "A change of " + domain + " that leaves no member");
      return {};
    case InDomMender::Verdict::kReplaced:
    case InDomMender::Verdict::kCombined:
      break;
  }
  record_.clear();
  EncodeMetadata(version(), indoms_.replacement(), record_);
  const bool is_foreign = record.is_delta && version() == Version::k2;
  if (!record.is_delta)
    NoteFixed(salvaged, "All members of " + domain + " behind a change, written as a change");
  else if (verdict == InDomMender::Verdict::kCombined)
    NoteFixed(salvaged, "A change of " + domain + ", written with those before it");
  else if (!is_foreign)
    NoteFixed(salvaged, "A change of " + domain + " that did not fit, written anew");
  return Append(record);
}

// Writes record_, the repaired form of `record`.
Result<void> MetadataRepair::Append(const MetadataRecord& record) {
  if (out_.size() + record_.size() > MaxFileSize(version()))
    return Fail(Errc::kTooLarge, "More metadata than the format allows", out_.name());
  if (auto appended = out_.Append(record_); !appended) return appended;
  ++report_.records_kept;
  if (const Timestamp* stamp = StampOf(record))
    repaired_.places.push_back({.stamp = *stamp,
                                .end = out_.size(),
                                .is_indom = std::holds_alternative<InDomRecord>(record)});
  return {};
}

void MetadataRepair::Drop(const SalvagedRecord& salvaged, std::string why) {
  ++report_.records_dropped;
  report_.Lose(salvaged.frame.offset, salvaged.frame.size(), std::move(why));
}

void MetadataRepair::NoteFixed(const SalvagedRecord& salvaged, std::string what) {
  report_.Fix(salvaged.frame.offset, salvaged.frame.size(), std::move(what));
}

Result<RepairedMetadata> MetadataRepair::Run() {
  if (!label_.change.empty()) report_.Fix(0, label_.label.size(), label_.change);
  label_.label.Encode(record_);
  if (auto appended = out_.Append(record_); !appended) return Fail(appended.error());
  if (auto found = FindOrder(); !found) return Fail(found.error());
  if (auto copied = CopyRecords(); !copied) return Fail(copied.error());
  if (repaired_.metrics.empty())
    return Fail(Errc::kEmpty,
                "Not a single metric is described any more: nobody can tell what the data is",
                damaged_.name());
  repaired_.size = out_.size();
  return std::move(repaired_);
}

}  // namespace

Result<RepairedMetadata> RepairMetadata(const ByteSource& damaged, const MendedLabel& label,
                                        Timestamp end,
                                        const std::function<bool(double)>& keep_going,
                                        ByteSink& out, RepairedFile& report) {
  return MetadataRepair(damaged, label, end, keep_going, out, report).Run();
}

}  // namespace fdr
