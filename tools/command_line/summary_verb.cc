// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/own_archive.h"
#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

void AddTableOutput(CLI::App& verb, SummaryCommand& c) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv,
                                   "Print comma-separated values, exactly; a spreadsheet may run "
                                   "texts in them as formulas")
                         ->group("Output");
  CLI::Option* safe = verb.add_flag("--csv-safe", c.csv_safe,
                                    "Print CSV for spreadsheets: an apostrophe precedes names "
                                    "that begin with = + - @, a tab or an end of a line")
                          ->group("Output");
  verb.get_option("--json")->excludes(csv)->excludes(safe);
  verb.add_flag("--raw", c.raw, "Show counters as raw totals, not as per-second rates")
      ->group("Output");
  verb.add_option("--top", c.top,
                  "For each metric, show the N instances that had most; 0 shows all. Default: 5 if "
                  "no metric is named, otherwise 20 in a table, and all in JSON and CSV")
      ->check(NotNegative())
      ->type_name("N")
      ->group("Output");
  verb.add_flag("--ascii", c.ascii, "Draw with ASCII only")->group("Output");
  verb.add_option("--width", c.width, "Columns of the table. Default: the width of the terminal")
      ->check(Between(40, 1000))
      ->type_name("N")
      ->group("Output");
}

// The options of pmlogsummary, with its letters and names.
void AddPeerOptions(CLI::App& verb, SummaryCommand& c) {
  const char* const kGroup = "Like pmlogsummary";
  PeerOptions& peer = c.peer;
  CLI::Option* pcp =
      verb.add_flag("--pcp", c.as_peer, "Print what pmlogsummary prints")->group(kGroup);
  for (const char* other : {"--json", "--csv", "--csv-safe", "--raw", "--top", "--ascii", "--width",
                            "--all-metrics", "--derive", "--derived"})
    pcp->excludes(verb.get_option(other));
  // Some of these override each other, so they take effect in the order of the command line.
  const auto act = [&](const char* names, std::function<void()> set, const char* what) {
    verb.add_flag_callback(names, std::move(set), what)
        ->trigger_on_parse()
        ->needs(pcp)
        ->group(kGroup);
  };
  const auto flag = [&](const char* names, bool& to, const char* what) {
    act(
        names, [&to] { to = true; }, what);
  };
  act(
      "-a,--all", [&peer] { peer.ShowAll(); }, "The same as -b -l -m -M -y");
  act(
      "-b", [&peer] { peer.ShowAverages(true, true); }, "Both averages: stochastic, and by time");
  verb.add_option("-B,--bins", peer.bins, "The distribution of values in N bins")
      ->check(Between(1, 100'000))
      ->type_name("N")
      ->needs(pcp)
      ->group(kGroup);
  act(
      "-f", [&peer] { peer.delimiter = '\t'; }, "Tabs between fields");
  act(
      "-F", [&peer] { peer.delimiter = ','; }, "Commas between fields");
  flag("-H,--header", peer.header, "A first line with the names of the fields");
  flag("-i,--mintime", peer.minimum_time, "The time of the minimum");
  flag("-I,--maxtime", peer.maximum_time, "The time of the maximum");
  flag("-l,--label", peer.label, "The label of the archive, and the time window");
  flag("-m,--minimum", peer.minimum, "The minimum");
  flag("-M,--maximum", peer.maximum, "The maximum");
  act(
      "-N", [&c] { c.verbose = false; }, "No warnings about metrics (default)");
  verb.add_option("-p,--precision", peer.precision, "Decimals of numbers. Default: 3")
      ->check(Between(0, 1000))
      ->type_name("N")
      ->needs(pcp)
      ->group(kGroup);
  act(
      "-s,--sum", [&peer] { peer.ShowSum(); }, "Only the sum of all values");
  act(
      "-v,--verbose", [&c] { c.verbose = true; }, "Warn of metrics that have no numbers");
  act(
      "-x", [&peer] { peer.ShowAverages(true, false); }, "Stochastic averages");
  flag("-y,--samples", peer.samples, "The number of values");
}

}  // namespace

void DescribeSummary(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<SummaryCommand>();
  SummaryCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list. "
                   "Default: the recording of this machine")
      ->type_name("");
  CLI::Option* metrics = verb->add_option("METRIC", c.metrics,
                                          "Metrics as for fdr replay. Default: the most common "
                                          "metrics of a machine")
                             ->option_text("...");
  verb->add_flag("--all-metrics", c.all, "Show all metrics that have numbers")->excludes(metrics);
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddCommon(*verb, c.common);
  AddTableOutput(*verb, c);
  AddWindow(*verb, c.window);
  AddPeerOptions(*verb, c);
  verb->footer(R"(
Without METRIC, fdr shows load, processors, memory, paging, disks, file systems and network, in
this order. An archive without any of these metrics shows its first 40 series that change.

Means and percentiles are weighted by time; fdr-summary(1) says where that is explained. Counters
are shown as rates per second, and counters of time as a share of time.

Examples:
  fdr summary 20240131
  fdr summary 20240131 disk.dev -S @03:50 -T @04:00
  fdr summary 20240131 'rate(disk.dev.read) + rate(disk.dev.write)' --top 3
  fdr summary --csv --all-metrics 20240131 > day.csv
  fdr summary --pcp -a -B 4 20240131 disk.dev)");
  verb->callback([&chosen, command] {
    UseOwnRecording(command->archive, &command->metrics);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
