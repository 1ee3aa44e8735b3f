// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"

#include <pcp/pmapi.h>

#include <algorithm>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {
namespace {

// PCP still answers this far outside of the log.
constexpr double kTolerance = 0.001;

// What PCP returns for a fetch that only has a time.
constexpr int kNothingFetched = 1;

}  // namespace

ArchiveApiContext::ArchiveApiContext(std::unique_ptr<ArchiveContext> archive)
    : archive_(std::move(archive)), origin_(archive_->label().start) {}

Result<std::shared_ptr<ApiContext>> ArchiveApiContext::Duplicate() {
  auto copy = std::make_shared<ArchiveApiContext>(archive_->Duplicate());
  copy->mode_ = mode_;
  copy->origin_ = origin_;
  copy->delta_ = delta_;
  copy->reached_ = reached_;
  copy->known_end_ = known_end_;
  return copy;
}

int ArchiveApiContext::SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) {
  if (mode == Mode::kLive) return PM_ERR_MODE;
  mode_ = mode;
  if (origin) origin_ = *origin;
  delta_ = delta;
  reached_.reset();
  peer_.Reposition();
  damage_.reset();
  if (mode != Mode::kInterpolated)
    (void)archive_->SetMode(mode, origin_.OnAxis());  // archives support all these modes
  return 0;
}

// PCP reports a damaged length once, and then continues after it.  What cannot be decompressed, it
// leaves out without an error.
template <class Read>
Result<bool> ArchiveApiContext::PastDamage(Read read) {
  Result<bool> found = read();
  while (!found && found.error().code == Errc::kCompression &&
         archive_->SkipDamage().value_or(false))
    found = read();
  const bool again = !found && CanBePassed(found.error().code) && PlaceOf(found.error()) == damage_;
  if (again && archive_->SkipDamage().value_or(false)) found = read();
  damage_ = found ? std::nullopt : std::optional(PlaceOf(found.error()));
  return found;
}

int ArchiveApiContext::Fetch(std::span<const MetricId> metrics, ResultMaker& maker) {
  if (mode_ == Mode::kInterpolated) return FetchInterpolated(metrics, maker);
  if (NoRecordHas(metrics)) return FetchStamp(metrics, maker);
  if (archive_->profile() == Profile()) return FetchSets(metrics, maker);
  const int status = Finish(PastDamage([&] { return archive_->Fetch(metrics, result_); }));
  if (status < 0) return status;
  SetNumvals();
  for (std::size_t i = 0; i < numvals_.size(); ++i) {
    const SetStatus set = result_.sets()[i].status;
    if (set == SetStatus::kUndescribed) return PM_ERR_PMID_LOG;
    if (set == SetStatus::kUnknownMetric) numvals_[i] = 0;
  }
  maker.Make({PcpTime(result_.stamp()), &result_, numvals_, {}});
  return 0;
}

// Fetches records unchanged, if the profile excludes nothing.
int ArchiveApiContext::FetchSets(std::span<const MetricId> metrics, ResultMaker& maker) {
  RecordedSets found;
  const int status = Finish(PastDamage([&] { return archive_->FetchSets(metrics, found); }));
  if (status < 0) return status;
  if (found.undescribed) return PM_ERR_PMID_LOG;
  maker.Make(found.stamp, found.sets);
  return 0;
}

// Of event records only; or derived, and not to be computed here: otherwise DerivedMetrics fetches
// them.
bool ArchiveApiContext::NoRecordHas(std::span<const MetricId> metrics) {
  return !metrics.empty() && std::ranges::all_of(metrics, [&](MetricId id) {
    return FindEventMetric(id.value) != nullptr ||
           (IsDerivedId(id) && derived().context().Definition(id) != nullptr);
  });
}

// Any record answers, but marks: to look for values would be to read the whole archive.
int ArchiveApiContext::FetchStamp(std::span<const MetricId> metrics, ResultMaker& maker) {
  RecordedSets found;
  do {
    const int status = Finish(PastDamage([&] { return archive_->FetchRecordSets(found); }));
    if (status < 0) return status;
  } while (found.sets.empty());
  result_.Begin(found.stamp);
  for (const MetricId id : metrics) result_.AddSet(id, SetStatus::kNoValues);
  SetNumvals();
  maker.Make({PcpTime(found.stamp), &result_, numvals_, {}});
  return kNothingFetched;
}

int ArchiveApiContext::FetchRecord(ResultMaker& maker) {
  if (mode_ == Mode::kInterpolated) return PM_ERR_MODE;
  RecordedSets found;
  const int status = Finish(PastDamage([&] { return archive_->FetchRecordSets(found); }));
  if (status >= 0) maker.Make(found.stamp, found.sets);
  return status;
}

// Ends a fetch of records.
int ArchiveApiContext::Finish(const Result<bool>& found) {
  origin_ = PcpTime(archive_->origin());
  reached_ = origin_;
  if (!found) return ErrorCode(found.error());
  return *found ? 0 : PM_ERR_EOL;
}

int ArchiveApiContext::FetchInterpolated(std::span<const MetricId> metrics, ResultMaker& maker) {
  const Timestamp t = origin_.OnAxis();
  reached_ = origin_;
  if (!IsInside(t)) {
    origin_ = origin_.Plus(delta_);  // so that a walk from outside of the log reaches it
    return PM_ERR_EOL;
  }
  if (const Result<void> found = archive_->FetchAt(t, metrics, result_); !found)
    return ErrorCode(found.error());
  SetNumvals();
  if (const Result<void> applied = peer_.Apply(*archive_, result_, numvals_); !applied)
    return ErrorCode(applied.error());
  maker.Make({origin_, &result_, numvals_, peer_.orders()});
  origin_ = origin_.Plus(delta_);
  return 0;
}

// PCP looks for the end only when a fetch gets that far, and then uses it.  At a distance of
// exactly one millisecond, the rounding of seconds decides.
bool ArchiveApiContext::IsInside(Timestamp t) {
  const Timeline& timeline = archive_->timeline();
  const double seconds = SecondsBetween(timeline.start(), t);
  if (seconds < -kTolerance) return false;
  if (seconds <= known_end_ + kTolerance) return true;
  // `t` may be past the end of one archive of a list.
  std::size_t i = timeline.size() - 1;
  while (i > 0 && t < timeline.archive(i).label().start) --i;
  const bool is_last = i + 1 == timeline.size();
  const Result<Timestamp> end = is_last ? archive_->LastStamp() : timeline.archive(i).End();
  if (end) known_end_ = SecondsBetween(archive_->label().start, *end);
  return !is_last || seconds <= known_end_;
}

// The label of the archive, among several, that the last fetch was in.  Before the first fetch, PCP
// opens the archive that begins before the origin or, going back, the next one.
const LabelRecord& ArchiveApiContext::LabelHere() const {
  return archive_->timeline().archive(reached_ ? ArchiveReached() : ArchiveToStartIn()).label();
}

bool ArchiveApiContext::GoesBack() const {
  return mode_ == Mode::kBackward ||
         (mode_ == Mode::kInterpolated && delta_.OnAxis() < Timestamp{});
}

// Going back, the first archive that starts after the origin.
std::size_t ArchiveApiContext::ArchiveToStartIn() const {
  const Timeline& timeline = archive_->timeline();
  const Timestamp t = origin_.OnAxis();
  const std::size_t before = timeline.ArchiveBefore(t);
  if (!GoesBack() || t <= timeline.start()) return before;
  return std::min(before + 1, timeline.size() - 1);
}

// Going back, the mark before an archive is still read in that archive.
std::size_t ArchiveApiContext::ArchiveReached() const {
  const Timeline& timeline = archive_->timeline();
  const Timestamp t = reached_->OnAxis();
  const std::size_t here = timeline.ArchiveBefore(t.Plus(1)), next = here + 1;
  const bool is_mark =
      mode_ == Mode::kBackward && next < timeline.size() && t == timeline.MarkInFrontOf(next);
  return is_mark ? next : here;
}

}  // namespace fdr::pmapi
