// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The verb that compares.

#include <memory>

#include "fdr/tools/command_line/own_archive.h"
#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

void AddArchives(CLI::App& verb, DiffCommand& c) {
  verb.add_option("ARCHIVE", c.before,
                  "Base name or any file of an archive, a directory, or a comma-separated list. "
                  "Default: the recording of this machine")
      ->type_name("");
  verb.add_option("OTHER", c.after, "Another archive, to compare with the first")->type_name("");
  verb.add_option("METRIC", c.metrics,
                  "Metrics as for fdr replay. Default: all metrics that have numbers")
      ->option_text("...");
}

// Without the first archive, the words are metrics.
void UseOwnArchive(DiffCommand& c) {
  std::vector<std::string> words;
  if (c.after) words.push_back(*c.after);
  words.insert(words.end(), c.metrics.begin(), c.metrics.end());
  std::string archive = c.before;
  UseOwnRecording(archive, &words);
  if (archive == c.before) return;
  c.before = archive;
  c.after.reset();
  c.metrics = std::move(words);
}

void AddDiffOutput(CLI::App& verb, DiffCommand& c) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv,
                                   "Print comma-separated values, exactly; a spreadsheet may run "
                                   "texts in them as formulas")
                         ->group("Output");
  CLI::Option* safe = verb.add_flag("--csv-safe", c.csv_safe,
                                    "Print CSV for spreadsheets: an apostrophe precedes names "
                                    "that begin with = + - @, a tab or an end of a line")
                          ->group("Output");
  verb.get_option("--json")->excludes(csv)->excludes(safe);
  verb.add_option("--top", c.top, "Show the N largest differences; 0 shows all. Default: 20")
      ->check(NotNegative())
      ->type_name("N")
      ->group("Output");
  verb.add_flag("--instances", c.instances,
                "Show every instance. Default: of each metric the one that differs most")
      ->group("Output");
  verb.add_flag("--ascii", c.ascii, "Draw with ASCII only")->group("Output");
  verb.add_option("--width", c.width, "Columns of the table. Default: the width of the terminal")
      ->check(CLI::Range(40, 1000))
      ->type_name("N")
      ->group("Output");
}

void AddDiffTimes(CLI::App& verb, DiffCommand& c) {
  DiffTimes& times = c.times;
  const auto text = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb.add_option(names, to, what)->type_name(type)->group("Time");
  };
  CLI::Option* at =
      text("--at", times.at,
           "Show the difference at this time: 03:55, '@2024-01-31 03:55', -10m ...", "TIME");
  text("--before", times.before,
       "... from this time? Default: just before --at; of another archive, "
       "the same time",
       "TIME")
      ->needs(at);
  text("--window", times.length,
       "How long both windows are. Default: the distance of the two times, "
       "10m at most; 5m if there is one time",
       "INTERVAL")
      ->needs(at);
  const std::pair<const char*, std::pair<std::optional<std::string>*, const char*>> bounds[] = {
      {"-S,--start", {&times.first.times.start, "Start of the first window, in any form of time"}},
      {"-T,--finish", {&times.first.times.finish, "End of the first window"}},
      {"-B,--begin", {&times.begin, "Start of the second window"}},
      {"-E,--end", {&times.end, "End of the second window"}}};
  for (const auto& [names, bound] : bounds)
    text(names, *bound.first, bound.second, "TIME")->excludes(at);
  CLI::Option* zone =
      text("-Z,--timezone", times.first.zone, "Zone of times, in the form of TZ", "TZ");
  verb.add_flag("-z,--hostzone", times.first.archive_zone,
                "Print times in the zone of the archive's label")
      ->excludes(zone)
      ->group("Time");
}

// The options of pmdiff, with its letters and names: -q is one of them.
void AddPeerOptions(CLI::App& verb, DiffCommand& c) {
  const char* const kGroup = "Like pmdiff";
  PeerDiffOptions& peer = c.peer;
  CLI::Option* pcp = verb.add_flag("--pcp", c.as_peer, "Print what pmdiff prints")->group(kGroup);
  for (const char* other : {"--json", "--csv", "--csv-safe", "--top", "--instances", "--ascii",
                            "--width", "--at", "--derive", "--derived"})
    pcp->excludes(verb.get_option(other));
  const auto add = [&](CLI::Option* option) { option->needs(pcp)->group(kGroup); };
  add(verb.add_option("-q,--threshold", peer.threshold,
                      "Show means that grew or shrank at least N times. Default: 2")
          ->check(Positive())
          ->type_name("N"));
  add(verb.add_option("-p,--precision", peer.precision, "Decimals of means. Default: 3")
          ->check(CLI::Range(0, 1000))
          ->type_name("N"));
  add(verb.add_option("-x", peer.excluded,
                      "Leave out what this regular expression matches; may be repeated")
          ->type_name("REGEX")
          ->allow_extra_args(false));
  add(verb.add_option("-X", peer.exclude_file, "Leave out what the expressions in a file match")
          ->type_name("FILE"));
  add(verb.add_flag("--skip-missing", peer.skip_missing,
                    "Do not list what only one of the archives has"));
  add(verb.add_flag("--skip-excluded", peer.skip_excluded, "Do not list the expressions"));
  add(verb.add_flag("-d,--keep", peer.keep,
                    "For scripts that have it: there are no files to keep"));
}

}  // namespace

void DescribeDiff(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<DiffCommand>();
  DiffCommand& c = *command;
  AddArchives(*verb, c);
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddCommon(*verb, c.common);
  AddDiffOutput(*verb, c);
  AddDiffTimes(*verb, c);
  verb->remove_option(verb->get_option("--quiet"));
  verb->add_flag("--quiet", c.common.quiet, "Print only results and errors");
  AddPeerOptions(*verb, c);
  verb->footer(R"(
Compares two windows of one archive, or two archives: all of them, or a window of each. A time of day
is the last one in the archive. The series that changed most come first.

Without a second window or archive, it finds the stretch that differs most from the rest, and compares it
with the time before. -S and -T say where to search.

"apart" says how far the values of the two windows lie apart, in doublings: a value that was 10 and
is 40 moved by 2. A growth from 10 to 1,000 comes before one from 10,000 to 10,100. What chance
explains does not count; fdr-diff(1) says more.

Examples:
  fdr diff today
  fdr diff today --at 03:55 --before 03:50
  fdr diff yesterday today --at 03:55 --window 10m
  fdr diff good bad disk network
  fdr diff today -S @02:00 -T @03:00 -B @14:00 -E @15:00 --top 0
  fdr diff --pcp -q 3 --skip-missing yesterday today)");
  verb->callback([&chosen, command] {
    UseOwnArchive(*command);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
