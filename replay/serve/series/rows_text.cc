// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/rows_text.h"

#include <optional>
#include <utility>

#include "fdr/replay/serve/series/value_rows.h"

namespace fdr {

TextParts SourceRows(SourceSeries part, SeriesWindow window, std::shared_ptr<RowCount> count) {
  const auto reader = part.Open(window);
  if (!reader) co_return Fail(reader.error());
  std::vector<ValueRows> rows;  // by series
  for (const SeriesMetric& metric : part.metrics)
    rows.emplace_back(metric.id, metric.desc.type, metric.desc.indom.IsNull());
  std::string text;
  SeriesSample sample;
  std::optional<Timestamp> stamp;  // of stamp_text
  RowStamp stamp_text;
  for (;;) {
    const Result<bool> read = (*reader)->Read(sample);
    if (!read) co_return Fail(read.error());
    if (!*read) break;
    if (sample.values.empty()) {
      if (const Result<void> checked = count->Check(); !checked) co_return Fail(checked.error());
      continue;
    }
    if (stamp != sample.stamp) {
      stamp = sample.stamp;
      stamp_text.Set(sample.stamp);
    }
    ValueRows& row = rows[sample.series];
    row.MoveTo(sample.ids);
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
      auto parts = row.Begin(i, sample.values[i], stamp_text, *count, text);
      if (!parts) continue;
      co_yield *parts;
      text += '}';
      co_yield text;
    }
  }
  co_return text;
}

TextParts ComputedRows(std::string id, std::vector<ComputedSeries> series,
                       std::shared_ptr<RowCount> count) {
  const std::string head = ",{\"series\":\"" + id + "\",\"instance\":\"";
  std::string text;
  for (ComputedSeries& one : series) {
    for (const SampleRun::Sample& sample : one.run->samples) {
      if (const Result<void> checked = count->Check(); !checked) co_return Fail(checked.error());
      RowStamp stamp;
      stamp.Set(sample.stamp);
      for (std::size_t i = sample.first; i < sample.first + sample.count; ++i) {
        const FetchedValue& value = one.run->values[i];
        if (!one.run->stamps.empty()) stamp.Set(one.run->stamps[i]);
        count->Begin(head, text);
        text += value.instance == kSingular ? one.metric_id : one.ids->at(value.instance);
        text.append("\"").append(stamp.text());
        AppendQuotedNumber(value.bits, one.type, text);
        text += '}';
        count->Add();
        co_yield text;
      }
    }
    one.run.reset();
  }
  co_return text;
}

TextParts AllRows(std::vector<TextParts> rows, std::shared_ptr<RowCount> count) {
  std::string text = "[";
  for (TextParts& one : rows) {
    TextParts part = std::move(one);  // what it was made of goes with it
    for (bool goes_on = true; goes_on;) {
      if (const Result<void> checked = count->Check(); !checked) co_return Fail(checked.error());
      const Result<bool> appended = part.AppendNext(text);
      if (!appended) co_return Fail(appended.error());
      goes_on = *appended;
      co_yield text;
    }
  }
  if (const Result<void> checked = count->Check(); !checked) co_return Fail(checked.error());
  text += ']';
  co_return text;
}

}  // namespace fdr
