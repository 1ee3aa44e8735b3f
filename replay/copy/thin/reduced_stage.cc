// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/reduced_stage.h"

#include <variant>

namespace fdr {

bool ReducedStage::Takes(Type type) { return IsNumeric(type) || type == Type::kString; }

Result<void> ReducedStage::Begin(const LabelRecord& label) {
  version_ = label.version;
  return next_.Begin(label);
}

Result<void> ReducedStage::AddDesc(const DescRecord& record) {
  if (!Takes(record.desc.type)) return {};
  DescRecord changed = record;
  const bool is_wider = record.desc.semantics == Semantics::kCounter &&
                        (record.desc.type == Type::k32 || record.desc.type == Type::kU32);
  if (is_wider) changed.desc.type = record.desc.type == Type::k32 ? Type::k64 : Type::kU64;
  metrics_.try_emplace(record.desc.id, Metric{changed.desc, is_wider});
  return next_.Add(MetadataRecord(std::move(changed)));
}

// Domains and labels wait for a record that is not older.
Result<void> ReducedStage::Add(const MetadataRecord& record) {
  if (const auto* desc = std::get_if<DescRecord>(&record)) return AddDesc(*desc);
  const Timestamp* const stamp = StampOf(record);
  if (stamp == nullptr) return next_.Add(record);
  if (!is_over_ && *stamp <= options_.end) held_.Hold(record);
  return {};
}

void ReducedStage::Note(const ResultRecord& record) {
  for (const ValueSet& set : record.sets()) {
    if (!metrics_.contains(set.id())) continue;
    const auto [instances, is_new] = instances_.try_emplace(set.id());
    if (is_new) seen_.push_back(set.id());
    for (std::uint32_t i = 0; i < set.size(); ++i) instances->second.insert(set.Instance(i));
  }
}

void ReducedStage::AddValue(const FetchedSet& set, const FetchedValue& value,
                            const Metric& metric) {
  ResultEncoder& encoder = changed_.encoder();
  if (metric.is_wider) {
    const bool is_signed = metric.desc.type == Type::k64;
    const auto wide = is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(
                                      static_cast<std::int32_t>(value.Word())))
                                : value.Word();
    return encoder.AddNumber(value.instance, metric.desc.type, 8, wide);
  }
  if (set.format == ValueFormat::kInPlace) return encoder.AddInPlace(value.instance, value.Word());
  if (value.IsNumber())
    return encoder.AddNumber(value.instance, value.type(), value.size(), value.bits);
  encoder.AddBlock(value.instance, value.type(), value.Payload());
}

// An old archive has any number at the only value of a metric without a domain.
void ReducedStage::AddSet(const FetchedSet& set) {
  if (set.status != SetStatus::kValues) return;
  const Metric& metric = metrics_.at(set.id);
  const Instances& instances = instances_.at(set.id);
  bool has_begun = false;
  for (const FetchedValue& value : fetched_.Values(set)) {
    if (!metric.desc.indom.IsNull() && !instances.contains(value.instance)) continue;
    if (!has_begun)
      changed_.encoder().BeginSet(set.id, metric.is_wider ? ValueFormat::kPointer : set.format);
    has_begun = true;
    AddValue(set, value, metric);
  }
}

// The record of the present time of the grid.
Result<void> ReducedStage::PassSample() {
  if (auto fetched = values_.FetchAt(at_, seen_, fetched_); !fetched) return fetched;
  if (auto passed = held_.PassUntil(at_, next_); !passed) return passed;
  changed_.encoder().Begin(at_);
  for (const FetchedSet& set : fetched_.sets()) AddSet(set);
  seen_.clear();
  instances_.clear();
  if (changed_.encoder().empty()) return {};
  if (changed_.encoder().overfull())
    return Fail(Errc::kTooLarge, "The values of one time are too large for a record");
  is_over_ = ++written_ >= options_.most;
  return changed_.PassTo(next_, version_);
}

// Nothing was recorded before `until`, so no time of the grid before it has values.
void ReducedStage::PassSilence(Timestamp until) {
  if (at_ >= until) return;
  __extension__ using Signed = __int128;
  const Signed nanos = Signed{until.sec - at_.sec} * kNanosPerSecond + (until.nsec - at_.nsec);
  const Signed steps = (nanos + options_.interval - 1) / options_.interval;
  const Signed to = Signed{at_.sec} * kNanosPerSecond + at_.nsec + steps * options_.interval;
  at_ = {static_cast<std::int64_t>(to / kNanosPerSecond),
         static_cast<std::int32_t>(to % kNanosPerSecond)};
}

Result<void> ReducedStage::AdvanceTo(Timestamp until, bool with_until) {
  while (!is_over_ && at_ <= options_.end && (with_until ? at_ <= until : at_ < until)) {
    if (seen_.empty()) {
      PassSilence(until);
      if (seen_.empty() && at_ >= until) return {};
      continue;
    }
    if (auto passed = PassSample(); !passed) return passed;
    at_ = at_.Plus(options_.interval);
  }
  return {};
}

Result<void> ReducedStage::Add(const CopiedRecord& record) {
  const Timestamp stamp = record.values.stamp();
  if (is_over_ || stamp > options_.end) return {};
  if (auto advanced = AdvanceTo(stamp, false); !advanced) return advanced;
  if (!record.values.is_mark()) {
    Note(record.values);
    return {};
  }
  if (stamp < options_.start || is_over_) return {};
  if (auto passed = held_.PassUntil(stamp, next_); !passed) return passed;
  return next_.Add(record);
}

Result<void> ReducedStage::End() {
  if (auto advanced = AdvanceTo(options_.end, true); !advanced) return advanced;
  // Labels and domains may change behind the last sample.
  if (written_ > 0 && !is_over_)
    if (auto passed = held_.PassUntil(options_.end, next_); !passed) return passed;
  return next_.End();
}

}  // namespace fdr
