// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_texts.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace fdr::tools {
namespace {

void AppendText(const TextRecord& text, OutputBuffer& out) {
  if (IsOfMetric(text.kind))
    out.Append("PMID: ").Append(ToString(MetricId{text.id}));
  else
    out.Append("InDom: ").Append(ToString(InDomId{text.id}));
  if (IsOneLine(text.kind))
    out.Append(" [").Append(text.text()).Append("]\n");
  else
    out.Append('\n').Append(text.text()).Append('\n');
}

}  // namespace

void DumpTexts(const DumpContext& dump) {
  const auto texts = dump.archive.metadata().texts();
  std::vector<const TextRecord*> order;
  order.reserve(texts.size());
  for (const TextRecord& text : texts) order.push_back(&text);
  const auto key = [](const TextRecord* t) {
    return std::tuple(!IsOfMetric(t->kind), t->id, !IsOneLine(t->kind));
  };
  std::sort(order.begin(), order.end(),
            [&](const TextRecord* a, const TextRecord* b) { return key(a) < key(b); });
  dump.out.Append("\nMetric Help Text in the Log ...\n");
  for (const TextRecord* text : order) AppendText(*text, dump.out);
}

}  // namespace fdr::tools
