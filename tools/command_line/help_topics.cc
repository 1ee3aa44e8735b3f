// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/help_topics.h"

#include <algorithm>
#include <array>

namespace fdr::tools {
namespace {

constexpr std::string_view kTimes = R"(How to write times and intervals

Times, after -S, -T and -O:
  14:30                    a clock, on the day of the archive; 14:30:05.250 is finer
  '2026-01-31 14:30'       a date and a clock
  10m                      so long after the start of the archive (-T: after the time of -S)
  -1h                      so long before its end
  'yesterday 14:00', noon, midnight, '3m ago', 'last 5 minutes'
  2026-01-31T14:30:00Z     as in ISO 8601
  @1706711400              seconds since 1970
PCP writes an @ before a clock or a date; fdr reads both. --tz says in which zone.

Intervals, after -t and -A:
  10s  5m  2h  1d  100ms  250us   also with names: '10 seconds', '1 hour 30 min'

Windows:
  -S 03:50 -T 04:10        from ten to four until ten past four
  -S -10m                  the last ten minutes
  -S 03:50 -T 20m          the same: after -T, an interval counts from the time of -S
  -A 1h -t 1h              rows at whole hours

Examples:
  fdr replay today kernel.all.load -S 03:50 -T 04:10 -t 10s
  fdr diff today -S 03:55 -T 04:00
)";

constexpr std::string_view kMetrics = R"(How to name metrics and instances

  disk.dev.read            a metric
  disk                     all metrics below this name
  'disk.*.read*'           a pattern: * stands for anything, ? for one character
  'disk.dev.read[sda]'     one instance of it; [sda,sdb] for several, [sd*] for a pattern
  'proc.psinfo.rss[548]'   of a process: its number is enough
  'rate(disk.dev.read)'    an expression: fdr help expressions
  :vmstat                  what a report shows: fdr replay --list-reports
Brackets, stars and parentheses need quotes, because the shell has its own use for them.

To see which there are:
  fdr names ARCHIVE                     every metric, with its unit
  fdr names ARCHIVE --search 'disk write'   those with these words in their names or help texts
  fdr names ARCHIVE --active            those that changed most, first
  fdr names ARCHIVE -v disk.dev.read    one metric: help text and instances
)";

constexpr std::string_view kExpressions = R"(How to write expressions over metrics

An expression may stand wherever a metric may:
  fdr replay today 'rate(disk.dev.read) + rate(disk.dev.write)' -t 10s
  fdr find today --where 'rate(disk.all.write_bytes) > 100 MB/s && kernel.all.load[1 minute] > 4'

Operators, from loose to tight:
  guard ? a : b     &&  ||     !     <  <=  ==  >=  >  !=     +  -     *  /

Functions:
  rate(x)  delta(x)               growth of a counter: per second, since the row before
  sum(x) avg(x) min(x) max(x)     of all instances; sum(rate(x)), not rate(sum(x))
  count(x)                        how many instances there are
  scalar(x)                       the first instance, as a single value
  instant(x)                      x, no longer a counter
  rescale(x, "Mbyte")             x in other units
  matchinst(/^sd/, x)             instances whose names match; !/^sd/ for all others
  defined(m)                      whether there is such a metric
  mkconst(8, units="Mbyte")       a number with units

With --where and --when, numbers may have units: 100 MB/s, 5 GiB, 20 msec, 10 %, 1000 count/s.
A number without units is in those of the metric.

More: fdr-replay(1), fdr-find(1).
)";

constexpr std::string_view kHosts = R"(How to name hosts

  fdr view -h db1                   pmcd, the collector of PCP, on db1
  fdr view -h db1:44322             at another port
  fdr view -h db1:44321,4321        at the first of these ports that answers
  fdr view -h db1@gateway           through pmproxy on gateway
  fdr view -h unix:                 pmcd on this machine, through its socket
  fdr view -h 'db1?container=web'   inside a container of db1
Without -h, fdr reads this machine itself and needs no collector.
)";

constexpr std::array kTopics = {
    HelpTopic{"times", "Times, intervals and windows", kTimes},
    HelpTopic{"metrics", "Metrics, patterns and instances", kMetrics},
    HelpTopic{"expressions", "Expressions over metrics", kExpressions},
    HelpTopic{"hosts", "Hosts and ports", kHosts},
};

}  // namespace

std::span<const HelpTopic> HelpTopics() { return kTopics; }

const HelpTopic* FindHelpTopic(std::string_view name) {
  const auto found = std::ranges::find(kTopics, name, &HelpTopic::name);
  return found == kTopics.end() ? nullptr : &*found;
}

}  // namespace fdr::tools
