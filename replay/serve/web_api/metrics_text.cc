// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/metrics_text.h"

#include <algorithm>
#include <map>

#include "fdr/replay/ascii.h"
#include "fdr/replay/number.h"
#include "fdr/replay/serve/web_api/value_text.h"
#include "fdr/replay/text/json_text.h"
#include "fdr/replay/text/prometheus_name.h"
#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

constexpr std::string_view kOpenMetricsType = "application/openmetrics-text";
constexpr std::string_view kInstanceNumber = "instid", kInstanceName = "instname";

// The quality of one part of the header: "text/plain;version=0.0.4;q=0.5".
double QualityOf(std::string_view part) {
  const std::size_t at = part.find("q=");
  return at == std::string_view::npos ? 1 : ParseNumber(part.substr(at + 2)).value;
}

void AppendEscaped(std::string_view text, bool escapes_quotes, std::string& out) {
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || (c == '"' && escapes_quotes)) out += '\\';
    out += c;
  }
}

// A value that is no string stands as JSON.
std::string PlainValue(const std::string& json) {
  return json.starts_with('"') ? UnquotedJson(json) : json;
}

}  // namespace

MetricsFormat FormatFor(std::string_view accept) {
  double plain = 0, open = 0;
  while (!accept.empty()) {
    const std::size_t end = std::min(accept.find(','), accept.size());
    const std::string_view part = Trimmed(accept.substr(0, end));
    double& best = part.starts_with(kOpenMetricsType) ? open : plain;
    if (part.find("version=0.0.1") == std::string_view::npos)
      best = std::max(best, QualityOf(part));
    accept.remove_prefix(std::min(end + 1, accept.size()));
  }
  return open > plain ? MetricsFormat::kOpenMetrics : MetricsFormat::kPrometheus;
}

const char* ContentTypeOf(MetricsFormat format) {
  return format == MetricsFormat::kOpenMetrics
             ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
             : "text/plain; version=0.0.4; charset=utf-8";
}

MetricsLabels::MetricsLabels(const std::vector<MergeLabel>& labels) {
  std::map<std::string, std::string> values;
  for (const MergeLabel& label : labels)
    values.insert_or_assign(PrometheusName(label.label.name), PlainValue(label.label.value));
  for (const auto& [name, value] : values) {
    std::string text = name + "=\"";
    AppendEscaped(RepairedUtf8(value), true, text);
    text += '"';
    if (!alone_.empty()) alone_ += ',';
    alone_ += text;
    if (name < kInstanceNumber)
      before_.append(text).append(",");
    else if (name > kInstanceName)
      behind_.append(",").append(text);
    else if (name != kInstanceNumber && name != kInstanceName)
      between_.append(text).append(",");
  }
}

std::string MetricsLabels::Alone() const { return alone_.empty() ? "" : "{" + alone_ + "}"; }

std::string MetricsLabels::With(const NamedInstance& instance) const {
  std::string text = "{";
  text.append(before_).append(kInstanceNumber).append("=\"");
  AppendInteger(instance.id, text);
  text.append("\",").append(between_).append(kInstanceName).append("=\"");
  AppendEscaped(RepairedUtf8(instance.name), true, text);
  text.append("\"").append(behind_).append("}");
  return text;
}

Result<BodySource::Piece> MetricsText::Next() {
  Piece piece;
  while (next_ < snapshot_.families.size() && piece.data.size() < kPiece)
    AppendFamily(snapshot_.families[next_++], piece.data);
  piece.is_last = next_ == snapshot_.families.size();
  if (piece.is_last && snapshot_.format == MetricsFormat::kOpenMetrics) piece.data += "# EOF\n";
  return piece;
}

void MetricsText::AppendHead(const MetricFamily& family, const std::string& name,
                             std::string& out) const {
  const Desc& desc = family.metric->desc;
  const bool is_open = snapshot_.format == MetricsFormat::kOpenMetrics;
  if (!is_open) {
    out.append("# PCP5 ").append(family.metric->name).append(" ").append(ToString(desc.id));
    out.append(" ").append(WebTypeName(desc.type)).append(" ").append(ToString(desc.indom));
    out.append(" ").append(ToString(desc.semantics));
    out.append(" ").append(WebUnitsText(desc.units)).append("\n");
  }
  if (!family.details->one_line.empty()) {
    out.append("# HELP ").append(name).append(" ");
    AppendEscaped(RepairedUtf8(family.details->one_line), is_open, out);
    out += '\n';
  }
  const bool is_counter = desc.semantics == Semantics::kCounter;
  out.append("# TYPE ").append(name).append(is_counter ? " counter\n" : " gauge\n");
}

// In milliseconds; OpenMetrics has seconds.
void MetricsText::AppendTime(std::string& out) const {
  if (!snapshot_.has_times) return;
  const Timestamp stamp = snapshot_.result.stamp();
  out += ' ';
  if (snapshot_.format == MetricsFormat::kOpenMetrics)
    AppendStampText(stamp, out);
  else
    AppendInteger(stamp.sec * 1000 + stamp.nsec / kNanosPerMillisecond, out);
}

void MetricsText::AppendFamily(const MetricFamily& family, std::string& out) const {
  const Desc& desc = family.metric->desc;
  const std::string name = PrometheusName(family.metric->name);
  const bool is_open = snapshot_.format == MetricsFormat::kOpenMetrics;
  const bool is_counter = desc.semantics == Semantics::kCounter;
  const std::string sample = is_open && is_counter ? name + "_total" : name;
  AppendHead(family, name, out);
  for (const FetchedValue& value : snapshot_.result.Values(snapshot_.result.sets()[family.set])) {
    const auto labels = family.label_texts->find(value.instance);
    if (labels == family.label_texts->end()) continue;  // it has just come
    const std::size_t begin = out.size();
    out.append(sample).append(labels->second).append(" ");
    const char* const odd = OddNumberText(desc.type, value);
    if (odd != nullptr && !(is_open && is_counter)) {
      out += odd;
    } else if (!AppendNumberText(desc.type, value, out)) {
      out.resize(begin);
      continue;
    }
    AppendTime(out);
    out += '\n';
  }
}

}  // namespace fdr
