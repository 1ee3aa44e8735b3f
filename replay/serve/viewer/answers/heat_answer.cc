// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/answers/heat_answer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/viewer/bucket_frame.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

enum class HeatOrder : std::uint8_t { kMax, kMean, kLast, kName, kPeak };
constexpr std::array<std::string_view, 5> kHeatOrders = {"max", "mean", "last", "name", "peak"};
constexpr std::array<std::string_view, 3> kHeatFields = {"min", "max", "avg"};
constexpr std::uint64_t kRows = 500;
// A map that no screen can show.
constexpr std::uint64_t kMostCells = 8'000'000;
constexpr double kSteps = 254;

struct HeatQuery {
  BucketQuery buckets;
  BucketField field = BucketField::kMax;
  HeatOrder order = HeatOrder::kMean;

  static Result<HeatQuery> Of(const Parameters& parameters);
};

Result<HeatQuery> HeatQuery::Of(const Parameters& parameters) {
  HeatQuery query;
  if (const Result<void> read = ReadTimes(parameters, query.buckets); !read)
    return Fail(read.error());
  const auto rows = parameters.Count("rows", BucketQuery::kMostSeries);
  if (!rows) return Fail(rows.error());
  query.buckets.top = static_cast<std::size_t>(rows->value_or(kRows));
  const auto field = WordIn(parameters, "f", kHeatFields, 1);
  if (!field) return Fail(field.error());
  query.field = static_cast<BucketField>(*field);
  const auto order = WordIn(parameters, "order", kHeatOrders, 1);
  if (!order) return Fail(order.error());
  query.order = static_cast<HeatOrder>(*order);
  // Which rows are shown, if there are too many.
  query.buckets.order =
      query.order <= HeatOrder::kLast ? static_cast<SeriesOrder>(*order) : SeriesOrder::kMean;
  if (*query.buckets.top * query.buckets.n > kMostCells)
    return Fail(Errc::kTooLarge, "A heat map has 8 million cells at most; ask for fewer rows");
  return query;
}

// Rows with their cells, and what the cells have in common.
class HeatBody {
 public:
  struct Row {
    SeriesRow series;
    std::vector<float> cells;
    std::size_t peak = 0;
  };

  HeatBody(const BucketSource& source, std::vector<SeriesRow> rows, const HeatQuery& query);

  void Sort(HeatOrder order);
  /// In which order they stand.
  const std::vector<Row>& rows() const { return rows_; }
  void AppendCells(const Row& row, std::string& out) const;
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  std::vector<Row> rows_;
  double low_ = 0, high_ = 0;
};

HeatBody::HeatBody(const BucketSource& source, std::vector<SeriesRow> rows,
                   const HeatQuery& query) {
  SeriesBuckets buckets(query.buckets.Grid(query.buckets.n));
  bool has_any = false;
  for (SeriesRow& series : rows) {
    buckets.Clear();
    source.Fill(series.metric, series.series, buckets);
    Row row{std::move(series), {}};
    for (const ValueSums& bucket : buckets.buckets()) {
      const double value = FieldOf(bucket, query.field);
      row.cells.push_back(static_cast<float>(value));
      if (std::isnan(value)) continue;
      low_ = has_any ? std::min(low_, value) : value;
      high_ = has_any ? std::max(high_, value) : value;
      has_any = true;
      if (!(row.cells[row.peak] >= row.cells.back())) row.peak = row.cells.size() - 1;
    }
    rows_.push_back(std::move(row));
  }
}

void HeatBody::Sort(HeatOrder order) {
  const auto score = [&](const Row& row) {
    return order == HeatOrder::kPeak ? -static_cast<double>(row.peak)
                                     : ScoreOf(row.series, static_cast<SeriesOrder>(order));
  };
  std::stable_sort(rows_.begin(), rows_.end(), [&](const Row& a, const Row& b) {
    return order == HeatOrder::kName ? a.series.name < b.series.name : score(a) > score(b);
  });
}

void HeatBody::AppendCells(const Row& row, std::string& out) const {
  const double scale = high_ > low_ ? kSteps / (high_ - low_) : 0;
  for (const float cell : row.cells)
    out += std::isnan(cell)
               ? '\0'
               : static_cast<char>(std::lround(
                     std::clamp(1 + (static_cast<double>(cell) - low_) * scale, 1.0, kSteps + 1)));
}

// All that an answer says.
struct HeatAnswer {
  BucketQuestion question;
  HeatQuery query;
  HeatBody map;
  std::uint64_t generation = 0;
  std::size_t total = 0;
};

// Borrows the answer.
TextParts HeatJson(const HeatAnswer& answer) {
  const BucketQuery& query = answer.query.buckets;
  const ChosenMetric& metric = answer.question.choice.metrics.front();
  const bool is_rate = answer.question.choice.IsRate(metric);
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(answer.question.source->id());
  json.Key("generation").String(std::to_string(answer.generation));
  WriteTime(json.Key("from"), query.from);
  WriteTime(json.Key("to"), query.to);
  json.Key("n").UInt(query.n).Key("field").String(NameOf(answer.query.field));
  co_yield json.Key("m").Parts(metric.name);
  json.Key("rate").Bool(is_rate).Key("units").String(UnitsOf(metric.desc, is_rate));
  json.Key("low").Double(answer.map.low()).Key("high").Double(answer.map.high());
  json.Key("total").UInt(answer.total).Key("approximate").Bool(false);
  json.Key("rows").BeginArray();
  for (const HeatBody::Row& row : answer.map.rows()) {
    json.BeginObject();
    if (row.series.instance != kSingular) {
      co_yield json.Key("i").Parts(row.series.name);
      json.Key("id").Int(row.series.instance);
    }
    json.EndObject();
    co_yield text;
  }
  json.EndArray().EndObject();
  co_return text;
}

TextParts HeatText(HeatAnswer answer) {
  const std::vector<HeatBody::Row>& rows = answer.map.rows();
  const ViewerFrame head = {.magic = "FDRH",
                            .flags = ViewerFrame::kLast,
                            .n = answer.query.buckets.n,
                            .series = static_cast<std::uint32_t>(rows.size())};
  TextParts frame = FrameText(head, [&answer] { return HeatJson(answer); });
  std::string text;
  for (bool goes_on = true; goes_on;) {
    const Result<bool> appended = frame.AppendNext(text);
    if (!appended) co_return Fail(appended.error());
    goes_on = *appended;
    co_yield text;
  }
  for (const HeatBody::Row& row : rows) {
    answer.map.AppendCells(row, text);
    co_yield text;
  }
  AppendPadding(std::uint64_t{rows.size()} * answer.query.buckets.n, text);
  co_return text;
}

}  // namespace

Result<HttpResponse> AnswerHeat(BucketQuestion question, const HttpRequest& request) {
  const Result<HeatQuery> query = HeatQuery::Of(request.parameters);
  if (!query) return Fail(query.error());
  question.query = query->buckets;
  if (question.choice.metrics.empty())
    return Fail(Errc::kNotFound, "m: the source has no such metric with numbers");
  if (question.choice.metrics.size() > 1)
    return Fail(Errc::kInvalidArgument, "m: a heat map shows one metric");
  Result<ArchiveSource::Lease> archive = question.source->Borrow();
  if (!archive) return Fail(archive.error());
  const auto source = ExactSeries(*archive, question);
  if (!source) return Fail(source.error());
  NamesOfInstances names(**archive);
  auto rows = ChooseRows(**source, question.choice, names, question.query, question.Check());
  if (!rows) return Fail(rows.error());
  HeatBody map(**source, std::move(rows->rows), *query);
  map.Sort(query->order);
  auto response = Written(
      HeatText({std::move(question), *query, std::move(map), archive->generation(), rows->total}));
  if (response) response->type = "application/x-fdr-heat";
  return response;
}

}  // namespace fdr
