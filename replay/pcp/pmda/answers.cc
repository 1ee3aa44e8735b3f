// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/answers.h"

#include <bit>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"

namespace fdr::pmda {
namespace {

LabelSet SetOf(const pmLabelSet& from) {
  LabelSet set;
  set.instance = static_cast<InstanceId>(from.inst);
  set.count = from.nlabels;
  if (from.json != nullptr) set.json = {from.json, from.jsonlen};
  for (int i = 0; i < from.nlabels; ++i) {
    const pmLabel& label = from.labels[i];
    set.entries.push_back({.name_offset = static_cast<std::uint16_t>(label.name),
                           .name_length = static_cast<std::uint8_t>(label.namelen),
                           .flags = static_cast<std::uint8_t>(label.flags),
                           .value_offset = static_cast<std::uint16_t>(label.value),
                           .value_length = static_cast<std::uint16_t>(label.valuelen)});
  }
  return set;
}

}  // namespace

void WriteDesc(const pmDesc& desc, ByteBuffer& buffer) {
  const PduScope scope(PduType::kDesc, buffer);
  ByteWriter out(buffer);
  out.U32(desc.pmid);
  out.I32(desc.type);
  out.U32(desc.indom);
  out.I32(desc.sem);
  out.U32(std::bit_cast<std::uint32_t>(desc.units));
}

void WriteInstances(const pmInResult& result, ByteBuffer& out) {
  InstancePdu pdu{.indom = InDomId{result.indom}, .instances = {}};
  for (int i = 0; i < result.numinst; ++i)
    pdu.instances.push_back(
        {.id = result.instlist != nullptr ? result.instlist[i] : kSingular,
         .name = result.namelist != nullptr ? std::string_view(result.namelist[i]) : ""});
  pdu.Encode(out);
}

void WriteNames(char* const* names, const int* states, int count, ByteBuffer& out) {
  NamesPdu pdu;
  for (int i = 0; i < count; ++i) pdu.names.emplace_back(names[i]);
  if (states != nullptr) pdu.status.assign(states, states + count);
  pdu.Encode(out);
}

void WriteLabels(const LabelRequestPdu& request, const pmLabelSet* sets, int count,
                 ByteBuffer& out) {
  LabelPdu pdu{.id = request.id, .level = request.level, .sets = {}};
  for (int i = 0; i < count; ++i) pdu.sets.push_back(SetOf(sets[i]));
  pdu.Encode(out);
}

}  // namespace fdr::pmda
