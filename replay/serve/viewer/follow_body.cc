// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/follow_body.h"

#include <utility>

#include "fdr/replay/serve/viewer/buckets/metric_events.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

constexpr double kShortest = 0.1, kLongest = 3600, kMillis = 1000;

void AppendEvent(std::string_view name, std::string_view data, std::string& out) {
  out += "event: ";
  out += name;
  out += "\ndata: ";
  out += data;
  out += "\n\n";
}

void AppendFailure(const Error& error, std::string& out) {
  std::string data;
  JsonWriter(data).BeginObject().Key("message").String(error.Message()).EndObject();
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
  Piece piece{.data = ":\n\n", .wait = interval_};  // a comment: the client is still there
  if (const Result<void> appended = AppendEvents(piece.data); !appended)
    AppendFailure(appended.error(), piece.data);
  return piece;
}

Result<void> FollowBody::AppendEvents(std::string& out) {
  const Result<OpenedSource> opened = OpenedSource::Open(source_);
  if (!opened) return Fail(opened.error());
  return opened->archive() != nullptr ? AppendGrowth(*opened, out) : AppendSample(*opened, out);
}

Result<void> FollowBody::AppendGrowth(const OpenedSource& source, std::string& out) {
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
  return request_.parameters.Has("m") ? AppendSample(source, out) : Result<void>();
}

Result<void> FollowBody::AppendSample(const OpenedSource& source, std::string& out) {
  const auto choice =
      ChooseMetrics(source.context(), request_.parameters, WithoutMetrics::kTakeAll);
  if (!choice) return Fail(choice.error());
  auto moment = MomentOf(source, *choice, request_);
  if (!moment) return Fail(moment.error());
  if (source.archive() == nullptr) MakeRates(*choice, *moment);
  std::string data;
  WriteMoment(source, *choice, *moment, data);
  AppendEvent("sample", data, out);
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
