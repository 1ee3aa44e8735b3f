// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/metrics_text.h"

#include <algorithm>
#include <map>

#include "fdr/replay/serve/web_api/web_value_text.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/json_text.h"
#include "fdr/replay/text/prometheus_name.h"
#include "fdr/replay/text/utf8.h"
#include "fdr/replay/values/number.h"

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

template <bool kEscapesQuotes>
void AppendHelp(std::string_view piece, std::string& out) {
  AppendEscaped(RepairedUtf8(piece), kEscapesQuotes, out);
}

// A value that is no string stands as JSON.
std::string PlainValue(const std::string& json) {
  return json.starts_with('"') ? UnquotedJson(json) : json;
}

// The rest of the line of PCP.
void AppendDesc(const Desc& desc, std::string& out) {
  out.append(" ").append(ToString(desc.id)).append(" ").append(WebTypeName(desc.type));
  out.append(" ").append(ToString(desc.indom)).append(" ").append(ToString(desc.semantics));
  out.append(" ").append(WebUnitsText(desc.units)).append("\n");
}

// A help text, and the end of its line.
StringParts HelpParts(const std::string& text, bool is_open, std::string& out) {
  return StringParts(text, out, is_open ? AppendHelp<true> : AppendHelp<false>, "\n");
}

// In milliseconds; OpenMetrics has seconds.
std::string TimeText(const MetricsSnapshot& snapshot) {
  if (!snapshot.has_times) return "";
  const Timestamp stamp = snapshot.result.stamp();
  std::string text = " ";
  if (snapshot.format == MetricsFormat::kOpenMetrics)
    AppendStampText(stamp, text);
  else
    AppendInteger(stamp.sec * 1000 + stamp.nsec / kNanosPerMillisecond, text);
  return text;
}

// False, with nothing appended, for what the format cannot say.
bool AppendNumber(Type type, const FetchedValue& value, bool allows_odd, std::string& out) {
  const char* const odd = OddNumberText(type, value);
  if (odd == nullptr || !allows_odd) return AppendNumberText(type, value, out);
  out += odd;
  return true;
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

TextParts MetricsText(MetricsSnapshot snapshot) {
  const bool is_open = snapshot.format == MetricsFormat::kOpenMetrics;
  const std::string time = TimeText(snapshot);
  std::string text, number;
  for (const MetricFamily& family : snapshot.families) {
    const Desc& desc = family.metric->desc;
    const std::string name = PrometheusName(family.metric->name);
    const bool is_total = is_open && desc.semantics == Semantics::kCounter;
    if (!is_open) {
      text += "# PCP5 ";
      co_yield StringParts(family.metric->name, text);
      AppendDesc(desc, text);
    }
    if (!family.details->one_line.empty()) {
      text += "# HELP ";
      co_yield StringParts(name, text);
      text += ' ';
      co_yield HelpParts(family.details->one_line, is_open, text);
    }
    text += "# TYPE ";
    co_yield StringParts(name, text);
    text += desc.semantics == Semantics::kCounter ? " counter\n" : " gauge\n";
    for (const FetchedValue& value : snapshot.result.Values(snapshot.result.sets()[family.set])) {
      const auto labels = family.label_texts->find(value.instance);
      if (labels == family.label_texts->end()) continue;  // it has just come
      number.clear();
      if (!AppendNumber(desc.type, value, !is_total, number)) continue;
      co_yield StringParts(name, text);
      if (is_total) text += "_total";
      co_yield StringParts(labels->second, text);
      text.append(" ").append(number).append(time).append("\n");
      co_yield text;
    }
  }
  if (is_open) text += "# EOF\n";
  co_return text;
}

}  // namespace fdr
