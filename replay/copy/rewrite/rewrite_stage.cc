// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/rewrite_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/replay/copy/rewrite/rewrite_label.h"

namespace fdr {

RewriteStage::RewriteStage(const RewriteRules& rules, RewriteOptions options, CopySink& next)
    : rules_(rules),
      options_(std::move(options)),
      next_(next),
      table_(rules_),
      labels_(rules_, table_, [this](const LabelSetRecord& record) { return PassLabels(record); }),
      texts_(rules_, table_),
      values_(options_, report_),
      events_(table_, values_) {
  if (rules_.global.shift) shift_ = rules_.global.shift->first;
  events_.SetShift(shift_);
}

Result<std::unique_ptr<RewriteStage>> RewriteStage::Make(const RewriteRules& rules,
                                                         const Metadata& metadata,
                                                         RewriteOptions options, CopySink& next) {
  std::unique_ptr<RewriteStage> stage(new RewriteStage(rules, std::move(options), next));
  if (auto learned = stage->table_.Learn(metadata, stage->options_.is_chosen); !learned)
    return Fail(learned.error());
  if (auto begun = stage->labels_.Begin(); !begun) return Fail(begun.error());
  for (const auto& [id, change] : stage->table_.metrics())
    stage->changes_events_ |= change->changes_values() || change->changes_id();
  return stage;
}

std::size_t RewriteStage::metrics() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      table_.metrics(), [](const auto& metric) { return !metric.second->is_deleted; }));
}

// Against the version of the new archive.
Result<Timestamp> RewriteStage::Shifted(Timestamp stamp) const {
  if (shift_ == 0) return stamp;
  const Timestamp shifted = stamp.Plus(shift_);
  if (CheckStorable(version_, shifted)) return shifted;
  return Fail(
      Errc::kInvalidArgument,
      fmt::format("The rules would move the time {} out of those that an archive of version "
                  "{} can have",
                  StampText(stamp), static_cast<int>(version_)));
}

Result<void> RewriteStage::Begin(const LabelRecord& label) {
  auto changed = RewriteLabel(rules_, label);
  if (!changed) return Fail(changed.error());
  version_ = label.version;
  const auto start = Shifted(label.start);
  if (!start) return Fail(start.error());
  changed->start = *start;
  return next_.Begin(*changed);
}

Result<void> RewriteStage::AddDesc(const DescRecord& record) {
  const auto change = table_.Learn(record);
  if (!change) return Fail(change.error());
  if ((*change)->is_deleted) return {};
  DescRecord changed{.desc = (*change)->after, .names = record.names};
  for (std::string_view& name : changed.names)
    if (const auto renamed = (*change)->new_names.find(std::string(name));
        renamed != (*change)->new_names.end())
      name = renamed->second;
  return next_.Add(MetadataRecord(std::move(changed)));
}

// A domain without instances says nothing.
Result<void> RewriteStage::AddInDom(const InDomRecord& record) {
  if (auto advanced = labels_.AdvanceTo(record.stamp); !advanced) return advanced;
  const auto change = table_.Learn(record.indom);
  if (!change) return Fail(change.error());
  const auto stamp = Shifted(record.stamp);
  if (!stamp) return Fail(stamp.error());
  const auto pass = [&](InDomRecord passed) -> Result<void> {
    if (passed.entries.empty()) return {};
    passed.stamp = *stamp;
    return next_.Add(MetadataRecord(std::move(passed)));
  };
  const bool is_abandoned = table_.IsAbandoned(record.indom);
  const std::optional<InDomId> copy = (*change)->copy();
  auto changed = (*change)->Change(record, copy.value_or((*change)->to()));
  if (!changed) return Fail(changed.error());
  if (copy && !is_abandoned)
    if (auto passed = pass(record); !passed) return passed;
  if (copy || !is_abandoned)
    if (auto passed = pass(std::move(*changed)); !passed) return passed;
  return labels_.NoteMembers(record.indom, record.stamp);
}

Result<void> RewriteStage::PassLabels(const LabelSetRecord& record) {
  const auto stamp = Shifted(record.stamp);
  if (!stamp) return Fail(stamp.error());
  LabelSetRecord moved = record;
  moved.stamp = *stamp;
  return next_.Add(MetadataRecord(std::move(moved)));
}

Result<void> RewriteStage::AddText(const TextRecord& record) {
  auto changed = texts_.Change(record);
  if (!changed) return Fail(changed.error());
  for (const TextRecord& text : *changed)
    if (auto passed = next_.Add(MetadataRecord(text)); !passed) return passed;
  return {};
}

Result<void> RewriteStage::Add(const MetadataRecord& record) {
  if (const auto* desc = std::get_if<DescRecord>(&record)) return AddDesc(*desc);
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return AddInDom(*indom);
  if (const auto* labels = std::get_if<LabelSetRecord>(&record)) return labels_.Add(*labels);
  return AddText(std::get<TextRecord>(record));
}

// Most records have the same metrics as the one before.
void RewriteStage::Plan(const ResultRecord& record) {
  const auto sets = record.sets();
  const bool is_same = sets.size() == planned_.size() &&
                       std::equal(sets.begin(), sets.end(), planned_.begin(),
                                  [](const ValueSet& set, MetricId id) { return set.id() == id; });
  if (is_same) return;
  planned_.clear();
  plan_.clear();
  changes_ids_ = changes_values_ = false;
  keeps_form_ = true;
  for (const ValueSet& set : sets) {
    const MetricChange* const change = table_.Find(set.id());
    planned_.push_back(set.id());
    plan_.push_back(change);
    if (change == nullptr) {
      const bool is_left_out = table_.HasMetric(set.id());
      changes_values_ |= is_left_out;
      keeps_form_ &= !is_left_out;
      continue;
    }
    const bool has_events = IsEvent(change->before.type) && (changes_events_ || shift_ != 0);
    changes_ids_ |= change->changes_id();
    changes_values_ |= change->changes_values() || has_events;
    keeps_form_ &= !change->changes_values() || change->keeps_form();
    keeps_form_ &= !has_events;
  }
}

Result<void> RewriteStage::PassMark(const CopiedRecord& record, Timestamp stamp) {
  if (shift_ == 0) return next_.Add(record);
  ResultEncoder::EncodeMark(version_, stamp, changed_.NewFrame());
  return PassFrame();
}

Result<void> RewriteStage::PassFrame() {
  ++report_.changed;
  if (shift_ != 0) ++report_.moved;
  return changed_.PassFrame(next_, version_);
}

bool RewriteStage::CanPatch(const CopiedRecord& record) const {
  if (!keeps_form_ || record.version != version_) return false;
  for (std::size_t i = 0; i < plan_.size(); ++i)
    if (plan_[i] != nullptr && plan_[i]->converts() &&
        !ValueChanger::CanPatch(record.values.sets()[i], *plan_[i]))
      return false;
  return true;
}

// Where only numbers change, of metrics or of values, or the stamp, all other bytes stay.
Result<void> RewriteStage::Patch(const CopiedRecord& record, Timestamp stamp) {
  ByteBuffer& frame = changed_.NewFrame();
  frame.assign(kFrameLengthSize, std::byte{0});
  ByteWriter out(frame);
  WriteStamp(version_, stamp, out);
  const std::size_t stamp_size = StampSize(version_);
  frame.insert(frame.end(), record.body.begin() + static_cast<std::ptrdiff_t>(stamp_size),
               record.body.end());
  std::byte* const body = frame.data() + kFrameLengthSize;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (plan_[i] == nullptr) continue;
    const ValueSet& set = record.values.sets()[i];
    StoreU32(body + set.offset(), plan_[i]->after.id.value);
    if (!plan_[i]->converts()) continue;
    const Timestamp recorded = record.values.stamp();
    if (auto patched = values_.Patch(set, *plan_[i], recorded, body); !patched) return patched;
  }
  frame.resize(frame.size() + kFrameLengthSize);
  return PassFrame();
}

Result<void> RewriteStage::AddSet(const ValueSet& set, const MetricChange* change,
                                  Timestamp stamp) {
  if (change == nullptr) {
    // Its number is another metric's now.
    if (!table_.HasMetric(set.id())) changed_.encoder().CopySet(set);
    return {};
  }
  if (change->is_deleted) return {};
  const bool has_events = IsEvent(change->before.type) && (changes_events_ || shift_ != 0);
  if (has_events)
    return values_.ChangeInside(
        set, *change, stamp,
        [&](Bytes payload) { return events_.Change(change->before.type, payload, stamp); },
        changed_.encoder());
  if (change->changes_values() || change->changes_id())
    return values_.Change(set, *change, stamp, changed_.encoder());
  changed_.encoder().CopySet(set);
  return {};
}

Result<void> RewriteStage::Encode(const CopiedRecord& record, Timestamp stamp) {
  ResultEncoder& encoder = changed_.encoder();
  encoder.Begin(stamp);
  const auto sets = record.values.sets();
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (auto added = AddSet(sets[i], plan_[i], record.values.stamp()); !added) return added;
  if (encoder.empty()) {
    ++report_.left_out;
    return {};
  }
  if (encoder.overfull())
    return Fail(Errc::kTooLarge, fmt::format("The rules would make a value at {} too large",
                                             StampText(record.values.stamp())));
  encoder.Encode(version_, changed_.NewFrame());
  return PassFrame();
}

Result<void> RewriteStage::Add(const CopiedRecord& record) {
  if (auto passed = labels_.BeforeData(record.values.stamp()); !passed) return passed;
  const auto stamp = Shifted(record.values.stamp());
  if (!stamp) return Fail(stamp.error());
  if (record.values.is_mark()) return PassMark(record, *stamp);
  Plan(record.values);
  if (!changes_values_ && !changes_ids_ && shift_ == 0) return next_.Add(record);
  return CanPatch(record) ? Patch(record, *stamp) : Encode(record, *stamp);
}

Result<void> RewriteStage::End() {
  if (auto ended = labels_.End(); !ended) return ended;
  return next_.End();
}

}  // namespace fdr
