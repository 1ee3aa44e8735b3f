// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/check/mmv_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "fdr/replay/sources/mmv/mmv_format.h"
#include "fdr/replay/sources/mmv/value_file.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

Severity SeverityOf(mmv::DefectCode code) {
  return mmv::InfoOf(code).effect == mmv::Effect::kNone ? Severity::kWarning : Severity::kError;
}

FindingLine LineOf(const mmv::Defect& defect) {
  return {SeverityOf(defect.code), mmv::InfoOf(defect.code).name, defect.offset, {}, defect.what};
}

// Whether no later finding has the same code.
bool IsLast(const std::vector<mmv::Defect>& findings, std::size_t i) {
  return std::none_of(findings.begin() + static_cast<std::ptrdiff_t>(i) + 1, findings.end(),
                      [&](const mmv::Defect& later) { return later.code == findings[i].code; });
}

}  // namespace

bool IsMmvFile(const std::string& path) {
  if (path.ends_with(".mmv")) return true;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe would never end
  std::array<char, mmv::kMagicBytes.size()> begin = {};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin.data(), begin.size()) &&
         std::string_view(begin.data(), begin.size()) == mmv::kMagicBytes;
}

MmvReport CheckMmvFile(const std::string& path, std::uint64_t limit) {
  MmvReport report;
  report.path = path;
  std::map<mmv::DefectCode, std::uint64_t> counts;
  const auto file = mmv::ValueFile::Open(path, [&](mmv::Defect defect) {
    ++(SeverityOf(defect.code) == Severity::kError ? report.errors : report.warnings);
    if (++counts[defect.code] > limit)
      ++report.omitted[defect.code];
    else
      report.findings.push_back(std::move(defect));
  });
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const mmv::Defect& a, const mmv::Defect& b) { return a.offset < b.offset; });
  report.bytes = mmv::IdentityOf(path).value_or(mmv::FileIdentity{}).size;
  if (!file) return report;
  report.metrics = file->content().metrics.size();
  report.values = file->content().values.size();
  return report;
}

void AppendText(const MmvReport& report, const CheckTextStyle& style, std::string& out) {
  if (!report.findings.empty()) out += Printable(report.path) + ":\n";
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    AppendFindingLine(LineOf(report.findings[i]), style, out);
    const auto omitted = report.omitted.find(report.findings[i].code);
    if (omitted != report.omitted.end() && IsLast(report.findings, i))
      AppendOmittedLine(LineOf(report.findings[i]), omitted->second, out);
  }
  if (!style.summary) return;
  out += fmt::format("{}: {}, {}, {}; {}, {}, {}\n", Printable(report.path),
                     CountOf(Severity::kError, report.errors, style),
                     CountOf(Severity::kWarning, report.warnings, style),
                     CountOf(Severity::kInfo, 0, style), Count(report.metrics, "metric"),
                     Count(report.values, "value"), HumanSize(report.bytes));
}

void AppendJson(const MmvReport& report, std::string& out) {
  JsonWriter json(out);
  json.BeginObject().Key("base").String(report.path);
  json.Key("ok").Bool(report.errors == 0);
  json.Key("errors").UInt(report.errors).Key("warnings").UInt(report.warnings);
  json.Key("notes").UInt(0);
  json.Key("metrics").UInt(report.metrics).Key("records").UInt(0);
  json.Key("values").UInt(report.values).Key("bytes").UInt(report.bytes);
  json.Key("findings").BeginArray();
  for (const mmv::Defect& defect : report.findings) {
    json.BeginObject().Key("code").String(mmv::InfoOf(defect.code).name);
    json.Key("severity").String(ToString(SeverityOf(defect.code)));
    json.Key("file").String(report.path).Key("offset").UInt(defect.offset);
    json.Key("sentence").String(defect.what).EndObject();
  }
  json.EndArray().Key("omitted").BeginArray();
  for (const auto& [code, count] : report.omitted) {
    json.BeginObject().Key("code").String(mmv::InfoOf(code).name).Key("file").String(report.path);
    json.Key("count").UInt(count).EndObject();
  }
  json.EndArray().EndObject();
}

}  // namespace fdr::tools
