// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/api_context.h"

#include <pcp/pmapi.h>

#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/event_metrics.h"

namespace fdr::pmapi {
namespace {

// So far outside of the log PCP still answers.
constexpr double kTolerance = 0.001;

std::int32_t Numval(const FetchedSet& set) {
  switch (set.status) {
    case SetStatus::kValues:
      return static_cast<std::int32_t>(set.count);
    case SetStatus::kNoValues:
      return 0;
    case SetStatus::kRecordedError:
      return set.code;
    case SetStatus::kUnknownMetric:
    case SetStatus::kUndescribed:
      return PM_ERR_PMID_LOG;
    case SetStatus::kNotInterpolable:
      return PM_ERR_TYPE;
  }
  return 0;  // not reached: no case is missing
}

}  // namespace

ApiContext::ApiContext(std::unique_ptr<ArchiveContext> archive)
    : archive_(std::move(archive)), origin_(archive_->label().start) {}

std::shared_ptr<ApiContext> ApiContext::Duplicate() {
  auto copy = std::make_shared<ApiContext>(archive_->Duplicate());
  copy->mode_ = mode_;
  copy->origin_ = origin_;
  copy->delta_ = delta_;
  copy->known_end_ = known_end_;
  return copy;
}

void ApiContext::SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) {
  mode_ = mode;
  if (origin) origin_ = *origin;
  delta_ = delta;
  peer_.Reposition();
  damage_.clear();
  if (mode != Mode::kInterpolated)
    (void)archive_->SetMode(mode, origin_.OnAxis());  // an archive has these modes
}

// PCP tells of damaged lengths once, and reads on behind them.
template <class Read>
Result<bool> ApiContext::PastDamage(Read read) {
  Result<bool> found = read();
  const bool again = !found && IsDamage(found.error().code) && found.error().Message() == damage_;
  if (again && archive_->SkipDamage().value_or(false)) found = read();
  damage_ = found ? std::string() : found.error().Message();
  return found;
}

int ApiContext::Fetch(std::span<const MetricId> metrics, Fetched& fetched) {
  if (mode_ == Mode::kInterpolated) return FetchInterpolated(metrics, fetched);
  const int status = Finish(PastDamage([&] { return archive_->Fetch(metrics, result_); }), fetched);
  if (status < 0) return status;
  for (std::size_t i = 0; i < numvals_.size(); ++i) {
    const SetStatus set = result_.sets()[i].status;
    if (set == SetStatus::kUndescribed) return PM_ERR_PMID_LOG;
    if (set == SetStatus::kUnknownMetric) numvals_[i] = 0;
  }
  return 0;
}

int ApiContext::FetchRecord(Fetched& fetched) {
  if (mode_ == Mode::kInterpolated) return PM_ERR_MODE;
  return Finish(PastDamage([&] { return archive_->FetchRecord(result_); }), fetched);
}

// Of a fetch of records.
int ApiContext::Finish(const Result<bool>& found, Fetched& fetched) {
  origin_ = PcpTime(archive_->origin());
  if (!found) return ErrorCode(found.error());
  if (!*found) return PM_ERR_EOL;
  SetNumvals();
  fetched = {PcpTime(result_.stamp()), &result_, numvals_, {}};
  return 0;
}

int ApiContext::FetchInterpolated(std::span<const MetricId> metrics, Fetched& fetched) {
  const Timestamp t = origin_.OnAxis();
  if (!IsInside(t)) {
    origin_ = origin_.Plus(delta_);  // so a walk that starts outside of the log gets into it
    return PM_ERR_EOL;
  }
  if (const Result<void> found = archive_->FetchAt(t, metrics, result_); !found)
    return ErrorCode(found.error());
  SetNumvals();
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (FindEventMetric(metrics[i].value) != nullptr) numvals_[i] = 0;
  if (const Result<void> applied = peer_.Apply(*archive_, result_, numvals_, order_); !applied)
    return ErrorCode(applied.error());
  fetched = {origin_, &result_, numvals_, order_};
  origin_ = origin_.Plus(delta_);
  return 0;
}

// PCP looks for the end only when it has come so far, and then goes by it.  At exactly one
// millisecond the rounding of seconds decides.
bool ApiContext::IsInside(Timestamp t) {
  const Timeline& timeline = archive_->timeline();
  const double seconds = SecondsBetween(timeline.start(), t);
  if (seconds < -kTolerance) return false;
  if (seconds <= known_end_ + kTolerance) return true;
  // It is the end of one archive of a list.
  std::size_t i = timeline.size() - 1;
  while (i > 0 && t < timeline.archive(i).label().start) --i;
  const bool is_last = i + 1 == timeline.size();
  const Result<Timestamp> end = is_last ? archive_->EndTime() : timeline.archive(i).End();
  if (end) known_end_ = SecondsBetween(archive_->label().start, *end);
  return !is_last || seconds <= known_end_;
}

void ApiContext::SetNumvals() {
  numvals_.clear();
  for (const FetchedSet& set : result_.sets()) numvals_.push_back(Numval(set));
}

}  // namespace fdr::pmapi
