// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_values.h"

#include "fdr/tools/dump/metric_lines.h"

namespace fdr::tools {
namespace {

void AppendRecord(const DumpContext& dump, const WalkedRecord& record, bool size,
                  MetricLines& lines) {
  OutputBuffer& out = dump.out;
  out.Append('\n');
  if (size) out.Append('[').Number(record.size).Append(" bytes]\n");
  dump.stamps.Append(record.stamp, out);
  if (record.is_mark) {
    out.Append("  <mark>\n");
    return;
  }
  out.Append(' ').Number(record.sets.size());
  out.Append(record.sets.size() == 1 ? " metric\n" : " metrics\n");
  for (const ValueSet* set : record.sets) lines.Append(record.stamp, *set);
}

}  // namespace

void DumpValues(const DumpContext& dump, const WalkOptions& options, bool sizes,
                const ProblemSink& on_problem) {
  MetricLines lines(dump);
  bool announced = !options.reverse;
  const auto announce = [&](const WalkedRecord& last) {
    if (announced) return;
    dump.out.Append("\nLog finished at ");
    dump.stamps.AppendWholeSeconds(last.stamp, dump.out);
    dump.out.Append(" - dump in reverse order\n");
    announced = true;
  };
  WalkRecords(dump.archive, options,
              {.see =
                   [&](const WalkedRecord& record) {
                     announce(record);
                     AppendRecord(dump, record, sizes, lines);
                     return dump.out.error() == 0;
                   },
               .outside = announce,
               .on_problem = on_problem});
}

}  // namespace fdr::tools
