// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

void AddWatchTimes(CLI::App& verb, CLI::Option* archives, WatchCommand& c) {
  const auto time = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb.add_option(names, to, what)->type_name(type)->group("Time");
  };
  time("-t,--interval", c.interval,
       "Evaluate rules without a delta of their own at this interval. Default: 10s", "INTERVAL");
  time("-S,--start", c.start,
       "Begin at this time of an archive: '@14:30', -1h (before the end), ...", "TIME")
      ->needs(archives);
  time("-T,--finish", c.finish,
       "Stop at this time: 5m (from now, or from the start), '@18:00', ...", "TIME");
  CLI::Option* const zone = time("-Z,--timezone", c.zone, "Zone of times, in the form of TZ", "TZ");
  verb.add_flag("-z,--hostzone", c.source_zone, "Use the zone of the archive or the host")
      ->excludes(zone)
      ->group("Time");
}

}  // namespace

void DescribeWatch(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<WatchCommand>();
  WatchCommand& c = *command;
  CLI::Option* const archives =
      verb->add_option("ARCHIVE", c.archives,
                       "Evaluate the rules on this archive: base name or any file, a directory, or "
                       "a comma-separated list. Default: this machine as it is now")
          ->option_text("...");
  verb->add_option("--rules", c.rules,
                   "The file of rules, in the language of pmie; - is standard input")
      ->type_name("FILE")
      ->required();
  verb->add_option("-h,--host", c.hosts,
                   "Evaluate the rules on HOST[:PORT] (asks its collector, pmcd); may be repeated")
      ->type_name("HOST")
      ->allow_extra_args(false)
      ->excludes(archives);
  verb->add_flag("--follow", c.follow,
                 "At the end of the archive, wait until it grows. With --actions run, begin there")
      ->needs(archives);
  verb->add_option("--actions", c.actions,
                   "Run the actions, or only say what they would do: run or say. Default: say for "
                   "archives, run otherwise")
      ->check(OneOf({"run", "say"}))
      ->type_name("WHICH");
  verb->add_flag("--check", c.check, "Only check the rules");
  AddDerived(*verb, c.derive);
  AddBasics(*verb, c.common, "Zone of times: local, archive, utc, or a name such as Europe/Berlin");
  AddHostLimits(*verb, c.common);
  AddWatchTimes(*verb, archives, c);
  verb->footer(R"(
The actions are those of pmie: print writes a line, shell runs a command, syslog writes to the
system log, alarm opens a window if there is a screen. The commands of a rule run one after the
other. As long as one of them runs, the rule begins nothing else. fdr refuses stomp.

In a command, a text of the source, such as the name of an instance, keeps only letters, digits,
blanks and . , : / @ + - _. It is in FDR_INSTANCES and FDR_VALUES as it is: the sure way.

Examples:
  fdr watch --rules load.rules
  fdr watch --rules load.rules -h db1 -h db2
  fdr watch --rules load.rules --actions say -t 1s
  fdr watch --rules load.rules 20240131
  fdr watch --rules load.rules today --follow --actions run)");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
