// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_descs.h"

#include <fmt/format.h>

#include <string>

#include "fdr/tools/dump/metric_text.h"
#include "fdr/tools/dump/peer_order.h"

namespace fdr::tools {
namespace {

void AppendDesc(const Desc& desc, OutputBuffer& out) {
  out.Append("    Data Type: ").Append(ToString(desc.type));
  if (desc.type == Type::kNoSupport) {
    out.Append('\n');
    return;
  }
  const std::string units = ToString(desc.units);
  out.Append("  InDom: ").Append(ToString(desc.indom));
  out.Append(fmt::format(" {:#x}\n", desc.indom.value));
  out.Append("    Semantics: ").Append(ToString(desc.semantics));
  out.Append("  Units: ").Append(units.empty() ? "none" : units).Append('\n');
}

}  // namespace

void DumpDescs(const DumpContext& dump) {
  const Metadata& metadata = dump.archive.metadata();
  dump.out.Append("\nDescriptions for Metrics in the Log ...\n");
  std::vector<std::uint32_t> ids;
  ids.reserve(metadata.metrics().size());
  for (const Desc& desc : metadata.metrics()) ids.push_back(desc.id.value);
  for (const std::size_t place : PeerOrder(ids)) {
    const Desc& desc = metadata.metrics()[place];
    dump.out.Append("PMID: ").Append(ToString(desc.id)).Append(" (");
    dump.out.Append(NamesText(dump.names, desc.id, "<noname>")).Append(")\n");
    AppendDesc(desc, dump.out);
  }
}

}  // namespace fdr::tools
