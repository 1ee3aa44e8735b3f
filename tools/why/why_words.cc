// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/why/why_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/text/shell_word.h"

namespace fdr::tools {
namespace {

using why::Culprit, why::Evidence, why::Finding, why::Use;

// Shown around a stretch, on each side, in seconds.
constexpr double kAroundStretch = 10;
constexpr std::size_t kShownPids = 3;
// Of all that were started.
constexpr double kMostOfThem = 0.5;
// Samples that are closer have times with decimals.
constexpr double kShortInterval = 0.9;

// An instance with a comma is quoted.  None of one with a quote can be given.
std::string MetricWord(const std::string& metric) {
  const std::size_t open = metric.find('[');
  if (open == metric.npos || !metric.ends_with(']')) return metric;
  const std::string name = metric.substr(0, open);
  const std::string instance = metric.substr(open + 1, metric.size() - open - 2);
  if (instance.empty() || instance.find_first_of("\"\\[]") != instance.npos) return name;
  return instance.find(',') == instance.npos ? metric : name + "[\"" + instance + "\"]";
}

std::string WhoText(const Culprit& culprit) {
  std::string text = culprit.program.empty() ? "A process" : '`' + culprit.program + '`';
  if (!culprit.user.empty()) text += " of user " + culprit.user;
  if (!culprit.unit.empty()) text += " in " + culprit.unit;
  std::string pids;
  for (std::size_t i = 0; i < std::min(culprit.pids.size(), kShownPids); ++i)
    pids += fmt::format("{}{}", i == 0 ? "" : ", ", culprit.pids[i]);
  if (culprit.pids.size() > kShownPids)
    pids += fmt::format(" and {} more", culprit.pids.size() - kShownPids);
  return pids.empty() ? text : fmt::format("{} ({})", text, pids);
}

const char* TransferWord(const Finding& finding) {
  const auto has = [&](std::string_view metric) {
    return std::ranges::any_of(finding.evidence, [&](const Evidence& evidence) {
      return evidence.metric.starts_with(metric);
    });
  };
  const bool has_read = has("disk.dev.read_bytes"), has_written = has("disk.dev.write_bytes");
  if (has_read && has_written) return "read and wrote";
  return has_read ? "read" : "wrote";
}

std::string DidText(const Culprit& culprit, const Finding& finding) {
  const std::string amount = AmountText(culprit.amount);
  const std::string whole = finding.total ? " of " + AmountText(*finding.total) : "";
  const char* const by = culprit.through_children ? ", most of it through processes that came and "
                                                    "went"
                                                  : "";
  switch (finding.use) {
    case Use::kCpu:
      return fmt::format("used {}{} busy processors{}", amount, whole, by);
    case Use::kForks:
      if (!culprit.started.empty())
        return fmt::format("started `{}` {} times a second", culprit.started, amount);
      if (culprit.amount.per_second) return fmt::format("ended {} times a second", amount);
      return fmt::format("started {} of them: these took {} processors",
                         culprit.share.value_or(0) > kMostOfThem ? "most" : "some", amount);
    case Use::kMemory:
      return fmt::format("grew by {}", amount);
    case Use::kKilled:
      return fmt::format("ended then, and had {}", amount);
    case Use::kDisk:
      return fmt::format("{} {}{}", TransferWord(finding), amount,
                         finding.cause == why::Cause::kDisk ? whole : "");
    case Use::kNetwork:
      return fmt::format("was busiest then, with {} processors", amount);
    case Use::kWaiting:
      return fmt::format("was blocked {} of the time", amount);
    case Use::kHeldBack:
      return fmt::format("waited {} of the time", amount);
    case Use::kNone:
      break;
  }
  return "";
}

std::string WhenText(const Finding& finding, const why::Explanation& all, const WhyStyle& style) {
  const bool dates = OnDifferentDays(all.start, all.end, style.zone);
  const int decimals = all.interval < kShortInterval ? 3 : 0;
  const std::string start = TimeText(finding.start, {style.zone, dates, decimals});
  const bool is_same_day = !OnDifferentDays(finding.start, finding.end, style.zone);
  const std::string end = TimeText(finding.end, {style.zone, dates && !is_same_day, decimals});
  if (finding.cause == why::Cause::kClock) return "Before " + end;
  return fmt::format("From {} to {}", start, end);
}

// What a shell hands over as it is.
std::string MomentWord(Timestamp t, const WhyStyle& style) {
  return ShellWord('@' + TimeText(t, {style.zone, true, 3}));
}

std::string ZoneWords(const WhyStyle& style) {
  return style.zone_name == "local" ? "" : " --tz " + ShellWord(style.zone_name);
}

// The stretch beside the time before it, or, at the start of the archive, behind it.
std::string DiffWords(const Finding& finding, const why::Explanation& all, const WhyStyle& style) {
  const double length = std::max(SecondsBetween(finding.start, finding.end), 1.0);
  if (SecondsBetween(all.start, finding.start) >= 1)
    return fmt::format("--at {} --window {}s{}", MomentWord(finding.start, style),
                       std::llround(std::ceil(length)), ZoneWords(style));
  const std::string end = MomentWord(finding.end, style);
  return fmt::format("-S {} -T {} -B {} -E {}{}", end,
                     MomentWord(PlusSeconds(finding.end, length), style),
                     MomentWord(finding.start, style), end, ZoneWords(style));
}

const char* PageOf(why::Cause cause) {
  switch (cause) {
    case why::Cause::kCpu:
    case why::Cause::kForkStorm:
      return "CPU";
    case why::Cause::kMemory:
      return "memory";
    case why::Cause::kDisk:
    case why::Cause::kFilesystem:
      return "disks";
    case why::Cause::kNetwork:
      return "network";
    default:
      return "overview";
  }
}

std::string WindowWords(const Finding& finding, const WhyStyle& style) {
  return fmt::format("-S {} -T {}{}",
                     MomentWord(PlusSeconds(finding.start, -kAroundStretch), style),
                     MomentWord(PlusSeconds(finding.end, kAroundStretch), style), ZoneWords(style));
}

std::string ArchiveWord(const WhyStyle& style) {
  return style.is_path ? ShellWord(style.archive) : "ARCHIVE";
}

}  // namespace

std::string AmountText(const why::Amount& amount) {
  const bool is_rate_of_events = amount.per_second && amount.units.dim_count == 1;
  const Quantity quantity{is_rate_of_events ? Units{} : amount.units, amount.per_second, false};
  const ReadableScale scale =
      is_rate_of_events ? ReadableScale{} : ScaleFor(quantity, std::fabs(amount.value));
  const double number = amount.value * scale.factor;
  const std::string text =
      std::fabs(number) >= 9.95 ? fmt::format("{:.0f}", number) : fmt::format("{:.2g}", number);
  return scale.unit.empty() ? text : text + ' ' + scale.unit;
}

std::string SentenceOf(const Evidence& evidence, const Finding& finding) {
  const std::array<std::pair<std::string_view, std::string>, 3> words = {
      {{"{value}", AmountText(evidence.value)},
       {"{where}", finding.where},
       {"{program}", evidence.program}}};
  // One pass: a program may be called "{value}".
  std::string text;
  for (std::string_view rest = evidence.sentence; !rest.empty();) {
    const auto word =
        std::ranges::find_if(words, [&](const auto& one) { return rest.starts_with(one.first); });
    text += word == words.end() ? std::string(1, rest.front()) : word->second;
    rest.remove_prefix(word == words.end() ? 1 : word->first.size());
  }
  return text;
}

std::string UseText(const Culprit& culprit, const Finding& finding) {
  const std::string amount = AmountText(culprit.amount);
  switch (finding.use) {
    case Use::kForks:
      if (culprit.amount.per_second) return amount + " processes/s";
      [[fallthrough]];
    case Use::kCpu:
    case Use::kNetwork:
      return amount + " CPUs";
    case Use::kWaiting:
    case Use::kHeldBack:
      return amount + " of the time";
    case Use::kMemory:
    case Use::kKilled:
    case Use::kDisk:
    case Use::kNone:
      break;
  }
  return amount;
}

std::string CulpritText(const Culprit& culprit, const Finding& finding) {
  return WhoText(culprit) + ' ' + DidText(culprit, finding);
}

std::string VerdictOf(const Finding& finding, const why::Explanation& all, const WhyStyle& style) {
  const std::string what = TimelessVerdictOf(finding, all);
  return WhenText(finding, all, style) + (what.starts_with('.') ? "" : " ") + what;
}

std::string TimelessVerdictOf(const Finding& finding, const why::Explanation& all) {
  std::string text;
  if (!finding.evidence.empty()) text = SentenceOf(finding.evidence.front(), finding);
  text += '.';
  for (const Culprit& culprit : finding.culprits) text += ' ' + CulpritText(culprit, finding) + '.';
  if (finding.culprits.empty() && finding.use != Use::kNone)
    text += all.has_processes ? " No process that was recorded explains it."
                              : " The archive has no processes, so no culprit is named.";
  return text;
}

std::string OthersOf(const Finding& finding) {
  return finding.others.empty() ? "" : "At the same time " + ListText(finding.others) + '.';
}

std::string CommandFor(const Evidence& evidence, const Finding& finding, const WhyStyle& style) {
  return fmt::format("fdr replay {} {} {}", ArchiveWord(style),
                     ShellWord(MetricWord(evidence.metric)), WindowWords(finding, style));
}

std::vector<std::string> CommandsFor(const Finding& finding, const why::Explanation& all,
                                     const WhyStyle& style) {
  const std::string archive = ArchiveWord(style);
  std::vector<std::string> commands;
  if (finding.cause != why::Cause::kGap && finding.cause != why::Cause::kClock)
    commands.push_back("fdr diff " + archive + ' ' + DiffWords(finding, all, style));
  commands.push_back(
      fmt::format("fdr view {} -S {} -p {}{}", archive,
                  MomentWord(std::max(all.start.Plus(kNanosPerSecond), finding.start), style),
                  PageOf(finding.cause), ZoneWords(style)));
  return commands;
}

std::string ListText(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

}  // namespace fdr::tools
