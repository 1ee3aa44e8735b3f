// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"
#include "fdr/tools/find/cut_download.h"

namespace fdr::tools {

void DescribeView(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ViewCommand>();
  ViewCommand& c = *command;
  c.cut = CutForDownload(HttpOptions().cut_space);
  CLI::Option* archive =
      verb->add_option("ARCHIVE", c.archives,
                       "Base name or any file of an archive, a directory, or a comma-separated "
                       "list. Default: this machine as it is now, with what a recorder has of its "
                       "past. With --web, any number of them")
          ->option_text("");
  verb->add_option("-h,--host", c.host, "Watch HOST[:PORT] (asks its collector, pmcd)")
      ->type_name("HOST")
      ->excludes(archive);
  AddBasics(*verb, c.common, "Zone of times: local, archive, utc, or a name such as Europe/Berlin");
  CLI::Option* const web = verb->add_flag(
      "--web", c.web, "Show it in a browser, at an address that is printed, until Ctrl-C");
  const auto on_terminal = [web](CLI::Option* option) { option->excludes(web); };
  on_terminal(verb->add_option("-S,--start", c.start,
                               "Begin at this time: 14:30, -1h (before the end), ...")
                  ->type_name("TIME"));
  on_terminal(
      verb->add_option(
              "-t,--interval", c.interval,
              "Show moments at this distance: 10s, 5m. Default: the samples of the archive; "
              "1s for a host")
          ->type_name("INTERVAL"));
  on_terminal(
      verb->add_flag("--follow", c.follow, "Begin at the end, and move on as the archive grows"));
  on_terminal(
      verb->add_option("-p,--page", c.page,
                       "Begin with this page: overview, CPU, memory, disks, network, processes, "
                       "cgroups, metrics, programs, users, units, filesystems. Default: the first "
                       "one that has "
                       "values")
          ->type_name("PAGE"));
  verb->footer(R"(
Keys: ? shows all of them. Right and left go from sample to sample, space plays, b asks for a time.
0 to 9, u and f choose a page, / shows only rows with a text, < and > choose the column to sort by.
) shows the columns that did not fit on the screen, and ( goes back. The key x marks a stretch of
time, to see what was used in it. High values are red, or reversed on a terminal without colours.

For a directory of hosts, such as /var/log/pcp/pmlogger, fdr shows a list of them first, and enter
chooses one. With --web, all of them are served.

Without ARCHIVE, fdr shows the end of the recording of this machine, if one goes on: that of a
running fdr record, of the service fdr-record, or of PCP's logger. Otherwise, and with -h or -t, fdr
records the machine or the host into a temporary directory ($TMPDIR or /var/tmp), so that you can
look back. That recording is removed at the end.

fdr top is another name of fdr view.

Examples:
  fdr view
  fdr view -h db1 -t 5s
  fdr view 20240131 -S 03:55
  fdr view /var/log/pcp/pmlogger/db1 -p disks
  fdr view /var/log/pcp/pmlogger
  fdr view --web /var/log/pcp/pmlogger)");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
