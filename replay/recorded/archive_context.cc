// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/archive_context.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "fdr/archive/base/known_problems.h"
#include "fdr/replay/host_label.h"
#include "fdr/replay/name_answers.h"
#include "fdr/replay/recorded/timeline_reader.h"

namespace fdr {
namespace {

std::vector<NamedInstance> Owned(const InstanceList& members) {
  std::vector<NamedInstance> owned;
  owned.reserve(members.size());
  for (const Instance& member : members) owned.push_back({member.id, std::string(member.name)});
  return owned;
}

// Opening, walks and interpolations meet the same damage.
ProblemSink Once(ProblemSink sink) {
  struct Met {
    std::mutex mutex;  // duplicates of the context may be in other threads
    std::set<ProblemPlace> places;
  };
  constexpr std::size_t kMost = 10'000;  // a damaged archive may have any number of places
  return [sink = std::move(sink), met = std::make_shared<Met>()](const Problem& problem) {
    {
      const std::lock_guard lock(met->mutex);
      if (met->places.contains(PlaceOf(problem))) return;
      if (met->places.size() < kMost) met->places.insert(PlaceOf(problem));
    }
    sink(problem);
  };
}

bool GoesOnBehind(Errc code) { return CanBePassed(code) || code == Errc::kOverlap; }

}  // namespace

Result<std::unique_ptr<ArchiveContext>> ArchiveContext::Open(std::string_view names,
                                                             ReplayOptions options) {
  if (!options.open.on_problem && options.on_damage) {
    options.on_damage = Once(std::move(options.on_damage));
    options.open.on_problem = [sink = options.on_damage](const Problem& problem) {
      if (problem.at_end != Problem::AtEnd::kIncomplete) sink(problem);
    };
  }
  Result<std::unique_ptr<Timeline>> timeline = Timeline::Open(names, options.open);
  if (!timeline) return Fail(timeline.error());
  auto reader =
      std::make_unique<TimelineReader>(std::string(names), std::move(options.open), options.rules,
                                       std::move(*timeline), options.follows);
  return std::unique_ptr<ArchiveContext>(
      new ArchiveContext(std::move(reader), options.watch_gaps, std::move(options.on_damage)));
}

std::unique_ptr<ArchiveContext> ArchiveContext::Of(std::shared_ptr<Archive> archive,
                                                   ReplayOptions options) {
  auto reader = std::make_unique<TimelineReader>(std::string(), OpenOptions(), options.rules,
                                                 Timeline::Of(std::move(archive)), false);
  return std::unique_ptr<ArchiveContext>(
      new ArchiveContext(std::move(reader), options.watch_gaps, std::move(options.on_damage)));
}

ArchiveContext::ArchiveContext(std::unique_ptr<TimelineReader> reader, bool watch_gaps,
                               ProblemSink on_damage)
    : reader_(std::move(reader)),
      watch_gaps_(watch_gaps),
      on_damage_(std::move(on_damage)),
      origin_(timeline().start()),
      now_(timeline().start()) {}

ArchiveContext::~ArchiveContext() = default;

std::unique_ptr<ArchiveContext> ArchiveContext::Duplicate() {
  std::unique_ptr<ArchiveContext> copy(
      new ArchiveContext(reader_->Duplicate(), watch_gaps_, on_damage_));
  copy->mode_ = mode_;
  copy->origin_ = origin_;
  copy->delta_ = delta_;
  copy->now_ = now_;
  copy->damage_ = damage_;
  copy->after_damage_ = after_damage_;
  copy->interpolated_ = interpolated_;
  copy->SetProfile(profile());
  return copy;
}

void ArchiveContext::OutlivesDuplicates() { reader_->OutlivesDuplicates(); }

const Timeline& ArchiveContext::timeline() const { return reader_->timeline(); }

Result<Timestamp> ArchiveContext::EndTime() { return reader_->EndTime(); }

Result<Timestamp> ArchiveContext::LastStamp() { return reader_->LastStamp(); }

Result<bool> ArchiveContext::Grow() { return reader_->Grow(); }

Result<bool> ArchiveContext::SkipDamage() { return reader_->records().SkipDamage(); }

std::optional<Timestamp> ArchiveContext::GapStart() const {
  if (mode_ == Mode::kInterpolated) return std::nullopt;
  return reader_->records().gap_start();
}

bool ArchiveContext::IsInOrder() { return reader_->IsInOrder(); }

Result<void> ArchiveContext::FetchAt(Timestamp t, std::span<const MetricId> metrics,
                                     FetchResult& result) {
  return reader_->FetchAt(t, metrics, profile(), result);
}

Result<void> ArchiveContext::FetchLastAt(Timestamp t, std::span<const MetricId> metrics,
                                         FetchResult& result) {
  return reader_->FetchLastAt(t, metrics, result);
}

Result<bool> ArchiveContext::HasGapBetween(Timestamp a, Timestamp b) {
  return reader_->HasGapBetween(a, b);
}

Result<void> ArchiveContext::SetMode(Mode mode, std::optional<Timestamp> origin,
                                     std::int64_t delta) {
  if (mode == Mode::kLive) return Fail(Errc::kInvalidArgument, "An archive has no mode kLive");
  const Timestamp from = origin.value_or(this->origin());
  mode_ = mode;
  origin_ = now_ = from;
  delta_ = delta;
  damage_.reset();
  after_damage_ = false;
  interpolated_.reset();
  if (mode != Mode::kInterpolated)
    reader_->records().Start(mode == Mode::kForward ? Direction::kForward : Direction::kBackward,
                             from);
  return {};
}

Timestamp ArchiveContext::origin() const {
  return mode_ == Mode::kInterpolated ? origin_ : reader_->records().origin();
}

Fetched ArchiveContext::FetchInterpolated(std::span<const MetricId> metrics, const Profile& profile,
                                          FetchResult& result) {
  const Timestamp t = origin_;
  Result<bool> inside = t < timeline().start() ? false : reader_->ReachesTo(t);
  if (!inside) return inside;
  if (*inside) {
    const Result<void> fetched = reader_->FetchAt(t, metrics, profile, result);
    if (!fetched) return Fail(fetched.error());
    if (const Result<void> watched = WatchGap(result); !watched) return Fail(watched.error());
  }
  origin_ = t.Plus(delta_);  // also outside of the log, so that the walk can enter it
  return inside;
}

Result<void> ArchiveContext::WatchGap(FetchResult& result) {
  if (watch_gaps_ && interpolated_) {
    const Result<bool> gap = HasGapBetween(*interpolated_, result.stamp());
    if (!gap) return Fail(gap.error());
    result.SetAfterGap(*gap);
  }
  interpolated_ = result.stamp();
  return {};
}

// Forward reading that ends, also within a record, tries again after growth.
template <class Read>
Fetched ArchiveContext::Following(Read read) {
  Result<bool> found = read();
  const bool at_end = found ? !*found : found.error().code == Errc::kTruncatedRecord;
  if (!at_end || mode_ == Mode::kBackward) return found;
  const Result<bool> grown = reader_->Follow();
  if (!grown) return grown;
  return *grown ? read() : found;
}

// With a sink, goes on behind damage.  Where nothing is behind it, something may be later.
template <class Read>
Fetched ArchiveContext::PastDamage(Read read) {
  while (true) {
    Result<bool> found = Following(read);
    if (found) damage_.reset();
    TellSkipped();
    if (found || !on_damage_ || !GoesOnBehind(found.error().code)) return found;
    Result<bool> goes_on = Pass(found.error());
    if (goes_on && !*goes_on && mode_ != Mode::kBackward) goes_on = reader_->Follow();
    if (!goes_on || !*goes_on) return goes_on;
  }
}

void ArchiveContext::TellSkipped() {
  while (const std::optional<Error> skipped = reader_->records().TakeSkipped())
    Report(on_damage_, ProblemOf(*skipped));
}

// Fetching goes on behind a record that cannot be decoded, and behind a seam of archives that
// overlap.  Other damage shows itself again.
Result<bool> ArchiveContext::Pass(const Error& error) {
  ErrorPlace place = PlaceOf(error);
  const bool is_new = damage_ != place;
  if (is_new) damage_ = std::move(place);
  const Result<bool> goes_on = is_new ? true : SkipDamage();
  // A length that leads out of the file is the end of the log, unless there are records behind it.
  const bool may_be_end = error.code == Errc::kTruncatedRecord;
  const bool is_told = may_be_end ? !is_new && goes_on && *goes_on : is_new;
  if (is_told) on_damage_(ProblemOf(error));
  if (is_told && error.code != Errc::kOverlap) {
    after_damage_ = true;
    reader_->records().NoteGap();
  }
  return goes_on;
}

Fetched ArchiveContext::FetchRecorded(std::span<const MetricId> metrics, const Profile& profile,
                                      FetchResult& result) {
  return WithGap(result, [&] { return reader_->records().Fetch(metrics, profile, result); });
}

// Fetches into `result`, and marks the gap that damage leaves.
template <class Read>
Fetched ArchiveContext::WithGap(FetchResult& result, Read read) {
  const Result<bool> fetched = PastDamage(read);
  if (fetched && *fetched && std::exchange(after_damage_, false)) result.SetAfterGap(true);
  return fetched;
}

template <class Read>
Fetched ArchiveContext::WithGap(RecordedSets& sets, Read read) {
  const Result<bool> fetched = PastDamage(read);
  if (!fetched || !*fetched) return fetched;
  now_ = sets.stamp;
  sets.after_damage = std::exchange(after_damage_, false);
  return fetched;
}

Fetched ArchiveContext::FetchSets(std::span<const MetricId> metrics, RecordedSets& sets) {
  return WithGap(sets, [&] { return reader_->records().FetchSets(metrics, sets); });
}

Fetched ArchiveContext::FetchRecordSets(RecordedSets& sets) {
  return WithGap(sets, [&] { return reader_->records().FetchRecordSets(sets); });
}

Fetched ArchiveContext::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                              FetchResult& result) {
  const Result<bool> fetched = mode_ == Mode::kInterpolated
                                   ? FetchInterpolated(metrics, profile, result)
                                   : FetchRecorded(metrics, profile, result);
  if (fetched && *fetched) now_ = result.stamp();
  return fetched;
}

Fetched ArchiveContext::FetchRecord(FetchResult& result) {
  if (mode_ == Mode::kInterpolated)
    return Fail(Errc::kInvalidArgument, "There are no records in the mode kInterpolated");
  const Result<bool> fetched =
      WithGap(result, [&] { return reader_->records().FetchRecord(result); });
  if (fetched && *fetched) now_ = result.stamp();
  return fetched;
}

Result<std::vector<Result<MetricId>>> ArchiveContext::Find(std::span<const std::string> names) {
  return FindIn(timeline().metadata().names(), names);
}

Result<std::vector<std::string>> ArchiveContext::NamesOf(MetricId id) {
  const std::span<const std::string_view> names = timeline().metadata().NamesOf(id);
  if (names.empty()) return UnknownMetric(id);
  return std::vector<std::string>(names.begin(), names.end());
}

Result<std::vector<NameChild>> ArchiveContext::Children(std::string_view name) {
  return ChildrenIn(timeline().metadata().names(), name);
}

Result<std::vector<std::string>> ArchiveContext::Traverse(std::string_view name) {
  return TraverseIn(timeline().metadata().names(), name);
}

Result<Desc> ArchiveContext::DescOf(MetricId id) {
  if (const Desc* desc = timeline().metadata().FindDesc(id)) return *desc;
  return UnknownMetric(id);
}

Result<std::vector<NamedInstance>> ArchiveContext::InstancesAt(InDomId indom, Timestamp t) const {
  const InDomHistory* history = timeline().metadata().FindInDom(indom);
  const std::optional<std::size_t> snapshot = history != nullptr ? history->At(t) : std::nullopt;
  if (!snapshot)
    return Fail(Errc::kNotFound, "Nothing is known about the instance domain " + ToString(indom) +
                                     (history != nullptr ? " at that time" : ""));
  return Owned(history->Members(*snapshot));
}

Result<std::vector<NamedInstance>> ArchiveContext::Instances(InDomId indom) {
  return InstancesAt(indom, now_);
}

Result<std::vector<NamedInstance>> ArchiveContext::AllInstances(InDomId indom) {
  const InDomHistory* history = timeline().metadata().FindInDom(indom);
  if (history == nullptr)
    return Fail(Errc::kNotFound, "Nothing is known about the instance domain " + ToString(indom));
  return Owned(history->AllInstances());
}

Result<std::string> ArchiveContext::Text(TextKind kind, std::uint32_t id) {
  const std::optional<std::string_view> text = timeline().metadata().FindText(kind, id);
  if (!text) return Fail(Errc::kNotFound, "There is no such help text");
  return std::string(*text);
}

std::vector<OwnedLabelSet> ArchiveContext::LabelsAt(LabelLevel level, std::uint32_t id,
                                                    Timestamp t) const {
  const LabelHistory* history = timeline().metadata().FindLabels(level, id);
  if (history == nullptr && level == LabelLevel::kContext) return {HostLabel(label().host.view())};
  const std::optional<std::size_t> record = history != nullptr ? history->At(t) : std::nullopt;
  std::vector<OwnedLabelSet> sets;
  if (!record) return sets;
  for (LabelSet& set : history->Record(*record).sets)
    sets.push_back(
        {set.instance, std::string(set.json), std::move(set.entries), std::min(set.count, 0)});
  return sets;
}

Result<std::vector<OwnedLabelSet>> ArchiveContext::Labels(LabelLevel level, std::uint32_t id) {
  return LabelsAt(level, id, now_);
}

}  // namespace fdr
