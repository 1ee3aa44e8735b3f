// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/pmapi_call.h"

#include <array>
#include <charconv>

#include "fdr/replay/serve/web_api/web_value_text.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

// "60.2.0" has three numbers, each of which is smaller than its limit.
template <std::size_t kCount>
std::optional<std::array<std::uint32_t, kCount>> DottedNumbers(
    std::string_view text, const std::array<std::uint32_t, kCount>& limits) {
  std::array<std::uint32_t, kCount> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < kCount; ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || numbers[i] >= limits[i]) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(numbers) : std::nullopt;
}

}  // namespace

std::string PmapiCall::BeginBody() const {
  std::string body = "{\"context\":";
  AppendInteger(source.state().number, body);
  if (const std::string* const client = request.parameters.Find("client")) {
    body += ",\"client\":";
    AppendJsonString(*client, body);
  }
  return body;
}

HttpResponse Succeeded(const PmapiCall& call) {
  return ShortAnswer(call.BeginBody() + ",\"success\":true");
}

HttpResponse ShortAnswer(std::string text) {
  HttpResponse response;
  response.body = std::move(text);
  response.body += kEndOfBody;
  return response;
}

PmapiAnswer LongAnswer(TextParts text) {
  Result<HttpResponse> written = Written(std::move(text));
  if (!written) return RefuseFor(written.error());
  return std::move(*written);
}

Answered<void> SetPlaceOf(const PmapiCall& call) {
  const std::string* const time = call.request.parameters.Find("time");
  return time != nullptr ? call.source.SetPlace(*time) : Answered<void>();
}

std::vector<std::string> NamesIn(const HttpRequest& request, const std::string& singular) {
  std::vector<std::string> names = request.parameters.List(singular + "s");
  for (std::string& name : request.parameters.List(singular)) names.push_back(std::move(name));
  return names;
}

std::optional<MetricId> MetricIdOf(std::string_view text) {
  const auto parts = DottedNumbers<3>(text, {1U << 9, 1U << 12, 1U << 10});
  if (!parts) return std::nullopt;
  return MetricId::Build((*parts)[0], (*parts)[1], (*parts)[2]);
}

std::optional<InDomId> InDomIdOf(std::string_view text) {
  const auto parts = DottedNumbers<2>(text, {1U << 9, 1U << 22});
  if (!parts) return std::nullopt;
  return InDomId::Build((*parts)[0], (*parts)[1]);
}

Answered<KnownMetrics::Metric> TheMetric(const PmapiCall& call, const std::string& name) {
  const auto found = call.source.Find(std::span(&name, 1));
  if (!found) return RefuseFor(found.error());
  if (found->front() == nullptr) return Refuse(name + " - failed to lookup metric");
  return found->front();
}

Answered<InDomId> DomainIn(const PmapiCall& call) {
  if (const std::string* const name = call.request.parameters.Find("name")) {
    const auto metric = TheMetric(call, *name);
    if (!metric) return tl::unexpected(metric.error());
    if ((*metric)->desc.indom.IsNull()) return Refuse(*name + " - metric has null indom");
    return (*metric)->desc.indom;
  }
  const std::string* const text = call.request.parameters.Find("indom");
  if (text == nullptr) return Refuse("missing parameter 'name' or 'indom'");
  const std::optional<InDomId> indom = InDomIdOf(*text);
  if (!indom) return Refuse("failed to lookup indom " + *text);
  return *indom;
}

}  // namespace fdr
