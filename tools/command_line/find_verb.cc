// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/own_archive.h"
#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

void AddFindOutput(CLI::App& verb, FindCommand& c) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv, "Print comma-separated values")->group("Output");
  CLI::Option* safe =
      verb.add_flag("--csv-safe", c.csv_safe,
                    "Print CSV for spreadsheets: an apostrophe precedes names that begin with = + "
                    "- @, a tab or an end of a line")
          ->group("Output");
  verb.get_option("--json")->excludes(csv)->excludes(safe);
  CLI::Option* cut = verb.add_option("--cut", c.cut,
                                     "Also write an archive of each stretch into this directory; "
                                     "stretches that are close share one")
                         ->type_name("DIRECTORY")
                         ->group("Output");
  verb.add_option("--before", c.before, "Cut out this much time before each stretch")
      ->type_name("INTERVAL")
      ->needs(cut)
      ->capture_default_str()
      ->group("Output");
  verb.add_option("--after", c.after, "Cut out this much time after each stretch")
      ->type_name("INTERVAL")
      ->needs(cut)
      ->capture_default_str()
      ->group("Output");
}

void AddSearched(CLI::App& verb, FindCommand& c) {
  CLI::Option* where = verb.add_option("--where", c.where,
                                       "The expression, such as 'rate(disk.dev.write_bytes) > 100 "
                                       "MB/s'")
                           ->type_name("EXPRESSION");
  verb.add_option("--for", c.shortest, "Show only stretches that are at least this long")
      ->needs(where)
      ->type_name("INTERVAL");
  CLI::Option* rules =
      verb.add_option("--rules", c.rules,
                      "Show what the rules of this file, in the language of pmie, would have done; "
                      "- is standard input")
          ->excludes(where)
          ->type_name("FILE");
  verb.add_flag("--values", c.values, "Also show what each rule evaluates to, each time")
      ->needs(rules);
  verb.add_flag("--check", c.check, "Only check the rules")->needs(rules);
}

void AddFindTimes(CLI::App& verb, FindCommand& c) {
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
       "Interpolate at this interval: 10s, 5m, 100ms. Default: every record counts", "INTERVAL");
  CLI::Option* zone = text("-Z,--timezone", c.zone, "Zone of times, in the form of TZ", "TZ");
  verb.add_flag("-z,--hostzone", c.archive_zone, "Print times in the zone of the archive's label")
      ->excludes(zone)
      ->group("Time");
}

}  // namespace

void DescribeFind(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<FindCommand>();
  FindCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list. "
                   "Default: the recording of this machine")
      ->type_name("");
  AddSearched(*verb, c);
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddCommon(*verb, c.common);
  AddFindOutput(*verb, c);
  AddFindTimes(*verb, c);
  verb->footer(R"(
A stretch reaches from the first sample in which the expression is true to the last one. A sample in
which it is false or unknown ends the stretch, and so does an interruption of the recording. An
expression over a metric with instances is true or false for each instance. A metric that a record
does not have keeps its last values. With -t, the samples are the interpolated times.

Numbers may have units, which are converted: 100 MB/s, 5 GiB, 20 msec; 10 % is 0.1.

With --rules, the rules of a file in the language of pmie are evaluated, every 10 seconds or as -t
and their delta say. No action runs: each one that would have run is shown, with its time and text.

The exit status is 0 if a stretch or an action was found, and 4 if none was. It is 3 if parts of the
archive could not be read, 2 after a wrong option or file of rules, and 1 after another error.

Examples:
  fdr find 20240131 --where 'rate(disk.dev.write_bytes) > 100 MB/s' --for 5s
  fdr find 20240131 --where 'kernel.all.load[1 minute] > 2 * hinv.ncpu' -S @14:00
  fdr find 20240131 --where 'mem.util.available < 1 GiB' --cut incidents --before 5m
  fdr find 20240131 --where 'rate(network.interface.in.errors) > 0' --json
  fdr find 20240131 --rules /var/lib/pcp/config/pmie/config.default)");
  verb->callback([&chosen, command] {
    UseOwnRecording(command->archive);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
