// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/archive_context.h"

#include <algorithm>

#include "fdr/replay/host_label.h"
#include "fdr/replay/name_answers.h"

namespace fdr {
namespace {

std::vector<NamedInstance> Owned(const InstanceList& members) {
  std::vector<NamedInstance> owned;
  owned.reserve(members.size());
  for (const Instance& member : members) owned.push_back({member.id, std::string(member.name)});
  return owned;
}

}  // namespace

Result<std::unique_ptr<ArchiveContext>> ArchiveContext::Open(std::string_view names,
                                                             ReplayOptions options) {
  Result<std::unique_ptr<Timeline>> timeline = Timeline::Open(names, options.open);
  if (!timeline) return Fail(timeline.error());
  return std::unique_ptr<ArchiveContext>(
      new ArchiveContext(std::string(names), std::move(options), std::move(*timeline)));
}

ArchiveContext::ArchiveContext(std::string names, ReplayOptions options,
                               std::shared_ptr<Timeline> timeline)
    : names_(std::move(names)),
      options_(std::move(options)),
      timeline_(std::move(timeline)),
      records_(*timeline_),
      in_order_(timeline_),
      interpolator_(*timeline_, options_.rules),
      marks_(*timeline_, options_.rules.marks) {
  records_.Start(Direction::kForward, timeline_->start());
  origin_ = now_ = timeline_->start();
}

std::unique_ptr<ArchiveContext> ArchiveContext::Duplicate() {
  timeline_is_shared_ = true;
  std::unique_ptr<ArchiveContext> copy(new ArchiveContext(names_, options_, timeline_));
  copy->timeline_is_shared_ = true;
  copy->records_ = records_;
  copy->mode_ = mode_;
  copy->origin_ = origin_;
  copy->delta_ = delta_;
  copy->now_ = now_;
  copy->interpolated_ = interpolated_;
  copy->SetProfile(profile());
  return copy;
}

Result<Timestamp> ArchiveContext::EndTime() {
  if (const Result<bool> grown = Grow(); !grown) return Fail(grown.error());
  Sort();
  return in_order_->End();
}

Result<Timestamp> ArchiveContext::LastStamp() {
  if (const Result<bool> grown = Grow(); !grown) return Fail(grown.error());
  return timeline_->End();
}

Result<bool> ArchiveContext::Grow() {
  const Result<Timeline::Change> change = timeline_->LookForChange();
  if (!change) return Fail(change.error());
  if (*change == Timeline::Change::kNone) return false;
  records_.Suspend();
  std::shared_ptr<Timeline> timeline = timeline_;
  const Result<void> renewed = Renew(*change, timeline);
  // Whatever the outcome: some of what they point to may have moved.
  Interpolator interpolator(*timeline, options_.rules);
  MarkSearch marks(*timeline, options_.rules.marks);
  records_.Resume(*timeline);
  // If memory runs out, it does before here, and all have the timeline that they had.
  interpolator_ = std::move(interpolator);
  marks_ = std::move(marks);
  timeline_is_shared_ = timeline_is_shared_ && timeline == timeline_;
  timeline_ = std::move(timeline);
  in_order_ = timeline_;
  order_version_.reset();
  end_.reset();
  if (!renewed) return Fail(renewed.error());
  return true;
}

// Duplicates, which may be at work in other threads, go on with the timeline that they have.
Result<void> ArchiveContext::Renew(Timeline::Change change,
                                   std::shared_ptr<Timeline>& timeline) const {
  if (change == Timeline::Change::kGrown && !timeline_is_shared_) return timeline->Refresh();
  Result<std::unique_ptr<Timeline>> anew = Timeline::Open(names_, options_.open);
  if (!anew) return Fail(anew.error());
  timeline = std::move(*anew);
  return {};
}

Result<void> ArchiveContext::SetMode(Mode mode, std::optional<Timestamp> origin,
                                     std::int64_t delta) {
  if (mode == Mode::kLive) return Fail(Errc::kInvalidArgument, "An archive has no mode kLive");
  const Timestamp from = origin.value_or(this->origin());
  mode_ = mode;
  origin_ = now_ = from;
  delta_ = delta;
  interpolated_.reset();
  if (mode != Mode::kInterpolated)
    records_.Start(mode == Mode::kForward ? Direction::kForward : Direction::kBackward, from);
  return {};
}

Timestamp ArchiveContext::origin() const {
  return mode_ == Mode::kInterpolated ? origin_ : records_.origin();
}

// Interpolation reads the records in the order of time, as far as is known that they are not.
void ArchiveContext::Sort() {
  const std::uint64_t version = timeline_->order_version();
  if (order_version_ == version) return;
  std::shared_ptr<const Timeline> in_order = Timeline::InOrder(timeline_);
  if (in_order != in_order_) {
    interpolator_ = Interpolator(*in_order, options_.rules);
    marks_ = MarkSearch(*in_order, options_.rules.marks);
    in_order_ = std::move(in_order);
    end_.reset();
  }
  order_version_ = version;
}

bool ArchiveContext::IsInOrder() {
  Sort();
  return in_order_ == timeline_;
}

// Reading may show that records are not in order: then it is done anew.
template <class Read>
auto ArchiveContext::InOrder(Read read) -> decltype(read()) {
  while (true) {
    Sort();
    const std::shared_ptr<const Timeline> before = in_order_;
    auto outcome = read();
    Sort();
    if (in_order_ == before) return outcome;
  }
}

// Whether the log goes on up to t.
Result<bool> ArchiveContext::ReachesTo(Timestamp t) {
  if (end_ && t <= *end_) return true;
  if (const Result<bool> grown = Grow(); !grown) return grown;
  Sort();
  if (!end_) {
    const Result<Timestamp> end = in_order_->End();
    if (!end && end.error().code == Errc::kEmpty) return false;
    if (!end) return Fail(end.error());
    end_ = *end;
  }
  return t <= *end_;
}

Result<bool> ArchiveContext::FetchInterpolated(std::span<const MetricId> metrics,
                                               const Profile& profile, FetchResult& result) {
  const Timestamp t = origin_;
  Result<bool> inside = t < timeline_->start() ? false : ReachesTo(t);
  if (!inside) return inside;
  if (*inside) {
    const Result<void> fetched =
        InOrder([&] { return interpolator_.Fetch(t, metrics, profile, result); });
    if (!fetched) return Fail(fetched.error());
    if (const Result<void> watched = WatchGap(result); !watched) return Fail(watched.error());
  }
  origin_ = t.Plus(delta_);  // so a walk that starts outside of the log gets into it
  return inside;
}

Result<void> ArchiveContext::FetchAt(Timestamp t, std::span<const MetricId> metrics,
                                     FetchResult& result) {
  return InOrder([&] { return interpolator_.Fetch(t, metrics, profile(), result); });
}

Result<bool> ArchiveContext::HasGapBetween(Timestamp a, Timestamp b) {
  return InOrder([&]() -> Result<bool> {
    return interpolator_.KnowsNoMarkBetween(a, b) ? false : marks_.Between(a, b);
  });
}

Result<void> ArchiveContext::WatchGap(FetchResult& result) {
  if (options_.watch_gaps && interpolated_) {
    const Result<bool> gap = HasGapBetween(*interpolated_, result.stamp());
    if (!gap) return Fail(gap.error());
    result.SetAfterGap(*gap);
  }
  interpolated_ = result.stamp();
  return {};
}

// Where forward reading ends, or in the middle of a record, there may be more by now.
template <class Read>
Result<bool> ArchiveContext::Following(Read read) {
  Result<bool> found = read();
  const bool at_end = found ? !*found : found.error().code == Errc::kTruncatedRecord;
  if (!at_end || mode_ == Mode::kBackward) return found;
  const Result<bool> grown = Grow();
  if (!grown) return grown;
  return *grown ? read() : found;
}

Result<bool> ArchiveContext::FetchRecorded(std::span<const MetricId> metrics,
                                           const Profile& profile, FetchResult& result) {
  return Following([&] { return records_.Fetch(metrics, profile, result); });
}

Result<bool> ArchiveContext::FetchSets(std::span<const MetricId> metrics, RecordedSets& sets) {
  const Result<bool> fetched = Following([&] { return records_.FetchSets(metrics, sets); });
  if (fetched && *fetched) now_ = sets.stamp;
  return fetched;
}

Result<bool> ArchiveContext::FetchRecordSets(RecordedSets& sets) {
  const Result<bool> fetched = Following([&] { return records_.FetchRecordSets(sets); });
  if (fetched && *fetched) now_ = sets.stamp;
  return fetched;
}

void ArchiveContext::StartFetch(std::span<const MetricId> metrics, const Profile& profile,
                                FetchResult& result, Done<bool> done) {
  const Result<bool> fetched = mode_ == Mode::kInterpolated
                                   ? FetchInterpolated(metrics, profile, result)
                                   : FetchRecorded(metrics, profile, result);
  if (fetched && *fetched) now_ = result.stamp();
  done(fetched);
}

void ArchiveContext::StartFetchRecord(FetchResult& result, Done<bool> done) {
  if (mode_ == Mode::kInterpolated)
    return done(Fail(Errc::kInvalidArgument, "There are no records in the mode kInterpolated"));
  const Result<bool> fetched = Following([&] { return records_.FetchRecord(result); });
  if (fetched && *fetched) now_ = result.stamp();
  done(fetched);
}

void ArchiveContext::StartFind(std::span<const std::string> names,
                               Done<std::vector<Result<MetricId>>> done) {
  done(FindIn(timeline_->metadata().names(), names));
}

void ArchiveContext::StartNamesOf(MetricId id, Done<std::vector<std::string>> done) {
  const std::span<const std::string_view> names = timeline_->metadata().NamesOf(id);
  if (names.empty()) return done(UnknownMetric(id));
  done(std::vector<std::string>(names.begin(), names.end()));
}

void ArchiveContext::StartChildren(std::string_view name, Done<std::vector<NameChild>> done) {
  done(ChildrenIn(timeline_->metadata().names(), name));
}

void ArchiveContext::StartTraverse(std::string_view name, Done<std::vector<std::string>> done) {
  done(TraverseIn(timeline_->metadata().names(), name));
}

Result<Desc> ArchiveContext::DescOf(MetricId id) {
  if (const Desc* desc = timeline_->metadata().FindDesc(id)) return *desc;
  return UnknownMetric(id);
}

void ArchiveContext::StartDescs(std::span<const MetricId> ids,
                                Done<std::vector<Result<Desc>>> done) {
  std::vector<Result<Desc>> descs;
  descs.reserve(ids.size());
  for (const MetricId id : ids) descs.push_back(DescOf(id));
  done(std::move(descs));
}

Result<std::vector<NamedInstance>> ArchiveContext::InstancesAt(InDomId indom, Timestamp t) const {
  const InDomHistory* history = timeline_->metadata().FindInDom(indom);
  const std::optional<std::size_t> snapshot = history != nullptr ? history->At(t) : std::nullopt;
  if (!snapshot)
    return Fail(Errc::kNotFound, "Nothing is known about the instance domain " + ToString(indom) +
                                     (history != nullptr ? " at that time" : ""));
  return Owned(history->Members(*snapshot));
}

void ArchiveContext::StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) {
  done(InstancesAt(indom, now_));
}

void ArchiveContext::StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) {
  const InDomHistory* history = timeline_->metadata().FindInDom(indom);
  if (history == nullptr)
    return done(
        Fail(Errc::kNotFound, "Nothing is known about the instance domain " + ToString(indom)));
  done(Owned(history->AllInstances()));
}

void ArchiveContext::StartText(TextKind kind, std::uint32_t id, Done<std::string> done) {
  const std::optional<std::string_view> text = timeline_->metadata().FindText(kind, id);
  if (!text) return done(Fail(Errc::kNotFound, "There is no such help text"));
  done(std::string(*text));
}

std::vector<OwnedLabelSet> ArchiveContext::LabelsAt(LabelLevel level, std::uint32_t id,
                                                    Timestamp t) const {
  const LabelHistory* history = timeline_->metadata().FindLabels(level, id);
  if (history == nullptr && level == LabelLevel::kContext) return {HostLabel(label().host.view())};
  const std::optional<std::size_t> record = history != nullptr ? history->At(t) : std::nullopt;
  std::vector<OwnedLabelSet> sets;
  if (!record) return sets;
  for (LabelSet& set : history->Record(*record).sets)
    sets.push_back(
        {set.instance, std::string(set.json), std::move(set.entries), std::min(set.count, 0)});
  return sets;
}

void ArchiveContext::StartLabels(LabelLevel level, std::uint32_t id,
                                 Done<std::vector<OwnedLabelSet>> done) {
  done(LabelsAt(level, id, now_));
}

}  // namespace fdr
