// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <optional>
#include <string>

#include "fdr/tools/command_line/own_archive.h"
#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

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
  text("-t,--interval", c.interval,
       "Interpolate at this interval: 10s, 5m, 100ms. Default of reports: as recorded", "INTERVAL");
  text("--mode", c.mode, "recorded: record by record; or interpolated, by default at 1s", "MODE");
  verb.add_flag("--previous", c.previous,
                "For non-counters, use the earlier of the two neighbouring samples (PCP before "
                "6.3.2), not the nearer one; no counter wraps")
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

void AddSharedTime(CLI::App& verb, ReplayCommand& c) {
  CLI::Option* serve =
      verb.add_option("--serve-time", c.served_port,
                      "Let other programs follow what is played, such as pmval -p PORT; 0: the "
                      "first free port from 43334 on")
          ->check(Between(0, 65535))
          ->type_name("PORT")
          ->group("Playing");
  CLI::Option* follow = verb.add_option("--follow-time", c.followed_port,
                                        "Show what the time server at this port says, such as "
                                        "PCP's pmtime -p PORT")
                            ->check(Between(1, 65535))
                            ->type_name("PORT")
                            ->group("Playing");
  follow->excludes(serve);
  for (const char* other : {"--rate", "--follow", "--reverse", "--mode"})
    follow->excludes(verb.get_option(other));
  serve->excludes(verb.get_option("--follow"));
}

}  // namespace

void DescribeReplay(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ReplayCommand>();
  ReplayCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list. "
                   "Default: the recording of this machine")
      ->type_name("");
  verb->add_option("METRIC", c.metrics,
                   "Metrics such as disk.dev.read, disk.dev.read[sda,sdb], disk.dev or "
                   "'disk.*.read*', an expression such as 'delta(a) / delta(b)', or a report such "
                   "as :vmstat")
      ->option_text("...");
  AddReports(*verb, c.report_files);
  AddListOfReports(*verb, c.list_reports);
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
  verb->add_flag("--loop", c.loop, "Begin again at the end, until q or Ctrl-C")
      ->needs(verb->get_option("--rate"))
      ->excludes(follow)
      ->group("Playing");
  AddSharedTime(*verb, c);
  verb->footer(R"(
Keys, with --rate on a terminal: space pauses. Right and left (or . and ,) go one row forward or
back. r reverses the direction. Up and down (or + and -) double and halve the speed. Page up and
page down (or [ and ]) jump a tenth of the window, and g goes behind the next interruption. The key
m sets a bookmark, and ' goes to the next one. The key l plays again and again. q quits.

Interruptions of the recording take no time.

Examples:
  fdr replay 20240131 kernel.all.load
  fdr replay 20240131 'disk.dev.read[sda]' disk.dev.write -S @14:00 -T @14:30 -t 10s
  fdr replay 20240131 kernel.all.cpu --plot -t 5m
  fdr replay 20240131 kernel.percpu.cpu.user -t 1m --chart heat --svg busy.svg
  fdr replay 20240131 'rate(disk.dev.read) + rate(disk.dev.write)' -t 10s
  fdr replay 20240131 proc.psinfo.utime --top 5 -t 1m
  fdr replay 20240131 mem.util.used --reverse --rate 60
  fdr replay 20240131 :vmstat -S @14:00 -T @14:30
  fdr replay 20240131 :ps --by unit -t 1m
  fdr replay 20240131 :vmstat -t 10s --rate 10 --serve-time 43334
  fdr replay --list-reports)");
  verb->callback([&chosen, command] {
    if (!command->list_reports) UseOwnRecording(command->archive, &command->metrics);
    RequireMetrics(command->metrics, command->list_reports);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
