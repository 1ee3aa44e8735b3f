// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/follow_body.h"

#include <utility>

#include "fdr/replay/serve/viewer/buckets/metric_events.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr double kShortest = 0.1, kLongest = 3600, kMillis = 1000;

constexpr std::string_view kEventEnd = "\n\n";

void AppendEventHead(std::string_view name, std::string& out) {
  out.append("event: ").append(name).append("\ndata: ");
}

void AppendEvent(std::string_view name, std::string_view data, std::string& out) {
  AppendEventHead(name, out);
  out.append(data).append(kEventEnd);
}

void AppendFailure(const Error& error, std::string& out) {
  std::string data;
  JsonWriter(data).BeginObject().Key("message").String(ShownMessage(error.Message())).EndObject();
  AppendEvent("failed", data, out);
}

}  // namespace

Result<std::unique_ptr<FollowBody>> FollowBody::Make(std::shared_ptr<WebSource> source,
                                                     const HttpRequest& request) {
  const auto interval = request.parameters.Number("interval", kShortest, kLongest);
  if (!interval) return Fail(interval.error());
  const std::chrono::milliseconds wait(static_cast<long>(interval->value_or(1) * kMillis));
  return std::unique_ptr<FollowBody>(new FollowBody(std::move(source), request, wait));
}

FollowBody::FollowBody(std::shared_ptr<WebSource> source, const HttpRequest& request,
                       std::chrono::milliseconds interval)
    : source_(std::move(source)),
      request_(request),
      limit_(std::exchange(request_.limit, nullptr)),
      interval_(interval) {}

Result<BodySource::Piece> FollowBody::Next() {
  if (limit_ && limit_->IsCancelled()) return Fail(Errc::kCancelled, "cancelled");
  Piece piece;
  if (!sample_) {
    piece.data = ":\n\n";  // a comment: the client is still there
    if (const Result<void> appended = AppendEvents(piece.data); !appended)
      AppendFailure(appended.error(), piece.data);
  }
  if (sample_)
    if (const Result<void> appended = AppendPart(piece.data); !appended)
      return Fail(appended.error());
  if (!sample_) piece.wait = interval_;
  return piece;
}

// Long samples have several parts.
Result<void> FollowBody::AppendPart(std::string& out) {
  const Result<bool> goes_on = sample_->AppendNext(out);
  if (!goes_on) return Fail(goes_on.error());
  if (*goes_on) return {};
  out += kEventEnd;
  sample_.reset();
  return {};
}

Result<void> FollowBody::AppendEvents(std::string& out) {
  Result<OpenedSource> opened = OpenedSource::Open(source_);
  if (!opened) return Fail(opened.error());
  return opened->archive() != nullptr ? AppendGrowth(std::move(*opened), out)
                                      : BeginSample(std::move(*opened), out);
}

Result<void> FollowBody::AppendGrowth(OpenedSource source, std::string& out) {
  const bool has_grown = has_looked_ && source.generation() != generation_;
  generation_ = source.generation();
  has_looked_ = true;
  if (!has_grown) return {};
  const Result<Timestamp> end = source.archive()->EndTime();
  if (!end) return Fail(end.error());
  std::string data;
  JsonWriter json(data);
  json.BeginObject().Key("s").String(source.source().id());
  WriteTime(json.Key("end"), NanosOf(*end));
  json.Key("generation").String(std::to_string(generation_)).EndObject();
  AppendEvent("grown", data, out);
  return request_.parameters.Has("m") ? BeginSample(std::move(source), out) : Result<void>();
}

Result<void> FollowBody::BeginSample(OpenedSource source, std::string& out) {
  auto choice = ChooseMetrics(source.context(), request_.parameters, WithoutMetrics::kTakeAll);
  if (!choice) return Fail(choice.error());
  auto moment = MomentOf(source, *choice, request_);
  if (!moment) return Fail(moment.error());
  if (source.archive() == nullptr) MakeRates(*choice, *moment);
  AppendEventHead("sample", out);
  sample_.emplace(MomentText(std::move(source), std::move(*choice), std::move(*moment)));
  return {};
}

// The first sample of a live source has no rates.
void FollowBody::MakeRates(const MetricChoice& choice, MomentAnswer& moment) {
  std::map<std::pair<MetricId, InstanceId>, std::uint64_t> counters;
  for (std::size_t i = 0; i < choice.metrics.size(); ++i) {
    const ChosenMetric& metric = choice.metrics[i];
    if (!choice.IsRate(metric)) continue;
    const ValueRules rules = ValueRulesOf(metric.desc, false);
    std::vector<MomentValue> rates;
    for (const MomentValue& value : moment.values[i]) {
      const std::pair key(metric.desc.id, value.instance);
      counters[key] = value.bits;
      const auto before = counters_.find(key);
      if (before == counters_.end()) continue;
      const auto rate = RateBetween(rules, counted_at_, before->second, moment.at, value.bits);
      if (rate) rates.push_back({value.instance, *rate});
    }
    moment.values[i] = std::move(rates);
  }
  moment.has_rates = true;
  counters_ = std::move(counters);
  counted_at_ = moment.at;
}

}  // namespace fdr
