// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/bucket_body.h"

#include <utility>

#include "fdr/replay/serve/viewer/bucket_frame.h"
#include "fdr/replay/serve/viewer/request_times.h"
#include "fdr/replay/serve/viewer/widened_series.h"

namespace fdr {
namespace {

// For the buckets of a window that is read record by record.
constexpr std::size_t kMostWindowBytes = std::size_t{256} << 20;

std::shared_ptr<const BucketSource> Window(std::unique_ptr<WindowBuckets> window,
                                           const MetricChoice& choice) {
  return Widened(std::make_shared<WindowSeries>(std::move(window)), choice);
}

// Borrows the question and the rows.
TextParts HeadJson(const BucketQuestion& question, const SeriesRows& rows, std::uint32_t n,
                   bool is_approximate, std::uint64_t generation) {
  const BucketQuery& query = question.query;
  std::string text;
  JsonWriter json(text);
  json.BeginObject().Key("s").String(question.source->id());
  json.Key("generation").String(std::to_string(generation));
  WriteTime(json.Key("from"), query.from);
  WriteTime(json.Key("to"), query.to);
  json.Key("n").UInt(n).Key("fields").BeginArray();
  for (const BucketField field : query.fields) json.String(NameOf(field));
  json.EndArray().Key("approximate").Bool(is_approximate);
  json.Key("total").UInt(rows.total);
  for (MissingNames missing(json, question.choice); auto name = missing.Next();) co_yield *name;
  json.Key("series").BeginArray();
  if (query.is_json) co_return text;
  for (const SeriesRow& row : rows.rows) {
    const ChosenMetric& metric = question.choice.metrics[row.metric];
    json.BeginObject();
    for (SeriesNames names(json, metric, row.instance, row.name); auto part = names.Next();)
      co_yield *part;
    WriteUnits(json, question.choice, metric);
    json.EndObject();
    co_yield text;
  }
  json.EndArray().EndObject();
  co_return text;
}

// Borrows all.
TextParts JsonRow(const BucketQuestion& question, const SeriesRow& row,
                  const SeriesBuckets& buckets) {
  std::string text;
  JsonWriter json(text);
  const ChosenMetric& metric = question.choice.metrics[row.metric];
  json.BeginObject();
  for (SeriesNames names(json, metric, row.instance, row.name); auto part = names.Next();)
    co_yield *part;
  WriteUnits(json, question.choice, metric);
  json.Key("values").BeginObject();
  for (const BucketField field : question.query.fields) {
    json.Key(NameOf(field)).BeginArray();
    for (const ValueSums& bucket : buckets.buckets()) {
      json.Double(FieldOf(bucket, field));
      co_yield text;
    }
    json.EndArray();
  }
  json.EndObject().EndObject();
  co_return text;
}

}  // namespace

Result<std::shared_ptr<const BucketSource>> ExactSeries(ArchiveSource::Lease& archive,
                                                        const BucketQuestion& question) {
  const std::vector<ColumnKey> keys = KeysOf(question.choice);
  auto columns =
      question.viewed->pyramid.Get(*archive, archive.generation(), keys, question.Check());
  if (columns)
    return Widened(std::make_shared<const PyramidSeries>(std::move(*columns)), question.choice);
  if (columns.error().code != Errc::kTooLarge) return Fail(columns.error());
  auto window = std::make_unique<WindowBuckets>(
      *archive, keys, question.query.Grid(question.query.n), kMostWindowBytes);
  if (const Result<void> read = window->Read(*archive, question.Check()); !read)
    return Fail(read.error());
  return Window(std::move(window), question.choice);
}

BucketBody::BucketBody(BucketQuestion question) : question_(std::move(question)) { PlanFrames(); }

// Coarse frames come first.
void BucketBody::PlanFrames() {
  const BucketQuery& query = question_.query;
  if (query.is_stream)
    for (const std::uint32_t part : {16u, 4u})
      if (query.n > part) frames_.push_back({(query.n + part - 1) / part});
  frames_.push_back({query.n});
  frames_.front().is_approximate = query.may_approximate || (query.is_stream && frames_.size() > 1);
}

Result<std::shared_ptr<const BucketSource>> BucketBody::SeriesOf(const Frame& frame,
                                                                 ArchiveSource::Lease& archive) {
  if (!frame.is_approximate) {
    if (exact_) return exact_;
    auto exact = ExactSeries(archive, question_);
    if (exact) exact_ = *exact;
    return exact;
  }
  auto window = std::make_unique<WindowBuckets>(*archive, KeysOf(question_.choice),
                                                question_.query.Grid(frame.n), kMostWindowBytes);
  if (const Result<void> read = window->ReadSome(*archive, question_.Check()); !read)
    return Fail(read.error());
  return Window(std::move(window), question_.choice);
}

Result<void> BucketBody::BeginFrame() {
  const BucketQuery& query = question_.query;
  Result<ArchiveSource::Lease> archive = question_.source->Borrow();
  if (!archive) return Fail(archive.error());
  Frame& frame = frames_[frame_];
  // What is in memory needs no approximation.
  if (frame.is_approximate)
    frame.is_approximate =
        !question_.viewed->pyramid.Has(archive->generation(), KeysOf(question_.choice));
  auto series = SeriesOf(frame, *archive);
  if (!series) return Fail(series.error());
  series_ = std::move(*series);
  if (!frame.is_approximate && !series_->HasAnyGrid() && frame.n != query.n) {
    frame_ = frames_.size() - 1;
    return BeginFrame();
  }
  NamesOfInstances names(**archive);
  auto rows = ChooseRows(*series_, question_.choice, names, query, question_.Check());
  if (!rows) return Fail(rows.error());
  rows_ = std::move(*rows);
  if (rows_.rows.size() * query.fields.size() * frames_[frame_].n > BucketQuery::kMostNumbers)
    return Fail(Errc::kTooLarge, "The answer would have more than 50 million numbers");
  next_row_ = 0;
  buckets_ = std::make_unique<SeriesBuckets>(query.Grid(frames_[frame_].n));
  is_begun_ = true;
  text_.emplace(HeadOf(frames_[frame_], archive->generation()));
  return {};
}

// The JSON of a binary frame is whole; that of a JSON answer goes up to its series, which follow
// with their values.
TextParts BucketBody::HeadOf(const Frame& frame, std::uint64_t generation) const {
  const BucketQuery& query = question_.query;
  const auto make_json = [this, frame, generation] {
    return HeadJson(question_, rows_, frame.n, frame.is_approximate, generation);
  };
  if (query.is_json) return make_json();
  const ViewerFrame head = {
      .magic = "FDRB",
      .flags = static_cast<std::uint8_t>((query.is_wide ? ViewerFrame::kWide : 0) |
                                         (frame.is_approximate ? ViewerFrame::kApproximate : 0) |
                                         (IsLast() ? ViewerFrame::kLast : 0)),
      .fields = static_cast<std::uint16_t>(query.fields.size()),
      .n = frame.n,
      .series = static_cast<std::uint32_t>(rows_.rows.size())};
  return FrameText(head, make_json);
}

Result<BodySource::Piece> BucketBody::Next() {
  if (const Result<void> go_on = question_.Check()(); !go_on) return Fail(go_on.error());
  if (!is_begun_)
    if (const Result<void> begun = BeginFrame(); !begun) return Fail(begun.error());
  Piece piece;
  while (piece.data.size() < kPiece) {
    if (text_) {
      if (const Result<void> sent = AppendText(piece.data); !sent) return Fail(sent.error());
    } else if (next_row_ < rows_.rows.size()) {
      AppendRow(piece.data);
    } else {
      EndFrame(piece.data);
      piece.is_last = IsLast();
      ++frame_;
      is_begun_ = false;
      break;
    }
  }
  return piece;
}

Result<void> BucketBody::AppendText(std::string& out) {
  const Result<bool> goes_on = text_->AppendNext(out);
  if (!goes_on) return Fail(goes_on.error());
  if (!*goes_on) text_.reset();
  return {};
}

void BucketBody::AppendRow(std::string& out) {
  const SeriesRow& row = rows_.rows[next_row_];
  buckets_->Clear();
  series_->Fill(row.metric, row.series, *buckets_);
  if (question_.query.is_json) {
    if (next_row_ > 0) out += ',';
    text_.emplace(JsonRow(question_, row, *buckets_));
  } else {
    for (const BucketField field : question_.query.fields)
      for (const ValueSums& bucket : buckets_->buckets())
        AppendNumber(FieldOf(bucket, field), question_.query.is_wide, out);
  }
  ++next_row_;
}

void BucketBody::EndFrame(std::string& out) {
  if (question_.query.is_json) {
    out += "]}\r\n";
    return;
  }
  const std::uint64_t numbers =
      std::uint64_t{rows_.rows.size()} * question_.query.fields.size() * frames_[frame_].n;
  AppendPadding(numbers * (question_.query.is_wide ? 8 : 4), out);
}

}  // namespace fdr
