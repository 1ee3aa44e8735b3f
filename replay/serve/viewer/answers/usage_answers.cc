// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/usage_answers.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "fdr/replay/serve/viewer/bucket_query.h"
#include "fdr/replay/serve/viewer/opened_source.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/why/stretch_usage.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMostUsageRows = 1000, kUsageRows = 50;

using AmountMember = double why::UsedAmounts::*;
constexpr std::array<AmountMember, 3> kAmounts = {&why::UsedAmounts::cpu, &why::UsedAmounts::read,
                                                  &why::UsedAmounts::written};
constexpr std::array<std::string_view, 3> kAmountNames = {"cpu", "read", "written"};

struct UsageQuestion {
  Timestamp start, end;
  std::size_t top = kUsageRows;
  std::size_t order = 0;  // of kAmounts
};

Result<UsageQuestion> UsageQuestionIn(const Parameters& parameters) {
  const Result<Nanos> from = RequiredTime(parameters, "from");
  if (!from) return Fail(from.error());
  const Result<Nanos> to = RequiredTime(parameters, "to");
  if (!to) return Fail(to.error());
  if (*to <= *from) return Fail(Errc::kInvalidArgument, "to must be behind from");
  const auto top = parameters.Count("top", kMostUsageRows);
  if (!top) return Fail(top.error());
  const Result<std::size_t> order = WordIn(parameters, "order", kAmountNames, 0);
  if (!order) return Fail(order.error());
  return UsageQuestion{StampAt(*from), StampAt(*to),
                       static_cast<std::size_t>(top->value_or(kUsageRows)), *order};
}

void WriteAmounts(JsonWriter& json, const why::UsedAmounts& used) {
  for (std::size_t i = 0; i < kAmounts.size(); ++i)
    json.Key(kAmountNames[i]).Double(used.*kAmounts[i]);
}

void WriteUsageRow(JsonWriter& json, const why::UsageRow& row) {
  json.BeginObject().Key("name").String(row.name);
  if (row.pid) json.Key("pid").Int(*row.pid).Key("user").String(row.user);
  WriteAmounts(json, row.used);
  json.EndObject();
}

// Those that used most of what is asked for, and then of the rest.
void SortUsage(std::vector<why::UsageRow>& rows, std::size_t order) {
  const auto rank = [order](const why::UsageRow& row) {
    const why::UsedAmounts& used = row.used;
    return std::tuple(used.*kAmounts[order], used.cpu, used.read + used.written);
  };
  std::ranges::stable_sort(rows, std::ranges::greater(), rank);
}

void WriteUsageTable(JsonWriter& json, why::UsageTable& table, const UsageQuestion& question) {
  SortUsage(table.rows, question.order);
  const std::size_t shown = std::min(table.rows.size(), question.top);
  json.BeginObject().Key("by").String(table.by).Key("counted").Bool(table.is_counted);
  json.Key("cut").Bool(table.is_cut);
  json.Key("rows").BeginArray();
  for (const why::UsageRow& row : std::span(table.rows).first(shown)) WriteUsageRow(json, row);
  json.EndArray();
  why::UsedAmounts rest;
  for (const why::UsageRow& row : std::span(table.rows).subspan(shown)) rest.Add(row.used);
  json.Key("others").UInt(table.rows.size() - shown).Key("rest").BeginObject();
  WriteAmounts(json, rest);
  json.EndObject().EndObject();
}

Result<std::string> UsageText(const OpenedSource& source, const UsageQuestion& question,
                              const CheckLimit& check) {
  ArchiveContext& archive = *source.archive();
  const Result<Timestamp> last = archive.EndTime();
  if (!last) return Fail(last.error());
  const Timestamp start = std::max(question.start, archive.label().start);
  const Timestamp end = std::min(question.end, *last);
  if (end <= start) return Fail(Errc::kNotFound, "There is no recording in this window");
  Result<void> limit;
  auto usage = why::UsageOfStretch(archive, start, end, [&](Timestamp) {
    if (limit) limit = check();
    return limit.has_value();
  });
  if (!limit) return Fail(limit.error());
  if (!usage) return Fail(usage.error());
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(source.source().id());
  WriteTime(json.Key("from"), NanosOf(start));
  WriteTime(json.Key("to"), NanosOf(end));
  json.Key("unseen").BeginObject();
  WriteAmounts(json, usage->unseen);
  json.EndObject().Key("tables").BeginArray();
  for (why::UsageTable& table : usage->tables) WriteUsageTable(json, table, question);
  json.EndArray().EndObject();
  return text;
}

Result<LongWork> BeginAddingUp(const std::shared_ptr<ArchiveSource>& source,
                               const UsageQuestion& question) {
  auto opened = OpenedSource::Open(source);
  if (!opened) return Fail(opened.error());
  const auto held = std::make_shared<OpenedSource>(std::move(*opened));
  return LongWork{std::to_string(held->generation()), [held, question](const CheckLimit& check) {
                    return UsageText(*held, question, check);
                  }};
}

std::string KeyOfUsage(const UsageQuestion& question, const WebSource& source) {
  std::string key = source.id();
  for (const auto part : {NanosOf(question.start), NanosOf(question.end),
                          static_cast<Nanos>(question.top), static_cast<Nanos>(question.order)})
    key += '\n' + std::to_string(part);
  return key;
}

}  // namespace

Result<HttpResponse> UsageAnswers::Answer(const std::shared_ptr<ArchiveSource>& source,
                                          const HttpRequest& request) {
  const Result<UsageQuestion> question = UsageQuestionIn(request.parameters);
  if (!question) return Fail(question.error());
  const auto generation = source->Generation();
  if (!generation) return Fail(generation.error());
  return answers_.Answer(
      {.key = KeyOfUsage(*question, *source),
       .version = std::to_string(*generation),
       .begin = [source, question = *question] { return BeginAddingUp(source, question); }},
      request);
}

}  // namespace fdr
