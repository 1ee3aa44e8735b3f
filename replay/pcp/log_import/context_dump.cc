// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmiDump: the current context, on standard error, in the form of PCP's library.

#include <fmt/format.h>
#include <pcp/import.h>
#include <pcp/pmapi.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "fdr/replay/pcp/log_import/complaints.h"
#include "fdr/replay/pcp/log_import/context_list.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::log_import {
namespace {

constexpr std::size_t kIdSize = 40;  // of the text of an identifier, at most

template <class... Arguments>
void Print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string MetricText(pmID pmid) {
  char text[kIdSize] = {};
  return pmIDStr_r(pmid, text, sizeof text);
}

std::string DomainText(pmInDom indom) {
  char text[kIdSize] = {};
  return pmInDomStr_r(indom, text, sizeof text);
}

std::string StateText(ImportContext::State state) {
  switch (state) {
    case ImportContext::State::kStart:
      return "1 (start)";
    case ImportContext::State::kActive:
      return "2 (active)";
    case ImportContext::State::kEnd:
      return "3 (end)";
  }
  return {};  // not reached
}

void DumpMetrics(const DefinedMetadata& metadata) {
  if (metadata.metrics().empty()) Print("  No metrics.\n");
  int i = 0;
  for (const DefinedMetric& metric : metadata.metrics()) {
    Print("  metric[{}] name={} pmid={}\n", i++, metric.name, MetricText(metric.desc.pmid));
    pmPrintDesc(stderr, &metric.desc);
  }
}

void DumpDomains(const DefinedMetadata& metadata) {
  if (metadata.domains().empty()) Print("  No indoms.\n");
  int i = 0;
  for (const DefinedDomain& domain : metadata.domains()) {
    Print("  indom[{}] indom={}\n", i++, DomainText(domain.id));
    int j = 0;
    for (const DefinedInstance& member : domain.members())
      Print("   instance[{}] {} ({})\n", j++, member.name, member.id);
  }
}

void DumpHandles(const DefinedMetadata& metadata) {
  if (metadata.handles().empty()) Print("  No handles.\n");
  int i = 0;
  for (const DefinedHandle& handle : metadata.handles()) {
    const DefinedMetric& metric = metadata.metrics()[handle.metric];
    Print("  handle[{}] metric={} ({}) instance={}\n", i++, metric.name,
          MetricText(metric.desc.pmid), handle.instance);
  }
}

void DumpTexts(const DefinedMetadata& metadata) {
  if (metadata.texts().empty()) Print("  No text.\n");
  int i = 0;
  for (const DefinedText& text : metadata.texts()) {
    Print(
        "  text[{}] {} ", i++,
        text.type == PM_TEXT_PMID ? "pmid=" + MetricText(text.id) : "indom=" + DomainText(text.id));
    if (text.level == PM_TEXT_ONELINE)
      Print("[{}]\n", text.content);
    else
      Print("\n{}\n", text.content);
  }
}

// The domain is taken from the place where a metric's identifier would have it.
std::string PlaceText(const DefinedLabels& labels) {
  switch (labels.type) {
    case PM_LABEL_CONTEXT:
      return "context ";
    case PM_LABEL_DOMAIN:
      return fmt::format(" domain={} ", pmID_domain(labels.id));
    case PM_LABEL_CLUSTER:
      return fmt::format(" cluster={}.{} ", pmID_domain(labels.id), pmID_cluster(labels.id));
    case PM_LABEL_ITEM:
      return fmt::format(" item={} ", MetricText(labels.id));
    case PM_LABEL_INDOM:
      return fmt::format(" indom={} ", DomainText(labels.id));
    default:
      return fmt::format(" instance={} of indom={} ", static_cast<int>(labels.instance),
                         DomainText(labels.id));
  }
}

void DumpLabels(const DefinedMetadata& metadata) {
  if (metadata.labels().empty()) Print("  No labels.\n");
  int i = 0;
  for (const DefinedLabels& labels : metadata.labels()) {
    Print("  label[{}] {}", i++, PlaceText(labels));
    pmPrintLabelSets(stderr, static_cast<int>(labels.id), static_cast<int>(labels.type),
                     labels.set.get(), 1);
  }
}

// PCP prints a word without knowing its type, and a block by the block's own type.
void PrintWord(std::uint64_t bits) {
  pmValue value = {};
  value.value.lval = static_cast<int>(bits);
  pmPrintValue(stderr, PM_VAL_INSITU, PM_TYPE_UNKNOWN, &value, 1);
}

void PrintBlock(int type, const PendingValue& from) {
  std::uint64_t bits = from.bits;
  if constexpr (std::endian::native == std::endian::big)
    if (type == PM_TYPE_FLOAT) bits <<= 32;  // the first bytes are the number's
  const void* const payload = type == PM_TYPE_STRING ? static_cast<const void*>(from.text.c_str())
                                                     : static_cast<const void*>(&bits);
  const std::size_t size = type == PM_TYPE_STRING  ? from.text.size() + 1
                           : type == PM_TYPE_FLOAT ? sizeof(float)
                                                   : sizeof bits;
  std::vector<std::uint64_t> memory((PM_VAL_HDR_SIZE + size) / sizeof(std::uint64_t) + 1);
  auto* const block = reinterpret_cast<pmValueBlock*>(memory.data());
  block->vtype = static_cast<unsigned>(type) & 0xff;
  block->vlen = static_cast<unsigned>(PM_VAL_HDR_SIZE + size) & 0xffffff;
  std::memcpy(block->vbuf, payload, size);
  pmValue value = {};
  value.value.pval = block;
  pmPrintValue(stderr, PM_VAL_DPTR, type, &value, 1);
}

void DumpSet(const PendingSet& set) {
  if (set.error < 0) {
    char text[PM_MAXERRMSGLEN] = {};
    return Print("  {} (<noname>): {}\n", MetricText(set.pmid),
                 pmErrStr_r(set.error, text, sizeof text));
  }
  const bool in_place = set.type == PM_TYPE_32 || set.type == PM_TYPE_U32;
  Print("  {} (<noname>): numval: {} valfmt: {} vlist[]:\n", MetricText(set.pmid),
        set.values.size(), in_place ? PM_VAL_INSITU : PM_VAL_DPTR);
  for (const PendingValue& value : set.values) {
    if (value.instance != kNoInstance) Print("    inst [{} or ???]", value.instance);
    Print("{}value ", value.instance == kNoInstance ? "   " : " ");
    if (in_place)
      PrintWord(value.bits);
    else
      PrintBlock(set.type, value);
    Print("\n");
  }
}

void DumpValues(const PendingValues& values) {
  if (values.empty()) return Print("  No pmResult.\n");
  Print("__pmResult dump from {} timestamp: 0.000000000 {} numpmid: {}\n",
        static_cast<const void*>(&values), ClockTime({}), values.sets().size());
  for (const PendingSet& set : values.sets()) DumpSet(set);
}

void DumpContext(const ImportContext& context) {
  const auto known = [](const std::optional<std::string>& text) {
    return text.value_or("<undefined>");
  };
  Print(" archive: {}\n  state: {} hostname: {} timezone: {}\n", known(context.base()),
        StateText(context.state()), known(context.host()), known(context.zone()));
  const DefinedMetadata& metadata = context.metadata();
  DumpMetrics(metadata);
  DumpDomains(metadata);
  DumpHandles(metadata);
  DumpTexts(metadata);
  DumpLabels(metadata);
  DumpValues(context.values());
}

}  // namespace
}  // namespace fdr::log_import

void pmiDump(void) {
  using fdr::log_import::ContextList;
  fdr::pmapi::Guarded([] {
    ContextList& list = ContextList::Get();
    const std::lock_guard lock(list.mutex);
    const fdr::log_import::ImportContext* const context = list.current();
    fdr::log_import::Print("pmiDump: context {} of {}",
                           context == nullptr ? 0 : list.current_number() - 1, list.size());
    if (context == nullptr)
      fdr::log_import::Print(" Error: current context is not defined.\n");
    else
      fdr::log_import::DumpContext(*context);
    return 0;
  });
}
