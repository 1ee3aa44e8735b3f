// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/metadata_feed.h"

#include <algorithm>
#include <utility>

#include "fdr/logger/metadata/encode_result.h"
#include "fdr/logger/source/no_answer.h"

namespace fdr {
namespace {

constexpr std::uint32_t kNoId = 0xffffffff;

std::uint32_t ClusterOf(MetricId id) { return MetricId::Build(id.domain(), id.cluster(), 0).value; }

LabelSetRecord RecordOf(LabelLevel level, std::uint32_t id, Timestamp stamp,
                        const std::vector<OwnedLabelSet>& sets) {
  LabelSetRecord record{
      .stamp = stamp, .level = static_cast<std::uint32_t>(level), .id = id, .sets = {}};
  for (const OwnedLabelSet& set : sets)
    if (set.code == 0)
      record.sets.push_back({.instance = set.instance,
                             .json = set.json,
                             .count = static_cast<std::int32_t>(set.entries.size()),
                             .entries = set.entries});
  return record;
}

bool IsSame(const std::vector<OwnedLabelSet>& a, const std::vector<OwnedLabelSet>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const OwnedLabelSet& x, const OwnedLabelSet& y) {
                      return x.instance == y.instance && x.json == y.json;
                    });
}

}  // namespace

void MetadataFeed::Know(RecordedMetric metric) {
  const MetricId id = metric.desc.id;
  const auto memory = [](const RecordedMetric& m) {
    return MemoryForMetric("") + MemoryFor(m.names);
  };
  if (const auto known = metrics_.find(id); known != metrics_.end())
    held_ -= memory(known->second.what);
  held_ += memory(metric);
  metrics_.insert_or_assign(id, Metric{.what = std::move(metric)});
  settled_.Clear();
}

// Check() reports whether the metric has become a different one.
void MetadataFeed::Update(const Desc& desc) {
  Metric& metric = metrics_.at(desc.id);
  if (metric.what.desc == desc) return;
  metric.what.desc = desc;
  metric.is_asked = metric.is_written = false;
  settled_.Clear();
}

bool MetadataFeed::Allows(const Desc& desc, std::string_view name) const {
  return std::all_of(metrics_.begin(), metrics_.end(), [&](const auto& known) {
    const auto& [id, metric] = known;
    if (id == desc.id) return metric.what.desc == desc;
    const std::vector<std::string>& names = metric.what.names;
    return std::find(names.begin(), names.end(), name) == names.end();
  });
}

void MetadataFeed::RefreshLabels() {
  labels_are_old_ = true;
  settled_.Clear();
}

void MetadataFeed::Refresh() {
  RefreshLabels();
  domains_.ForgetAll();
}

// Drops a value that exceeds the memory limit.
template <class T>
bool MetadataFeed::Keep(Item<T>& item, T value) {
  const std::size_t before = item.is_here ? MemoryFor(item.value) : 0, after = MemoryFor(value);
  if (Result<void> fits = CheckMemory(after - std::min(before, after)); !fits) {
    gathered_ = std::move(fits);
    return false;
  }
  held_ = held_ - before + after;
  item = {std::move(value), true, false};
  return true;
}

// One more question stays open until all are asked, because answers may come at once.
void MetadataFeed::StartGather(const FetchResult& result, Done<void> done) {
  looked_at_.clear();
  is_settled_ = settled_.Knows(result);
  if (is_settled_) return done({});
  done_ = std::move(done);
  open_ = 1;
  gathered_ = {};
  has_gaps_ = false;
  if (std::exchange(labels_are_old_, false))
    for (const auto& [key, labels] : labels_) AskForLabelsAgain(key);
  for (const FetchedSet& set : result.sets()) {
    const auto known = metrics_.find(set.id);
    if (known == metrics_.end() || !IsRecordable(set)) continue;
    Metric& metric = known->second;
    if (!std::exchange(metric.is_asked, true)) {
      metric.is_written = false;  // answers may have been missing the last time
      AskAbout(metric.what);
    }
    const InDomId indom = metric.what.desc.indom;
    if (!indom.IsNull() && domains_.NeedsMembers(set.id, indom, result.stamp(), result.Values(set)))
      AskForMembers(indom);
  }
  Answered();
}

void MetadataFeed::AskAbout(const RecordedMetric& metric) {
  const MetricId id = metric.desc.id;
  const InDomId indom = metric.desc.indom;
  AskForLabels(LabelLevel::kContext, kNoId, id);
  AskForLabels(LabelLevel::kDomain, id.domain(), id);
  AskForLabels(LabelLevel::kCluster, ClusterOf(id), id);
  AskForLabels(LabelLevel::kItem, id.value, id);
  AskForText(TextKind::kMetricOneLine, id.value, id);
  AskForText(TextKind::kMetricHelp, id.value, id);
  if (indom.IsNull()) return;
  AskForLabels(LabelLevel::kInDom, indom.value, id);
  AskForLabels(LabelLevel::kInstances, indom.value, id);
  AskForText(TextKind::kInDomOneLine, indom.value, id);
  AskForText(TextKind::kInDomHelp, indom.value, id);
}

// Others may share the answer, but it is asked for and written with this metric.
void MetadataFeed::AskAgainAbout(MetricId metric) {
  metrics_.at(metric).is_asked = false;
  has_gaps_ = true;
}

void MetadataFeed::AskForLabels(LabelLevel level, std::uint32_t id, MetricId metric) {
  const Key key{static_cast<std::uint32_t>(level), id};
  if (!labels_.try_emplace(key).second) return;
  ++open_;
  source_->StartLabels(level, id, lifeline_.Guard([this, key, metric](Result<LabelSets> sets) {
    if (!sets && MayBeAnsweredLater(sets.error())) {
      labels_.erase(key);
      AskAgainAbout(metric);
    } else if (sets && !sets->empty()) {
      Keep(labels_[key], std::move(*sets));
    }
    NoteFailure(sets);
    Answered();
  }));
}

void MetadataFeed::AskForText(TextKind kind, std::uint32_t id, MetricId metric) {
  const Key key{static_cast<std::uint32_t>(kind), id};
  if (!texts_.try_emplace(key).second) return;
  ++open_;
  source_->StartText(kind, id, lifeline_.Guard([this, key, metric](Result<std::string> text) {
    if (!text && MayBeAnsweredLater(text.error())) {
      texts_.erase(key);
      AskAgainAbout(metric);
    } else if (text && !text->empty()) {
      Keep(texts_[key], std::move(*text));
    }
    NoteFailure(text);
    Answered();
  }));
}

// Asks for the labels of the instances, too.
void MetadataFeed::AskForMembers(InDomId indom) {
  looked_at_.push_back(indom);
  ++open_;
  source_->StartInstances(
      indom, lifeline_.Guard([this, indom](Result<std::vector<NamedInstance>> all) {
        settled_.Clear();
        NoteFailure(all);
        if (const Result<void> fits = all ? CheckMemory(MemoryFor(*all)) : Result<void>(); !fits)
          gathered_ = fits;
        else if (all && !all->empty())
          domains_.SetMembers(indom, std::move(*all));
        else if (!all && MayBeAnsweredLater(all.error()))
          domains_.Forget(indom);
        Answered();
      }));
  const Key key{static_cast<std::uint32_t>(LabelLevel::kInstances), indom.value};
  const auto labels = labels_.find(key);
  if (labels != labels_.end() && labels->second.is_here) AskForLabelsAgain(key);
}

void MetadataFeed::AskForLabelsAgain(Key key) {
  ++open_;
  source_->StartLabels(static_cast<LabelLevel>(key.first), key.second,
                       lifeline_.Guard([this, key](Result<LabelSets> sets) {
                         labels_are_old_ |= !sets && MayBeAnsweredLater(sets.error());
                         Item<LabelSets>& item = labels_[key];
                         const bool is_news = sets && !sets->empty() && !IsSame(item.value, *sets);
                         if (is_news && Keep(item, std::move(*sets))) relabelled_.push_back(key);
                         NoteFailure(sets);
                         Answered();
                       }));
}

void MetadataFeed::Answered() {
  if (--open_ > 0) return;
  const Done<void> done = std::move(done_);
  done(gathered_);
}

// The values of a set all have one type, so the first value tells.
std::vector<MetricId> MetadataFeed::FindMisdescribed(const FetchResult& result) const {
  std::vector<MetricId> metrics;
  if (is_settled_) return metrics;
  for (const FetchedSet& set : result.sets()) {
    const auto known = metrics_.find(set.id);
    if (set.count == 0 || known == metrics_.end()) continue;
    const Type type = known->second.what.desc.type;
    const FetchedValue& value = result.Values(set).front();
    const bool is_small = type == Type::k32 || type == Type::kU32;
    if (value.header == 0 ? !is_small : is_small || value.type() != type) metrics.push_back(set.id);
  }
  return metrics;
}

Result<void> MetadataFeed::Check(const FetchResult& result, const ArchiveWriter& writer) const {
  if (is_settled_) return {};
  for (const FetchedSet& set : result.sets()) {
    const auto known = metrics_.find(set.id);
    if (known == metrics_.end() || known->second.is_written) continue;
    if (const Result<void> fits = Check(known->second.what, writer); !fits) return fits;
  }
  return {};
}

Result<void> MetadataFeed::Check(const RecordedMetric& metric, const ArchiveWriter& writer) const {
  const Result<void> fits = writer.CheckMetric(metric.desc, metric.names);
  if (fits) return {};
  if (fits.error().code == Errc::kExists) return Fail(Errc::kExists, fits.error().what);
  return Fail(fits.error().code, metric.names[0] + ": " + fits.error().what);
}

Result<void> MetadataFeed::Check(std::span<const MetricId> metrics,
                                 const ArchiveWriter& writer) const {
  for (const MetricId id : metrics)
    if (const Result<void> fits = Check(metrics_.at(id).what, writer); !fits) return fits;
  return {};
}

Result<void> MetadataFeed::Write(std::span<const MetricId> metrics, ArchiveWriter& writer) const {
  for (const MetricId id : metrics) {
    const RecordedMetric& metric = metrics_.at(id).what;
    const std::vector<std::string_view> names(metric.names.begin(), metric.names.end());
    if (const Result<void> added = writer.AddMetric(metric.desc, names); !added) return added;
  }
  return {};
}

void MetadataFeed::BeginArchive() {
  for (auto& [id, metric] : metrics_) metric.is_written = false;
  for (auto& [key, labels] : labels_) labels.is_written = false;
  for (auto& [key, text] : texts_) text.is_written = false;
  known_.clear();
  settled_.Clear();
  is_settled_ = false;
}

Result<void> MetadataFeed::Write(const FetchResult& result, ArchiveWriter& writer) {
  if (is_settled_) return {};
  const Timestamp stamp = result.stamp();
  for (const FetchedSet& set : result.sets()) {
    const auto known = metrics_.find(set.id);
    if (known == metrics_.end() || !IsRecordable(set)) continue;
    Metric& metric = known->second;
    const InDomId indom = metric.what.desc.indom;
    if (!indom.IsNull()) {
      domains_.KeepMembers(indom, result.Values(set));
      if (Result<void> fits = CheckMemory(); !fits) return fits;
      if (set.count > 0 && known_.insert(indom).second) looked_at_.push_back(indom);
    }
    if (metric.is_written) continue;
    if (const Result<void> written = WriteMetric(metric.what, stamp, writer); !written)
      return written;
    metric.is_written = true;
  }
  for (const InDomId indom : looked_at_)
    if (const Result<void> written = WriteMembers(indom, stamp, writer); !written) return written;
  for (const auto& [level, id] : std::exchange(relabelled_, {}))
    if (const Result<void> written = WriteLabels(static_cast<LabelLevel>(level), id, stamp, writer);
        !written)
      return written;
  if (!has_gaps_ && !labels_are_old_) settled_.Remember(result);
  return {};
}

Result<void> MetadataFeed::WriteMetric(const RecordedMetric& metric, Timestamp stamp,
                                       ArchiveWriter& writer) {
  const MetricId id = metric.desc.id;
  const InDomId indom = metric.desc.indom;
  if (const Result<void> added = Write(std::span(&id, 1), writer); !added) return added;
  const std::pair<LabelLevel, std::uint32_t> labels[] = {
      {LabelLevel::kContext, kNoId},     {LabelLevel::kDomain, id.domain()},
      {LabelLevel::kInDom, indom.value}, {LabelLevel::kCluster, ClusterOf(id)},
      {LabelLevel::kItem, id.value},     {LabelLevel::kInstances, indom.value}};
  for (const auto& [level, of] : labels)
    if (const Result<void> added = WriteLabels(level, of, stamp, writer); !added) return added;
  const std::pair<TextKind, std::uint32_t> texts[] = {{TextKind::kMetricOneLine, id.value},
                                                      {TextKind::kInDomOneLine, indom.value},
                                                      {TextKind::kMetricHelp, id.value},
                                                      {TextKind::kInDomHelp, indom.value}};
  for (const auto& [kind, of] : texts)
    if (const Result<void> added = WriteText(kind, of, writer); !added) return added;
  return {};
}

Result<void> MetadataFeed::WriteLabels(LabelLevel level, std::uint32_t id, Timestamp stamp,
                                       ArchiveWriter& writer) {
  const auto found = labels_.find({static_cast<std::uint32_t>(level), id});
  if (found == labels_.end() || !found->second.is_here || found->second.is_written) return {};
  found->second.is_written = true;
  const LabelSetRecord record = RecordOf(level, id, stamp, found->second.value);
  return record.sets.empty() ? Result<void>() : writer.AddLabelSet(record);
}

Result<void> MetadataFeed::WriteText(TextKind kind, std::uint32_t id, ArchiveWriter& writer) {
  const auto found = texts_.find({static_cast<std::uint32_t>(kind), id});
  if (found == texts_.end() || !found->second.is_here || found->second.is_written) return {};
  found->second.is_written = true;
  return writer.AddText({.kind = kind, .id = id, .stored = found->second.value});
}

Result<void> MetadataFeed::WriteMembers(InDomId indom, Timestamp stamp, ArchiveWriter& writer) {
  const Result<void> added = writer.AddInDom(stamp, indom, domains_.Members(indom));
  if (!added) return added;
  return WriteLabels(LabelLevel::kInstances, indom.value, stamp, writer);
}

}  // namespace fdr
