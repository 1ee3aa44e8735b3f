// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thin_stage.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/copy/thin/counter_line.h"
#include "fdr/replay/copy/thin/thinned_numbers.h"
#include "fdr/replay/copy/thin/thinned_texts.h"

namespace fdr {
namespace {

bool IsOfTexts(Type type) {
  return type == Type::kString || type == Type::kAggregate || type == Type::kAggregateStatic;
}

}  // namespace

ThinStage::ThinStage(const Options& options, CopySink& next)
    : options_(options),
      next_(options.interval, next),
      grid_(options.interval),
      output_(next_),
      plan_(options.statistics, options.interval),
      label_(options.interval) {}

Result<void> ThinStage::Begin(const LabelRecord& label) {
  output_.Begin(label.version);
  if (options_.origin) grid_.SetOrigin(*options_.origin);
  has_origin_ = options_.origin.has_value();
  return next_.Begin(label);
}

ThinStage::Metric& ThinStage::MetricOf(MetricId id) {
  Metric*& known = by_id_[id];
  if (known == nullptr)
    known = metrics_.emplace_back(std::make_unique<Metric>(Metric{.id = id})).get();
  return *known;
}

void ThinStage::Describe(const DescRecord& record, Metric& metric) {
  metric.desc = record.desc;
  const bool is_instant = record.desc.semantics == Semantics::kInstant && !record.names.empty();
  if (IsNumeric(record.desc.type)) {
    metric.is_widened = record.desc.semantics == Semantics::kCounter &&
                        WidenedType(record.desc.type) != record.desc.type &&
                        !agents_with_events_.contains(record.desc.id.domain());
    const Type written = metric.is_widened ? WidenedType(record.desc.type) : record.desc.type;
    const auto statistic = is_instant ? StatisticIn(record.names.front()) : std::nullopt;
    auto numbers = std::make_unique<ThinnedNumbers>(record.desc, written, statistic, output_);
    metric.numbers = numbers.get();
    metric.thinned = std::move(numbers);
  } else if (IsOfTexts(record.desc.type)) {
    metric.thinned = std::make_unique<ThinnedTexts>(record.desc.id, output_);
  }
}

// Metadata without a stamp wait for the other ones of their archive: only then all agents with
// events are known.
void ThinStage::HoldDescription(const MetadataRecord& record) {
  const auto* const desc = std::get_if<DescRecord>(&record);
  if (desc != nullptr && IsEvent(desc->desc.type))
    agents_with_events_.insert(desc->desc.id.domain());
  descriptions_.Hold(record);
}

Result<void> ThinStage::PassDescriptions() {
  return descriptions_.PassAll([this](const MetadataRecord& record) {
    const auto* const desc = std::get_if<DescRecord>(&record);
    return desc != nullptr ? AddDesc(*desc) : next_.Add(record);
  });
}

Result<void> ThinStage::AddDesc(const DescRecord& record) {
  if (auto added = plan_.Add(record); !added) return added;
  Metric& metric = MetricOf(record.desc.id);
  if (metric.desc.id.IsNull()) Describe(record, metric);
  // Where a descriptor has changed, the writer refuses it.
  DescRecord described = record;
  if (metric.is_widened) described.desc.type = WidenedType(record.desc.type);
  return next_.Add(MetadataRecord(std::move(described)));
}

Result<void> ThinStage::Add(const MetadataRecord& record) {
  const Timestamp* const stamp = StampOf(record);
  if (stamp == nullptr) {
    HoldDescription(record);
    return {};
  }
  if (auto described = DescribeStatistics(*stamp); !described) return described;
  const auto* labels = std::get_if<LabelSetRecord>(&record);
  const bool is_of_context =
      labels != nullptr && labels->level == static_cast<std::uint32_t>(LabelLevel::kContext);
  if (labels == nullptr) return AddStamped(record);
  if (options_.statistics.empty() || !is_of_context)
    return AddStamped(MetadataRecord(label_.Renew(*labels)));
  has_label_ = true;
  return AddStamped(MetadataRecord(label_.Merge(*labels)));
}

// A context without labels gets one.
Result<void> ThinStage::AddLabel(Timestamp stamp) {
  if (options_.statistics.empty() || std::exchange(has_label_, true)) return {};
  const LabelSetRecord none{.stamp = stamp,
                            .level = static_cast<std::uint32_t>(LabelLevel::kContext),
                            .id = kContextId,
                            .sets = {}};
  return AddStamped(MetadataRecord(label_.Merge(none)));
}

Result<void> ThinStage::AddStamped(const MetadataRecord& record) {
  if (output_.empty() && !IsAnyOpen()) return next_.Add(record);
  output_.Hold(record);
  if (output_.held() <= options_.most_held) return {};
  if (auto released = Release(grid_.Place(*StampOf(record))); !released) return released;
  return IsAnyOpen() ? Result<void>() : output_.ReleaseAll();
}

Result<void> ThinStage::DescribeStatistics(Timestamp stamp) {
  if (auto passed = PassDescriptions(); !passed) return passed;
  if (!plan_.has_news()) return {};
  return plan_.Describe(
      stamp,
      [this](const MetadataRecord& record) {
        return StampOf(record) == nullptr ? next_.Add(record) : AddStamped(record);
      },
      [this](MetricId id, std::vector<StatisticTarget> targets) {
        if (ThinnedNumbers* const numbers = MetricOf(id).numbers)
          numbers->SetStatistics(std::move(targets));
      });
}

// Records that follow one another have the same metrics, mostly.
ThinStage::Metric& ThinStage::MetricAt(std::size_t place, MetricId id) {
  if (place >= by_place_.size()) by_place_.resize(place + 1);
  Metric*& known = by_place_[place];
  if (known == nullptr || known->id != id) known = &MetricOf(id);
  return *known;
}

Result<void> ThinStage::Add(const CopiedRecord& record) {
  if (record.values.is_mark()) return AddMark(record);
  if (auto described = DescribeStatistics(record.values.stamp()); !described) return described;
  if (auto labelled = AddLabel(record.values.stamp()); !labelled) return labelled;
  if (!std::exchange(has_origin_, true)) grid_.SetOrigin(record.values.stamp());
  const GridTime now = grid_.Place(record.values.stamp());
  steps_.MoveTo(now);
  const std::span<const ValueSet> sets = record.values.sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i].size() == 0) continue;
    Metric& metric = MetricAt(i, sets[i].id());
    if (metric.thinned == nullptr || !metric.thinned->Take(sets[i], steps_))
      output_.AddSet(metric.places.Next(now.at), sets[i]);
  }
  if (now.at <= interval_end_ && output_.held() <= options_.most_held) return {};
  interval_end_ = now.end;
  return Release(now);
}

// What has had no sample for long is behind a hole.  If too much waits, the ends of other stretches
// are written, too, so that nothing has to wait for their next samples.
Result<void> ThinStage::Release(const GridTime& now) {
  const auto close_if = [this](const auto& is_late) {
    Timestamp bound{std::numeric_limits<std::int64_t>::max(), 0};
    for (const auto& metric : metrics_) {
      if (metric->thinned == nullptr || !metric->thinned->is_open()) continue;
      const GridTime& last = metric->thinned->last();
      if (is_late(last))
        metric->thinned->Close();
      else
        bound = std::min(bound, last.at);
    }
    return bound;
  };
  const Timestamp bound = close_if([&](const GridTime& last) { return last.limit < now.at; });
  if (auto released = output_.ReleaseBefore(std::min(bound, now.at)); !released) return released;
  if (output_.held() <= options_.most_held) return {};
  close_if([&](const GridTime& last) { return last.at < now.at; });
  return output_.ReleaseBefore(now.at);
}

bool ThinStage::IsAnyOpen() const {
  return std::ranges::any_of(metrics_, [](const auto& metric) {
    return metric->thinned != nullptr && metric->thinned->is_open();
  });
}

Result<void> ThinStage::AddMark(const CopiedRecord& record) {
  for (const auto& metric : metrics_)
    if (metric->thinned != nullptr) metric->thinned->Forget();
  if (auto released = output_.ReleaseAll(); !released) return released;
  return next_.Add(record);
}

Result<void> ThinStage::End() {
  if (auto passed = PassDescriptions(); !passed) return passed;
  for (const auto& metric : metrics_)
    if (metric->thinned != nullptr) metric->thinned->Close();
  if (auto released = output_.ReleaseAll(); !released) return released;
  return next_.End();
}

}  // namespace fdr
