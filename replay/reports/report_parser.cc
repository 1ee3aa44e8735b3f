// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/report_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "fdr/replay/reports/ini_file.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

constexpr std::string_view kOptionsName = "options";
constexpr std::string_view kGlobalName = "global";

template <class Number>
bool ParseInto(std::string_view text, std::optional<Number>& to) {
  if constexpr (std::is_same_v<Number, double>) {
    const ParsedNumber number = ParseNumber(text);
    if (number.length == 0 || number.length != text.size()) return false;
    to = number.value;
  } else {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return false;
    to = number;
  }
  return true;
}

// What a metric may have, in the order of the compact form.
enum Field : std::size_t { kLabel, kInstances, kUnit, kType, kWidth, kPrecision, kLimit, kFields };
constexpr std::array<std::string_view, kFields> kFieldNames = {"label", "instances", "unit", "type",
                                                               "width", "precision", "limit"};
constexpr std::string_view kFormula = "formula";

bool SetField(Field field, std::string_view text, ReportMetric& metric) {
  constexpr std::array kTexts = {&ReportMetric::label, &ReportMetric::instances,
                                 &ReportMetric::unit, &ReportMetric::type};
  switch (field) {
    case kWidth:
      return ParseInto(text, metric.width);
    case kPrecision:
      return ParseInto(text, metric.precision);
    case kLimit:
      return ParseInto(text, metric.limit);
    default:
      metric.*kTexts[field] = text;
      return true;
  }
}

// Takes a field of the compact form, and the comma behind it.  Instances may be in quotes.
std::string_view TakeField(std::size_t number, std::string_view& rest) {
  std::size_t end = rest.find(',');
  const std::size_t blanks = CountBlanks(rest);
  if (number == kInstances && blanks < rest.size() &&
      (rest[blanks] == '"' || rest[blanks] == '\'')) {
    const std::size_t close = rest.find(rest[blanks], blanks + 1);
    if (close != std::string_view::npos) end = rest.find(',', close);
  }
  const std::string_view field = Trimmed(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return field;
}

bool IsSpecifier(std::string_view word) {
  return word == kFormula ||
         std::find(kFieldNames.begin(), kFieldNames.end(), word) != kFieldNames.end();
}

bool IsMetricName(std::string_view text) {
  constexpr std::array kNeverMetrics = {"yes", "no", "true", "false", "on", "off"};
  if (text.empty() || !IsAlpha(text.front())) return false;
  if (std::find(kNeverMetrics.begin(), kNeverMetrics.end(), ToLower(text)) != kNeverMetrics.end())
    return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsAlpha(c) || IsDigit(c) || c == '.' || c == '_'; });
}

// Reads the entries of one section.
class SectionReader {
 public:
  SectionReader(const IniSection& section, const OnReportComplaint& complain)
      : section_(section), complain_(complain) {}

  void ReadOptions(ReportOptions& options) {
    for (const IniEntry& entry : section_.entries)
      if (!TakeOption(entry, options)) Complain(entry, "unknown option \"" + entry.key + "\"");
  }

  /// `options`: nullptr if the section has none.
  std::vector<ReportMetric> ReadMetrics(ReportOptions* options) {
    ReportOptions none;
    for (const IniEntry& entry : section_.entries) {
      const bool is_option = TakeOption(entry, options != nullptr ? *options : none);
      if (!is_option)
        TakeMetric(entry);
      else if (options == nullptr)
        Complain(entry, "options such as \"" + entry.key + "\" belong into [options]");
    }
    std::vector<ReportMetric> metrics;
    OverrideReportMetrics(metrics_, metrics);
    return metrics;
  }

 private:
  void Complain(const IniEntry& entry, const std::string& what) const {
    complain_(entry.place, what);
  }

  bool TakeOption(const IniEntry& entry, ReportOptions& options) const {
    const OptionOutcome outcome = SetReportOption(entry.key, entry.value, options);
    if (outcome == OptionOutcome::kWrong)
      Complain(entry, "not a value of " + entry.key + ": \"" + entry.value + "\"");
    return outcome != OptionOutcome::kUnknown;
  }

  void TakeMetric(const IniEntry& entry) {
    const std::size_t dot = entry.key.find('.');
    if (dot == std::string::npos) return Declare(entry);
    const std::string before = entry.key.substr(0, dot), after = entry.key.substr(dot + 1);
    const auto declared = declared_.find(before);
    if (declared != declared_.end() && IsSpecifier(after))
      return Specify(entry, after, metrics_[declared->second]);
    if (IsSpecifier(after))
      return Complain(entry,
                      "\"" + before + "\" is not declared above, as in " + before + " = a.metric");
    metrics_.push_back({.metric = entry.key, .place = entry.place});
    TakeCompact(entry, metrics_.back());
  }

  // "used = mem.util.used", or "used = MB,,MB,,8" for a metric that has a formula.
  void Declare(const IniEntry& entry) {
    const bool is_compact = entry.value.find(',') != std::string::npos;
    if (!is_compact && !IsMetricName(entry.value))
      return Complain(entry, "\"" + entry.key + "\" is neither an option nor the key of a metric");
    declared_[entry.key] = metrics_.size();
    metrics_.push_back({.metric = is_compact ? entry.key : entry.value, .place = entry.place});
    if (is_compact) TakeCompact(entry, metrics_.back());
  }

  void Specify(const IniEntry& entry, std::string_view name, ReportMetric& metric) const {
    if (name == kFormula) {
      metric.formula = entry.value;
      return;
    }
    const auto* const field = std::find(kFieldNames.begin(), kFieldNames.end(), name);
    Set(entry, static_cast<Field>(field - kFieldNames.begin()), entry.value, metric);
  }

  void TakeCompact(const IniEntry& entry, ReportMetric& metric) const {
    std::string_view rest = entry.value;
    // pmrep 6.0.3 reads the limit from an eighth field.
    for (std::size_t number = 0; number <= kFields && !rest.empty(); ++number) {
      const std::string_view text = TakeField(number, rest);
      if (!text.empty())
        Set(entry, static_cast<Field>(std::min<std::size_t>(number, kLimit)), text, metric);
    }
    if (!rest.empty()) Complain(entry, "more fields than a metric has: " + std::string(rest));
  }

  void Set(const IniEntry& entry, Field field, std::string_view text, ReportMetric& metric) const {
    if (!SetField(field, text, metric))
      Complain(entry, "the " + std::string(kFieldNames[field]) + " of " + metric.metric +
                          " is no number: \"" + std::string(text) + "\"");
  }

  const IniSection& section_;
  const OnReportComplaint& complain_;
  std::vector<ReportMetric> metrics_;
  std::unordered_map<std::string, std::size_t> declared_;  // metrics by their keys
};

}  // namespace

void OverrideReportMetrics(const std::vector<ReportMetric>& by, std::vector<ReportMetric>& to) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < to.size(); ++i) places.emplace(to[i].metric, i);
  for (const ReportMetric& metric : by) {
    const auto [place, is_new] = places.try_emplace(metric.metric, to.size());
    if (is_new)
      to.push_back(metric);
    else
      to[place->second] = metric;
  }
}

ReportFile ParseReports(std::string_view text, const std::string& file,
                        const OnReportComplaint& complain) {
  ReportFile result{.name = file, .options = {}, .globals = {}, .reports = {}};
  for (const IniSection& section : ParseIni(text, file, complain)) {
    SectionReader reader(section, complain);
    if (section.name == kOptionsName) {
      reader.ReadOptions(result.options);
    } else if (section.name == kGlobalName) {
      result.globals = reader.ReadMetrics(nullptr);
    } else {
      DefinedReport report{section.name, section.comment, section.place, {}, {}};
      report.metrics = reader.ReadMetrics(&report.options);
      result.reports.push_back(std::move(report));
    }
  }
  return result;
}

}  // namespace fdr
