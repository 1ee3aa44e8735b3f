// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/local/metrics_page.h"

#include "fdr/replay/sources/local/tables/indom_text.h"
#include "fdr/replay/sources/local/tables/metric_table.h"
#include "fdr/tests/local/peer_departures.h"

namespace fdr::test {
namespace {

using local::MetricGroup;
using local::MetricRow;

constexpr std::string_view kIntroduction =
    R"(# Metrics of the built-in collector

`LocalContext` ([replay/sources/local/local_context.h](../replay/sources/local/local_context.h)) reads these metrics of a Linux machine,
without a daemon and without special rights. Names, identifiers, types, semantics, units and instances are those of PCP's
agents `linux` (domain 60), `proc` (3) and `pmcd` (2), version 6.0.3. A test compares each of them with the installed
PCP, and values between two readings of it. Data that only root may read have no values for other users.

`build/release/tests/local/metrics_page` makes this page, and a test compares the two.

## What both have, and what only PCP has

Every metric below is in PCP, too, but for those of `fdr`: what programs, users and units used
([processes.md](guide/processes.md#who)). All of PCP's names that start with `hinv`, `kernel`, `mem`, `swap`, `swapdev`,
`disk`, `filesys`, `tmpfs`, `network`, `vfs`, `ipc`, `proc` and `cgroup` are here. Only PCP has
`nfs`, `nfs3`, `nfs4`, `rpc`, `zram`, `tape`, `fchost`, `tty`, `sysfs`, `hotproc`, `acct`,
`containers`, the metrics of `pmcd` about itself, and its other agents.

)";

// A table cell must not hold a bar.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

std::string Departures() {
  std::string text =
      "## Differences\n\n"
      "In these cases PCP 6.0.3 is at fault, or the metric makes no sense for a collector that is "
      "not a daemon. A name that ends "
      "with a dot, or is the start of others, stands for all of these.\n\n"
      "| metric | why |\n|---|---|\n";
  for (const Departure& departure : AllDepartures()) {
    text += "| `" + std::string(departure.metrics) + "` | " + Cell(departure.why);
    if (departure.within) text += "; values are close to each other all the same";
    text += " |\n";
  }
  text +=
      "| `cgroup.` | where both versions are mounted, PCP does not find all groups; this finds "
      "each "
      "controller where it is |\n"
      "| `proc.` | where a process may not be read, PCP repeats what it read of another one; here "
      "there is no value |\n"
      "| `proc.psinfo.psargs` | where there is no command line and the process identifier has "
      "seven "
      "digits, PCP drops the first byte, and the name of the instance has the whole |\n";
  return text;
}

std::string Row(const MetricGroup& group, const MetricRow& row) {
  std::string text = "| `" + group.NameOf(row) + "` | " + ToString(row.id) + " | " +
                     ToString(row.type) + ", " + ToString(row.semantics);
  if (!row.units.IsDimensionless()) text += ", " + ToString(row.units);
  text += " | " + Cell(row.help.empty() ? row.column : row.help) + " |\n";
  return text;
}

std::string Group(const MetricGroup& group) {
  const local::GridInfo& info = InfoOf(group.grid);
  std::string text = "### " + std::string(info.file) + "\n\n";
  if (!info.indom.IsNull())
    text += "Instances " + ToString(info.indom) + ": " + std::string(local::InDomText(info.indom)) +
            ".\n\n";
  text += "| metric | identifier | values | meaning |\n|---|---|---|---|\n";
  for (const MetricRow& row : group.rows) text += Row(group, row);
  return text + "\n";
}

}  // namespace

std::string MetricsPage() {
  std::string page(kIntroduction);
  page += Departures() + "\n## All metrics, by where the kernel has them\n\n";
  std::size_t count = 0;
  std::string groups;
  for (const auto family : local::AllMetrics())
    for (const MetricGroup& group : family) {
      groups += Group(group);
      count += group.rows.size();
    }
  page += std::to_string(count) +
          " metrics. If the meaning is a name, it is that of the line or field there.\n\n";
  page += groups;
  page.pop_back();
  return page;
}

}  // namespace fdr::test
