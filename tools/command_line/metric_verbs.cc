// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Verbs for metrics and their values.

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

// Without an archive, everything that is not an option is a pattern.
void SortOutNames(NamesCommand& command) {
  if (!command.host && !command.local) {
    if (command.archive.empty()) throw CLI::RequiredError("ARCHIVE, --host or --local");
  } else if (!command.archive.empty()) {
    command.patterns.insert(command.patterns.begin(), std::exchange(command.archive, ""));
  }
}

// The options of tables.
std::vector<CLI::Option*> AddTableOutput(CLI::App& verb, SeriesOutput& c) {
  const auto flag = [&](const char* name, bool& to, const char* what) {
    return verb.add_flag(name, to, what)->group("Tables");
  };
  CLI::Option* top = verb.add_option("--top", c.top,
                                     "Show only the N instances with the largest values, sample by "
                                     "sample, as a long table")
                         ->check(NotNegative())
                         ->check(Positive())
                         ->type_name("N")
                         ->group("Tables");
  CLI::Option* by =
      verb.add_option("--by", c.by, "The metric that --top compares. Default: the first one")
          ->needs(top)
          ->type_name("METRIC")
          ->group("Tables");
  return {flag("--long", c.is_long, "Show a line for each instance and time"), top, by,
          flag("--wide", c.wide, "Show all columns, even if they do not fit on the terminal"),
          flag("--markdown", c.markdown, "Print the table as Markdown")};
}

void AddColor(CLI::App& verb, SeriesOutput& c) {
  const std::map<std::string, ColorChoice> choices = {{"auto", ColorChoice::kAuto},
                                                      {"always", ColorChoice::kAlways},
                                                      {"never", ColorChoice::kNever}};
  verb.add_option("--color", c.color,
                  "auto (on a terminal, unless NO_COLOR is set), always or never")
      ->transform(CLI::Transformer(choices))
      ->option_text("WHEN=auto")
      ->group("Output");
}

void AddSeriesOutput(CLI::App& verb, SeriesOutput& c, bool& raw) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv,
                                   "Print comma-separated values, exactly; a spreadsheet may run "
                                   "texts in them as formulas")
                         ->group("Output");
  CLI::Option* safe = verb.add_flag("--csv-safe", c.csv_safe,
                                    "Print CSV for spreadsheets: an apostrophe precedes names and "
                                    "texts that begin with = + - @, a tab or an end of a line")
                          ->group("Output");
  CLI::Option* plot = verb.add_flag("--plot", c.plot, "Draw a chart")
                          ->excludes(csv)
                          ->excludes(safe)
                          ->group("Output");
  verb.get_option("--json")->excludes(csv)->excludes(safe)->excludes(plot);
  verb.add_flag("--ascii", c.ascii, "Draw with ASCII only")->needs(plot)->group("Output");
  verb.add_option("--width", c.width, "Columns of the chart. Default: the width of the terminal")
      ->check(Between(20, 1000))
      ->needs(plot)
      ->type_name("N")
      ->group("Output");
  verb.add_option("--height", c.height, "Lines of the chart")
      ->check(Between(5, 1000))
      ->needs(plot)
      ->type_name("N")
      ->group("Output");
  verb.add_flag("--raw", raw, "Show counters as raw totals, not as per-second rates")
      ->group("Output");
  verb.add_option("--fold", c.fold,
                  "Add up instances that match and agree in what the groups match, such as "
                  "'^(sd[a-z])[0-9]+$'")
      ->type_name("REGEX")
      ->group("Output");
  for (CLI::Option* const table : AddTableOutput(verb, c))
    table->excludes(csv)->excludes(safe)->excludes(plot)->excludes(verb.get_option("--json"));
  AddColor(verb, c);
}

void AddReplayTimes(CLI::App& verb, ReplayCommand& c) {
  const auto text = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb.add_option(names, to, what)->type_name(type)->group("Time");
  };
  text("-S,--start", c.start,
       "Begin at this time: '@14:30', -1h (before the end), 10m (after the start), ...", "TIME");
  text("-T,--finish", c.finish, "End at this time", "TIME");
  text("-O,--origin", c.origin, "Begin at this time, within that window", "TIME");
  text("-A,--align", c.align, "Begin at a multiple of this interval", "INTERVAL");
  text("-t,--interval", c.interval, "Interpolate at this interval: 10s, 5m, 100ms", "INTERVAL");
  text("--mode", c.mode, "recorded: record by record; or interpolated, by default at 1s", "MODE");
  verb.add_flag("--previous", c.previous,
                "For non-counters, use the earlier of the two neighbouring samples (PCP before "
                "6.3.2), not the nearer one")
      ->group("Time");
  verb.add_option("-s,--samples", c.samples, "Show at most N rows")
      ->check(NotNegative())
      ->type_name("N")
      ->group("Time");
  verb.add_flag("-r,--reverse", c.reverse, "Show rows from the last to the first")->group("Time");
  CLI::Option* zone = text("-Z,--timezone", c.zone, "Zone of times, in the form of TZ", "TZ");
  verb.add_flag("-z,--hostzone", c.archive_zone, "Print times in the zone of the archive's label")
      ->excludes(zone)
      ->group("Time");
}

}  // namespace

void DescribeLive(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<LiveCommand>();
  LiveCommand& c = *command;
  verb->add_option("METRIC", c.metrics,
                   "Metrics such as disk.dev.read, disk.dev.read[sda,sdb], disk.dev or "
                   "'disk.*.read*', or an expression such as 'delta(a) / delta(b)'")
      ->required()
      ->option_text("...");
  verb->add_option("-h,--host", c.host,
                   "Ask pmcd on HOST[:PORT]; local: asks this machine's pmcd. Default: read this "
                   "machine directly, without pmcd")
      ->type_name("HOST");
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddOutput(*verb, c.common, "Zone of times: local, utc, or a name such as Europe/Berlin");
  AddHostLimits(*verb, c.common);
  AddSeriesOutput(*verb, c.output, c.raw);
  const auto time = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb->add_option(names, to, what)->type_name(type)->group("Time");
  };
  time("-t,--interval", c.interval, "Show a row at this interval: 10s, 5m, 100ms. Default: 1s",
       "INTERVAL");
  time("-T,--finish", c.finish, "Stop at this time: 5m (from now), '@18:00', ...", "TIME");
  verb->add_option("-s,--samples", c.samples, "Show at most N rows")
      ->check(NotNegative())
      ->type_name("N")
      ->group("Time");
  CLI::Option* zone = time("-Z,--timezone", c.zone, "Zone of times, in the form of TZ", "TZ");
  verb->add_flag("-z,--hostzone", c.host_zone, "Show times in the zone of the host")
      ->excludes(zone)
      ->group("Time");
  verb->footer(R"(
Keys, on a terminal: space pauses, q quits. Counters are shown as rates, from the second sample on.

Examples:
  fdr live kernel.all.load
  fdr live 'disk.dev.*_bytes' -t 5s
  fdr live proc.psinfo.utime --top 10
  fdr live -h db1 kernel.all.cpu.user kernel.all.cpu.sys --plot
  fdr live -h db1:44321 mem.util.used --csv -s 60 > minute.csv)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeNames(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<NamesCommand>();
  verb->add_option("ARCHIVE", command->archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list; "
                   "not with -h or -L")
      ->type_name("");
  verb->add_option("GLOB", command->patterns,
                   "Names, subtrees such as disk.dev, or patterns such as 'disk.*.read*'")
      ->option_text("...");
  CLI::Option* host = verb->add_option("-h,--host", command->host,
                                       "List the metrics of HOST (asks its collector, pmcd)")
                          ->type_name("HOST");
  verb->add_flag("-L,--local", command->local,
                 "List the metrics of this machine, without a collector")
      ->excludes(host);
  AddNameSpace(*verb, command->names);
  AddDerived(*verb, command->derive);
  verb->add_flag("-v,--verbose", command->verbose, "Show help texts and instances, too");
  AddCommon(*verb, command->common);
  AddHostLimits(*verb, command->common);
  verb->footer(R"(
Examples:
  fdr names 20240131
  fdr names -v 20240131 'disk.dev.*'
  fdr names -h db1 kernel
  fdr names --json 20240131 | jq -r 'select(.semantics == "counter").name')");
  verb->callback([&chosen, command] {
    SortOutNames(*command);
    chosen = [command] { return Command(*command); };
  });
}

void DescribeReplay(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ReplayCommand>();
  ReplayCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list")
      ->required()
      ->type_name("");
  verb->add_option("METRIC", c.metrics,
                   "Metrics such as disk.dev.read, disk.dev.read[sda,sdb], disk.dev or "
                   "'disk.*.read*', or an expression such as 'delta(a) / delta(b)'")
      ->required()
      ->option_text("...");
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddCommon(*verb, c.common);
  AddSeriesOutput(*verb, c.output, c.raw);
  verb->add_flag("--no-pager", c.output.no_pager,
                 "Do not show long tables page by page with $PAGER")
      ->group("Tables");
  AddReplayTimes(*verb, c);
  CLI::Option* follow =
      verb->add_flag("--follow", c.follow, "Continue as the archive grows, until Ctrl-C")
          ->group("Playing");
  verb->get_option("--reverse")->excludes(follow);
  verb->add_option("--rate", c.rate, "Play at N times real time")
      ->check(Positive())
      ->type_name("N")
      ->group("Playing");
  verb->footer(R"(
Keys, with --rate on a terminal: space pauses. Right and left (or . and ,) go one row forward or
back. r reverses the direction. Up and down (or + and -) double and halve the speed. Page up and
page down (or [ and ]) jump a tenth of the window. q quits.

Examples:
  fdr replay 20240131 kernel.all.load
  fdr replay 20240131 'disk.dev.read[sda]' disk.dev.write -S @14:00 -T @14:30 -t 10s
  fdr replay 20240131 kernel.all.cpu --plot -t 5m
  fdr replay 20240131 'rate(disk.dev.read) + rate(disk.dev.write)' -t 10s
  fdr replay 20240131 proc.psinfo.utime --top 5 -t 1m
  fdr replay 20240131 mem.util.used --reverse --rate 60)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeStatus(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<StatusCommand>();
  verb->add_option(
          "RECORDER", command->recorder,
          "Process identifier of the recorder, or its OUT argument. Default: all of your recorders")
      ->type_name("");
  verb->set_help_flag("--help", "Show this help");
  CLI::Option* json = verb->add_flag("--json", command->common.json, "Print JSON instead of text");
  verb->add_flag("--snapshot", command->snapshot,
                 "Make fdr record --ring write its memory to archives, and list them")
      ->excludes(json);
  verb->footer(R"(
The exit status is 1 if there is no such recorder, or if a recorder does not answer.

Examples:
  fdr status
  fdr status /var/tmp/fleet
  fdr status --json | jq '.recorders[].sources[] | select(.lag_seconds > 5)')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeView(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ViewCommand>();
  ViewCommand& c = *command;
  CLI::Option* archive =
      verb->add_option("ARCHIVE", c.archive,
                       "Base name or any file of an archive, a directory, or a comma-separated "
                       "list. Default: this machine as it is now")
          ->type_name("");
  verb->add_option("-h,--host", c.host, "Watch HOST[:PORT] (asks its collector, pmcd)")
      ->type_name("HOST")
      ->excludes(archive);
  AddBasics(*verb, c.common, "Zone of times: local, archive, utc, or a name such as Europe/Berlin");
  verb->add_option("-S,--start", c.start, "Begin at this time: 14:30, -1h (before the end), ...")
      ->type_name("TIME");
  verb->add_option("-t,--interval", c.interval,
                   "Show moments at this distance: 10s, 5m. Default: the samples of the archive; "
                   "1s for a host")
      ->type_name("INTERVAL");
  verb->add_flag("--follow", c.follow, "Begin at the end, and move on as the archive grows");
  verb->add_option("-p,--page", c.page,
                   "Begin with this page: overview, CPU, memory, disks, network, processes, "
                   "cgroups, metrics")
      ->capture_default_str()
      ->type_name("PAGE");
  verb->footer(R"(
Keys: ? shows all of them. Right and left go from sample to sample, space plays, b asks for a time.
1 to 8 choose a page, / shows only rows with a text, < and > choose the column to sort by.

Without ARCHIVE, fdr records the machine or the host into a temporary directory ($TMPDIR or
/var/tmp), so that you can look back. The recording is removed at the end.

Examples:
  fdr view
  fdr view -h db1 -t 5s
  fdr view 20240131 -S 03:55
  fdr view /var/log/pcp/pmlogger/db1 -p disks)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
