// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <optional>
#include <string>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeLive(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<LiveCommand>();
  LiveCommand& c = *command;
  verb->add_option("METRIC", c.metrics,
                   "Metrics such as disk.dev.read, disk.dev.read[sda,sdb], disk.dev or "
                   "'disk.*.read*', an expression such as 'delta(a) / delta(b)', or a report such "
                   "as :vmstat")
      ->option_text("...");
  AddReports(*verb, c.report_files);
  AddListOfReports(*verb, c.list_reports);
  verb->add_option("-h,--host", c.host,
                   "Ask pmcd on HOST[:PORT]; local: asks this machine's pmcd. Default: read this "
                   "machine directly, without pmcd")
      ->type_name("HOST");
  AddAgents(*verb, c.agents, "--agents",
            "Start the agents that this pmcd.conf lists, and ask them, too")
      ->excludes(verb->get_option("--host"));
  AddNameSpaceOfAgents(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddOutput(*verb, c.common, "Zone of times: local, utc, or a name such as Europe/Berlin");
  AddHostLimits(*verb, c.common);
  AddSeriesOutput(*verb, c.output, c.raw);
  // Which instances are on top of a chart is known only at its end.
  for (const char* chart : {"--plot", "--chart", "--svg", "--png"})
    verb->get_option("--top")->excludes(verb->get_option(chart));
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
  fdr live -h db1:44321 mem.util.used --csv -s 60 > minute.csv
  fdr live :iostat -t 5s)");
  verb->callback([&chosen, command] {
    RequireMetrics(command->metrics, command->list_reports);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
