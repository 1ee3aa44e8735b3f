// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/asked_source.h"

#include <algorithm>

#include "fdr/replay/derive/definition_error.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/time/time_window.h"

namespace fdr {
namespace {

constexpr std::int64_t kNanosOfSecond = 1'000'000'000;

DerivedTable NoneDefined() { return DerivedTable(DeriveRules::kNewest); }

// The distance of two times of one archive: three centuries at most.
std::int64_t NanosBetween(Timestamp a, Timestamp b) {
  const std::int64_t seconds = std::clamp<std::int64_t>(b.sec - a.sec, 0, 9'000'000'000);
  return seconds * kNanosOfSecond + b.nsec - a.nsec;
}

bool IsSeconds(std::string_view time) {
  return !time.empty() && std::ranges::all_of(time, [](char c) { return IsDigit(c) || c == '.'; });
}

}  // namespace

Result<std::unique_ptr<AskedSource>> AskedSource::Open(WebContext& state) {
  auto asked = std::unique_ptr<AskedSource>(new AskedSource(state));
  WebSource& source = *state.source;
  const Result<void> opened = source.kind() == WebSource::Kind::kArchive
                                  ? asked->OpenArchive(static_cast<ArchiveSource&>(source))
                                  : asked->OpenLive(static_cast<LiveSource&>(source));
  if (!opened) return Fail(opened.error());
  return asked;
}

Result<void> AskedSource::OpenLive(LiveSource& live) {
  const Result<Context*> connected = live.Connected();
  if (!connected) return Fail(connected.error());
  source_ = *connected;
  const std::uint64_t generation = live.Generation();
  state_.catalog->Renew(generation);
  derived_ = state_.derived.get();
  if (derived_ != nullptr && generation != state_.derived_generation) derived_->Rebind();
  state_.derived_generation = generation;
  return {};
}

// What is the same for all times is that of the start: labels, and identifiers of series.
Result<void> AskedSource::OpenArchive(ArchiveSource& archive) {
  Result<ArchiveSource::Lease> lease = archive.Borrow();
  if (!lease) return Fail(lease.error());
  lease_.emplace(std::move(*lease));
  source_ = &**lease_;
  state_.catalog->Renew(lease_->generation());
  if (!state_.definitions.empty()) MakeDerived();
  return source_->SetMode(Mode::kInterpolated, (*lease_)->label().start, 0);
}

void AskedSource::MakeDerived() {
  auto made = std::make_unique<DerivedContext>(*source_, NoneDefined());
  made->own() = state_.definitions;
  derived_ = made.get();
  (IsArchive() ? own_derived_ : state_.derived) = std::move(made);
}

Result<std::vector<AskedSource::Metric>> AskedSource::Find(std::span<const std::string> names) {
  Result<std::vector<Metric>> found = state_.catalog->Find(*source_, names);
  if (!found || derived_ == nullptr) return found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((*found)[i] != nullptr || derived_->Definition(names[i]) == nullptr) continue;
    const Result<MetricId> id = derived_->Find(names[i]);
    if (!id) continue;
    if (const Result<Desc> desc = derived_->DescOf(*id); desc)
      (*found)[i] = std::make_shared<KnownMetric>(MakeKnownMetric(names[i], *desc));
  }
  return found;
}

Result<AskedSource::Metric> AskedSource::Find(MetricId id) {
  const Result<std::vector<std::string>> names = context().NamesOf(id);
  const bool is_refused = !names && names.error().pcp_error != 0;
  if (!names && !is_refused && names.error().code != Errc::kNotFound) return Fail(names.error());
  if (!names || names->empty()) return nullptr;
  const Result<std::vector<Metric>> found = Find(std::span(names->data(), 1));
  if (!found) return Fail(found.error());
  return found->front();
}

Result<std::shared_ptr<const MetricDetails>> AskedSource::DetailsOf(const KnownMetric& metric) {
  const bool is_of_source = derived_ == nullptr || derived_->Definition(metric.desc.id) == nullptr;
  if (is_of_source && !metric.is_made_up) return state_.catalog->DetailsOf(*source_, metric);
  const Result<SeriesLabels> labels = state_.catalog->LabelsOfContext(*source_);
  if (!labels) return Fail(labels.error());
  return std::make_shared<const MetricDetails>(
      MakeDetails(metric, *labels, {}, metric.is_made_up ? nullptr : &context()));
}

Answered<void> AskedSource::SetPlace(std::string_view time) {
  if (!IsArchive()) return Refuse("a live source has no parameter 'time'");
  ArchiveContext& archive = **lease_;
  const Result<Timestamp> end = archive.EndTime();
  if (!end) return RefuseFor(end.error());
  TimeWindowSpec spec;
  spec.start = IsSeconds(time) ? "@" : "";
  spec.start->append(time);
  const auto window = ParseTimeWindow(spec, {.log_start = archive.label().start, .log_end = *end},
                                      IntervalRules::kPlain);
  if (!window) return Refuse("invalid parameter 'time': " + window.error().what);
  state_.place = window->start;
  return {};
}

Result<Timestamp> AskedSource::TimeOfPlace() {
  if (state_.place) return *state_.place;
  return state_.catalog->EndOf(**lease_);
}

Result<void> AskedSource::GoToPlace() {
  if (!IsArchive()) return {};
  const Result<Timestamp> time = TimeOfPlace();
  if (!time) return Fail(time.error());
  return source_->SetMode(Mode::kInterpolated, *time, 0);
}

// Rates of an archive are those since the fetch before, as those of a live source.  So the values
// of that time are fetched again, if they are needed.
Fetched AskedSource::Fetch(std::span<const MetricId> metrics, FetchResult& result) {
  if (!IsArchive()) return context().Fetch(metrics, state_.profile, result);
  const Result<Timestamp> time = TimeOfPlace();
  if (!time) return Fail(time.error());
  if (state_.last != *time) state_.before_last = std::exchange(state_.last, *time);
  const std::optional<Timestamp>& before = state_.before_last;
  if (derived_ != nullptr && before && *before < *time) {
    const std::int64_t distance = NanosBetween(*before, *time);
    if (auto set = context().SetMode(Mode::kInterpolated, *before, distance); !set)
      return Fail(set.error());
    const Fetched earlier = context().Fetch(metrics, state_.profile, result);
    if (!earlier || !*earlier) return earlier;
  } else if (auto set = context().SetMode(Mode::kInterpolated, *time, 0); !set) {
    return Fail(set.error());
  }
  const Fetched fetched = context().Fetch(metrics, state_.profile, result);
  if (fetched && !*fetched) result.Begin(*time);
  return fetched;
}

Result<void> AskedSource::Store(const FetchResult& values) {
  if (IsArchive()) return Fail(CollectorError(kPcpNotLive));
  return static_cast<LiveSource&>(*state_.source).Store(values);
}

Answered<void> AskedSource::Define(const std::string& name, const std::string& expression) {
  const auto refuse = [&](const DefinitionError& error) {
    return Refuse(AddDerivedMessage(name, expression, error));
  };
  const auto added = state_.definitions.Add(name, expression);
  if (!added) return refuse(DefinitionErrorOf(added.error()));
  if (derived_ == nullptr)
    MakeDerived();
  else
    derived_->own() = state_.definitions;
  const Result<std::optional<SemanticError>> error = derived_->Check(*added);
  if (!error) return RefuseFor(error.error());
  if (!*error || (*error)->is_of_operand) return {};
  return refuse(DefinitionErrorOf(**error));
}

}  // namespace fdr
