// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_indoms.h"

#include <string_view>
#include <vector>

#include "fdr/tools/dump/peer_order.h"
#include "fdr/tools/dump/stored_indoms.h"

namespace fdr::tools {
namespace {

void AppendInstance(std::string_view what, InstanceId id, std::string_view name,
                    OutputBuffer& out) {
  out.Append(what).Number(id).Append(" or \"").Append(name).Append("\"\n");
}

void AppendHistory(const DumpContext& dump, const InDomHistory& indom) {
  dump.out.Append("InDom: ").Append(ToString(indom.id())).Append('\n');
  for (std::size_t snapshot = 0; snapshot < indom.size(); ++snapshot) {
    const InstanceList members = indom.Members(snapshot);
    dump.stamps.Append(indom.StampOf(snapshot), dump.out);
    dump.out.Append(' ').Number(members.size()).Append(" instances\n");
    for (const Instance& member : members) AppendInstance("   ", member.id, member.name, dump.out);
  }
}

void AppendRecord(const DumpContext& dump, const InDomRecord& record) {
  OutputBuffer& out = dump.out;
  dump.stamps.Append(record.stamp, out);
  out.Append(" InDom: ").Append(ToString(record.indom));
  out.Append(record.is_delta ? " delta " : " ").Number(record.entries.size());
  out.Append(" instances\n");
  for (const InDomEntry& entry : record.entries) {
    if (record.is_delta && entry.deleted())
      out.Append("   del ").Number(entry.id).Append('\n');
    else
      AppendInstance(record.is_delta ? "   add " : "   ", entry.id, entry.name, out);
  }
}

}  // namespace

void DumpInDoms(const DumpContext& dump) {
  dump.out.Append("\nInstance Domains in the Log ...\n");
  const auto indoms = dump.archive.metadata().indoms();
  std::vector<std::uint32_t> ids;
  ids.reserve(indoms.size());
  for (const InDomHistory& indom : indoms) ids.push_back(indom.id().value);
  for (const std::size_t place : PeerOrder(ids)) AppendHistory(dump, indoms[place]);
}

Result<void> DumpStoredInDoms(const DumpContext& dump, const SourceOptions& source) {
  dump.out.Append("\nInstance Domains on-disk ...\n");
  return ForEachStoredInDom(dump.archive, source, [&](const InDomRecord& record, std::uint64_t) {
    AppendRecord(dump, record);
  });
}

}  // namespace fdr::tools
