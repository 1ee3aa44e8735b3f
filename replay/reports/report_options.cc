// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/reports/report_options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

bool Parse(std::string_view text, std::optional<bool>& to) {
  constexpr std::array kYes = {"1", "y", "yes", "t", "true", "on"};
  constexpr std::array kNo = {"0", "n", "no", "f", "false", "off"};
  const std::string word = ToLower(text);
  const bool yes = std::find(kYes.begin(), kYes.end(), word) != kYes.end();
  const bool no = std::find(kNo.begin(), kNo.end(), word) != kNo.end();
  if (yes || no) to = yes;
  return yes || no;
}

bool Parse(std::string_view text, std::optional<std::int64_t>& to) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  to = number;
  return true;
}

bool Parse(std::string_view text, std::optional<std::string>& to) {
  to = std::string(text);
  return true;
}

struct Option {
  std::string_view name;
  bool (*set)(std::string_view value, ReportOptions& options);  // nullptr: ignored
  void (*override)(const ReportOptions& by, ReportOptions& options);
};

template <auto kMember>
constexpr Option Of(std::string_view name) {
  return {
      name,
      [](std::string_view value, ReportOptions& options) { return Parse(value, options.*kMember); },
      [](const ReportOptions& by, ReportOptions& options) {
        if (by.*kMember) options.*kMember = by.*kMember;
      }};
}

// docs/compatibility.md has the reason for each of these.
constexpr Option Ignored(std::string_view name) { return {name, nullptr, nullptr}; }

using R = ReportOptions;

constexpr std::array kOptions = {
    Of<&R::colxrow>("colxrow"),
    Of<&R::count_scale>("count_scale"),
    Of<&R::count_scale_force>("count_scale_force"),
    Ignored("daemonize"),
    Of<&R::delay>("delay"),
    Of<&R::delimiter>("delimiter"),
    Of<&R::derived>("derived"),
    Ignored("dynamic_header"),
    Ignored("extcsv"),
    Ignored("extheader"),
    Ignored("fixed_header"),
    Of<&R::globals>("globals"),
    Of<&R::header>("header"),
    Of<&R::ignore_incompat>("ignore_incompat"),
    Of<&R::ignore_unknown>("ignore_unknown"),
    Ignored("include_labels"),
    Ignored("include_texts"),
    Of<&R::instances>("instances"),
    Of<&R::instinfo>("instinfo"),
    Of<&R::interpol>("interpol"),
    Of<&R::interval>("interval"),
    Of<&R::invert_filter>("invert_filter"),
    Of<&R::limit_filter>("limit_filter"),
    Of<&R::limit_filter_force>("limit_filter_force"),
    Ignored("live_filter"),
    Ignored("names_change"),
    Of<&R::omit_flat>("omit_flat"),
    Ignored("output"),
    Ignored("overall_rank"),
    Ignored("overall_rank_alt"),
    Of<&R::precision>("precision"),
    Of<&R::precision_force>("precision_force"),
    Of<&R::predicate>("predicate"),
    Of<&R::rank>("rank"),
    Ignored("repeat_header"),
    Of<&R::samples>("samples"),
    Ignored("separate_header"),
    Of<&R::sort_metric>("sort_metric"),
    Ignored("source"),
    Of<&R::space_scale>("space_scale"),
    Of<&R::space_scale_force>("space_scale_force"),
    Ignored("speclocal"),
    Of<&R::time_scale>("time_scale"),
    Of<&R::time_scale_force>("time_scale_force"),
    Of<&R::timefmt>("timefmt"),
    Of<&R::timestamp>("timestamp"),
    Of<&R::type>("type"),
    Of<&R::type_prefer>("type_prefer"),
    Of<&R::unitinfo>("unitinfo"),
    Of<&R::width>("width"),
    Of<&R::width_force>("width_force"),
};

constexpr std::string_view kVersion = "version";

}  // namespace

OptionOutcome SetReportOption(std::string_view name, std::string_view value,
                              ReportOptions& options) {
  if (name == kVersion) return value == "1" ? OptionOutcome::kIgnored : OptionOutcome::kWrong;
  const auto* const option =
      std::find_if(kOptions.begin(), kOptions.end(),
                   [&](const Option& candidate) { return candidate.name == name; });
  if (option == kOptions.end()) return OptionOutcome::kUnknown;
  if (option->set == nullptr) return OptionOutcome::kIgnored;
  return option->set(value, options) ? OptionOutcome::kSet : OptionOutcome::kWrong;
}

void OverrideReportOptions(const ReportOptions& by, ReportOptions& options) {
  for (const Option& option : kOptions)
    if (option.override != nullptr) option.override(by, options);
}

}  // namespace fdr
