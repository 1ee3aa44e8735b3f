// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/event_text.h"

#include <fmt/format.h>

#include <string>

#include "fdr/tools/dump/metric_text.h"
#include "fdr/tools/dump/value_text.h"

namespace fdr::tools {
namespace {

// "5 (and 7 missed) event records"
void AppendCount(const EventArray& array, OutputBuffer& out) {
  const std::size_t records = array.records().size();
  std::int64_t missed = 0;
  for (const EventRecord& record : array.records())
    if (record.missed()) missed += record.count;
  if (records == 0) {
    out.Append("No event records\n");
    return;
  }
  out.Number(records);
  if (missed != 0) out.Append(" (and ").Number(missed).Append(" missed)");
  const bool single = static_cast<std::int64_t>(records) + missed == 1;
  out.Append(single ? " event record\n" : " event records\n");
}

void AppendParameter(const EventParameter& parameter, const DumpContext& dump) {
  OutputBuffer& out = dump.out;
  const Desc* const desc = dump.archive.metadata().FindDesc(parameter.id);
  out.Append("        ");
  if (desc == nullptr) {
    out.Append("PMID: ").Append(ToString(parameter.id));
    out.Append(": pmLookupDesc: Metric not defined in the PCP archive log\n");
    return;
  }
  if (const std::string names = NamesText(dump.names, parameter.id, {}); !names.empty())
    out.Append(ToString(parameter.id)).Append(" (").Append(names).Append("): value ");
  else
    out.Append("PMID: ").Append(ToString(parameter.id)).Append(": value ");
  const bool in_place = parameter.type == Type::k32 || parameter.type == Type::kU32;
  if (in_place && parameter.payload.size() >= 4)
    AppendInPlace(desc->type, LoadU32(parameter.payload.data()), out);
  else
    AppendBlock(desc->type, {parameter.type, parameter.payload, {}}, out);
  out.Append('\n');
}

void AppendRecord(const EventArray& array, std::size_t i, bool highres, const DumpContext& dump) {
  OutputBuffer& out = dump.out;
  const EventRecord& record = array.records()[i];
  out.Append("        --- event record [").Number(i).Append("] timestamp ");
  dump.stamps.AppendOfEvent(record.stamp, highres, out);
  if (record.flags != 0)
    out.Append(fmt::format(" flags {:#x} ({})", record.flags, EventFlagsText(record.flags)));
  out.Append(" ---\n");
  if (record.missed()) {
    out.Append("        ==> ").Number(record.count).Append(" missed event records\n");
    return;
  }
  if (record.count < 0)
    out.Append("\t          Error: illegal number of parameters (")
        .Number(record.count)
        .Append(")\n");
  if (record.count == 0 && record.flags == 0) out.Append("\t          No parameters\n");
  for (const EventParameter& parameter : array.Parameters(record)) AppendParameter(parameter, dump);
}

}  // namespace

void AppendEvents(Type type, const ValueSet& set, std::uint32_t i, const DumpContext& dump) {
  const ValueBlock block = set.in_place() ? ValueBlock{} : set.Block(i);
  const Result<EventArray> array = block.type == type
                                       ? EventArray::Decode(type, block.payload)
                                       : Fail(Errc::kCorruptRecord, "not an event array");
  if (!array) {
    dump.out.Append("Illegal event records\n");
    return;
  }
  AppendCount(*array, dump.out);
  for (std::size_t r = 0; r < array->records().size(); ++r)
    AppendRecord(*array, r, type == Type::kHighresEvent, dump);
}

}  // namespace fdr::tools
