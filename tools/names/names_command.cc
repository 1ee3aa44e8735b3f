// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/names_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include "fdr/replay/search/metric_search.h"
#include "fdr/replay/sources/local/tables/known_texts.h"
#include "fdr/tools/names/metric_list.h"
#include "fdr/tools/names/names_source.h"
#include "fdr/tools/names/subsystem.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

// The number of metrics that are held at a time if all are listed.
constexpr std::size_t kAtATime = 256;
// More than a server searches for a client: this work is the user's own.
constexpr std::size_t kMostSearchedHere = 1'000'000;

class NamesRun {
 public:
  NamesRun(const NamesCommand& command, NamesSource& source, DamageReport& damage)
      : command_(command),
        source_(source),
        damage_(damage),
        words_(fmt::format("{}", fmt::join(command.search, " "))),
        reader_(source.metrics(), WantedBy(command, source), local::KnownTextsOnDemand()) {}

  int Run();

 private:
  static InfoWanted WantedBy(const NamesCommand& command, NamesSource& source);
  int Fail(const Error& error) const;
  Error Explained(const Error& error) const;
  int ListAll(const std::vector<std::string>& names);
  int ListSearched(std::vector<MetricInfo> metrics);
  int ListFound(const std::vector<MetricInfo>& metrics, const std::vector<FoundMetric>& found);
  int ListActive(const std::vector<MetricInfo>& metrics);
  int TellOfNothing(const MetricSearch& search) const;
  ListStyle StyleOf(std::size_t name_width, bool headings) const;
  std::unique_ptr<MetricList> MakeList(const ListStyle& style) const;
  bool Write(const std::string& out) const;

  const NamesCommand& command_;
  NamesSource& source_;
  DamageReport& damage_;
  SearchWords words_;
  InfoReader reader_;
};

InfoWanted NamesRun::WantedBy(const NamesCommand& command, NamesSource& source) {
  const bool is_search = !command.search.empty();
  const bool is_whole = command.verbose || command.common.json;
  return {.help = is_search || is_whole,
          .instances = is_search || is_whole || command.active,
          .labels = is_search ? source.labels() : nullptr,
          .most_searched = kMostSearchedHere};
}

int NamesRun::Fail(const Error& error) const {
  PrintError(error);
  return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
}

// The second word of a search without quotes is taken for a metric.
Error NamesRun::Explained(const Error& error) const {
  Error explained = damage_.Explain(error);
  if (explained.code == Errc::kNotFound && !command_.search.empty() && !command_.patterns.empty())
    explained.what = fmt::format("{}; a search for several words needs quotes: --search '{} {}'",
                                 error.what.substr(0, error.what.find(';')), command_.search.back(),
                                 fmt::join(command_.patterns, " "));
  return explained;
}

int NamesRun::Run() {
  const Result<std::vector<std::string>> names = source_.Select(command_.patterns);
  if (!names) return Fail(Explained(names.error()));
  if (command_.search.empty() && !command_.active) return ListAll(*names);
  Result<std::vector<MetricInfo>> metrics = reader_.Read(*names);
  if (!metrics) return Fail(metrics.error());
  return command_.search.empty() ? ListActive(*metrics) : ListSearched(std::move(*metrics));
}

// Holds few metrics at a time: a host may have any number.
int NamesRun::ListAll(const std::vector<std::string>& names) {
  std::size_t width = 0, subsystems = 0;
  std::string_view last;
  for (const std::string& name : names) {
    width = std::max(width, name.size());
    if (subsystems == 0 || SubsystemOf(name) != last) ++subsystems;
    last = SubsystemOf(name);
  }
  const auto list = MakeList(StyleOf(width, subsystems > 1));
  std::string out;
  list->Begin(out);
  const std::size_t count =
      command_.top > 0 ? std::min<std::size_t>(command_.top, names.size()) : names.size();
  for (std::size_t from = 0; from < count; from += kAtATime) {
    const auto some = std::span(names).subspan(from, std::min(kAtATime, count - from));
    const Result<std::vector<MetricInfo>> metrics = reader_.Read(some);
    if (!metrics) return Fail(metrics.error());
    for (const MetricInfo& metric : *metrics) list->Add(metric, "", out);
    if (!Write(out)) return kFailed;
    out.clear();
  }
  return out.empty() || Write(out) ? damage_.status() : kFailed;
}

int NamesRun::ListSearched(std::vector<MetricInfo> metrics) {
  const MetricSearch search(metrics, kMostSearchedHere);
  const std::vector<FoundMetric> found = search.Find(words_);
  if (found.empty()) return TellOfNothing(search);
  if (!command_.active) return ListFound(metrics, found);
  std::vector<MetricInfo> chosen;
  for (const FoundMetric& one : found) chosen.push_back(std::move(metrics[one.place]));
  return ListActive(chosen);
}

int NamesRun::TellOfNothing(const MetricSearch& search) const {
  const std::vector<std::string> missing = search.Missing(words_);
  if (missing.empty()) {
    PrintError("No metric has all of these words: search for fewer");
    return kNothingFound;
  }
  PrintError(fmt::format("No metric has to do with \"{}\"{}", missing.front(),
                         DidYouMean(missing.front(), search.Vocabulary())));
  return kNothingFound;
}

// The best metric is the first one, so subsystems have no headings.
int NamesRun::ListFound(const std::vector<MetricInfo>& metrics,
                        const std::vector<FoundMetric>& found) {
  std::span<const FoundMetric> listed(found);
  if (command_.top > 0) listed = listed.first(std::min<std::size_t>(command_.top, listed.size()));
  std::size_t width = 0;
  for (const FoundMetric& one : listed) width = std::max(width, metrics[one.place].name.size());
  const auto list = MakeList(StyleOf(width, false));
  std::string out;
  list->Begin(out);
  for (const FoundMetric& one : listed) list->Add(metrics[one.place], one.instance, out);
  return Write(out) ? damage_.status() : kFailed;
}

int NamesRun::ListActive(const std::vector<MetricInfo>& metrics) {
  ArchiveContext& archive = *source_.archive();
  const Result<Zone> zone = ZoneOf(command_.window, command_.common, archive.label());
  if (!zone) return Fail(zone.error());
  const auto window = ChooseWindow(command_.window.times, archive, *zone);
  if (!window) return Fail(window.error());
  if (window->warning && !command_.common.quiet) PrintError(*window->warning);
  CatchInterrupts();
  ActivitySearch activities;
  if (const Result<void> read =
          activities.Read(archive, source_.metrics(), {window->origin, window->end}, metrics,
                          damage_, command_.common.quiet);
      !read)
    return Fail(read.error());
  if (Interrupted()) EndAsInterrupted();
  std::vector<Activity> found = activities.found();
  const std::size_t changed = found.size();
  if (command_.top > 0 && command_.top < changed) found.resize(command_.top);
  std::string out;
  if (command_.common.json)
    AppendActivityJson(found, archive.HostName(), *zone, out);
  else if (command_.csv || command_.csv_safe)
    AppendActivityCsv(found, command_.csv_safe, out);
  else if (!found.empty())
    AppendActivityTable(found, StyleOf(0, false), command_.search.empty() ? nullptr : &words_, out);
  if (!Write(out)) return kFailed;
  if (changed == 0) {
    PrintError("None of these metrics changed in this time window");
    return kNothingFound;
  }
  return damage_.status();
}

ListStyle NamesRun::StyleOf(std::size_t name_width, bool headings) const {
  const bool is_limited = ::isatty(STDOUT_FILENO) == 1 || std::getenv("COLUMNS") != nullptr;
  return {.name_width = name_width,
          .width = is_limited ? static_cast<std::size_t>(SizeOfTerminal(STDOUT_FILENO).width) : 0,
          .verbose = command_.verbose,
          .headings = headings,
          .color = WantsColor(command_.color),
          .utf8 = LocaleIsUtf8()};
}

std::unique_ptr<MetricList> NamesRun::MakeList(const ListStyle& style) const {
  if (command_.common.json) return MakeJsonList(source_.metrics().HostName());
  if (command_.csv || command_.csv_safe) return MakeCsvList(command_.csv_safe);
  return MakeTextList(style, words_.IsEmpty() ? nullptr : &words_);
}

bool NamesRun::Write(const std::string& out) const {
  const bool draws =
      !command_.common.json && !command_.csv && !command_.csv_safe && WantsColor(command_.color);
  return draws ? DrawOutput(out) : WriteOutput(out);
}

}  // namespace

int Run(const NamesCommand& command) {
  const bool has_words = std::ranges::any_of(command.search, [](const std::string& words) {
    return words.find_first_not_of(" \t\n") != std::string::npos;
  });
  if (!command.search.empty() && !has_words) {
    PrintError("--search needs words, as in --search fork or --search 'disk write'");
    return kUsage;
  }
  DamageReport damage(command.common.quiet);
  NamesSource source;
  if (const Result<void> opened = source.Open(command, damage); !opened) {
    PrintError(opened.error());
    return opened.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
  }
  return NamesRun(command, source, damage).Run();
}

}  // namespace fdr::tools
