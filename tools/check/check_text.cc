// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/check/check_text.h"

#include <fmt/format.h>

#include <string_view>

#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

std::string_view ColorOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return kBoldRed;
    case Severity::kWarning:
      return kYellow;
    case Severity::kInfo:
      break;
  }
  return kDim;
}

std::string_view WordFor(Severity severity) {
  return severity == Severity::kInfo ? "note" : ToString(severity);
}

std::string Severities(Severity severity, std::string_view text, bool color) {
  if (!color) return std::string(text);
  return fmt::format("{}{}{}", ColorOf(severity), text, kReset);
}

FindingLine LineOf(const Finding& f, const Zone& zone, Version version) {
  return {f.severity(), InfoOf(f.code).name, f.offset,
          f.stamp && f.stamp->Valid() ? HumanTime(*f.stamp, zone, version) : std::string(),
          f.sentence};
}

std::uint64_t OmittedOf(const CheckSummary& summary, const Finding& f) {
  for (const OmittedFindings& o : summary.omitted)
    if (o.code == f.code && o.file == f.file) return o.count;
  return 0;
}

// Whether no later finding in the same file has the same code.
bool IsLast(const std::vector<Finding>& findings, std::size_t i) {
  for (std::size_t k = i + 1; k < findings.size() && findings[k].file == findings[i].file; ++k)
    if (findings[k].code == findings[i].code) return false;
  return true;
}

}  // namespace

void AppendFindingLine(const FindingLine& finding, const CheckTextStyle& style, std::string& out) {
  out += fmt::format(
      "  {}  {:<22}  at {:<10}  ",
      Severities(finding.severity, fmt::format("{:<7}", WordFor(finding.severity)), style.color),
      finding.code, finding.offset);
  if (!finding.time.empty()) out += finding.time + "  ";
  out += Printable(finding.sentence) + '\n';
}

void AppendOmittedLine(const FindingLine& finding, std::uint64_t more, std::string& out) {
  out +=
      fmt::format("  {:<7}  {:<22}  and {} more\n", WordFor(finding.severity), finding.code, more);
}

std::string CountOf(Severity severity, std::uint64_t n, const CheckTextStyle& style) {
  return Severities(severity, Count(n, WordFor(severity)), style.color && n > 0);
}

void AppendText(const CheckReport& report, const Zone& zone, const CheckTextStyle& style,
                std::string& out) {
  const CheckSummary& summary = report.summary;
  const Version version = summary.label ? summary.label->version : Version::k3;
  const std::string* file = nullptr;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& f = report.findings[i];
    if (f.severity() == Severity::kInfo && !style.notes) continue;
    if (file == nullptr || *file != f.file) out += Printable(f.file) + ":\n";
    file = &f.file;
    const FindingLine line = LineOf(f, zone, version);
    AppendFindingLine(line, style, out);
    if (const std::uint64_t more = OmittedOf(summary, f); more > 0 && IsLast(report.findings, i))
      AppendOmittedLine(line, more, out);
  }
  if (!style.summary) return;
  const auto count = [&](Severity severity) {
    return CountOf(severity, summary.count(severity), style);
  };
  out += fmt::format("{}: {}, {}, {}; {}, {}, {}, {}\n", Printable(report.base),
                     count(Severity::kError), count(Severity::kWarning), count(Severity::kInfo),
                     Count(summary.metrics, "metric"), Count(summary.records, "record"),
                     Count(summary.values, "value"), HumanSize(summary.bytes));
}

void AppendJson(const CheckReport& report, const Zone& zone, std::string& out) {
  const CheckSummary& summary = report.summary;
  JsonWriter json(out);
  json.BeginObject().Key("base").String(report.base);
  json.Key("ok").Bool(summary.count(Severity::kError) == 0);
  json.Key("errors").UInt(summary.count(Severity::kError));
  json.Key("warnings").UInt(summary.count(Severity::kWarning));
  json.Key("notes").UInt(summary.count(Severity::kInfo));
  json.Key("metrics").UInt(summary.metrics).Key("records").UInt(summary.records);
  json.Key("values").UInt(summary.values).Key("bytes").UInt(summary.bytes);
  json.Key("findings").BeginArray();
  for (const Finding& f : report.findings) {
    json.BeginObject().Key("code").String(InfoOf(f.code).name);
    json.Key("severity").String(ToString(f.severity()));
    json.Key("file").String(f.file).Key("offset").UInt(f.offset);
    if (f.stamp && f.stamp->Valid()) json.Key("time").String(Rfc3339(*f.stamp, zone));
    if (f.metric) json.Key("metric").String(ToString(*f.metric));
    json.Key("sentence").String(f.sentence).EndObject();
  }
  json.EndArray().Key("omitted").BeginArray();
  for (const OmittedFindings& o : summary.omitted) {
    json.BeginObject().Key("code").String(InfoOf(o.code).name).Key("file").String(o.file);
    json.Key("count").UInt(o.count).EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace fdr::tools
