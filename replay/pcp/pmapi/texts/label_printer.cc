// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmPrintLabelSets(3).

#include <pcp/pmapi.h>

#include <array>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::pmapi {
namespace {

// The name of a metric without its last part.
std::string Upper(std::string_view metric) {
  return std::string(metric.substr(0, metric.find_last_of('.')));
}

std::string Owner(unsigned int id, int level, unsigned int instance) {
  std::array<char, 32> text;
  switch (level) {
    case PM_LABEL_CONTEXT:
      return "Context";
    case PM_LABEL_DOMAIN:
      return "Domain " + std::to_string(id);
    case PM_LABEL_INDOM:
      return std::string("InDom ") + pmInDomStr_r(id, text.data(), text.size());
    case PM_LABEL_CLUSTER:
      return "Cluster " + Upper(pmIDStr_r(id, text.data(), text.size()));
    case PM_LABEL_ITEM:
      return std::string("PMID ") + pmIDStr_r(id, text.data(), text.size());
    case PM_LABEL_INSTANCES:
      return std::string("InDom ") + pmInDomStr_r(id, text.data(), text.size()) + '[' +
             std::to_string(instance) + ']';
    default:
      return {};
  }
}

std::string FlagsText(unsigned int flags) {
  constexpr unsigned int kExtra = PM_LABEL_COMPOUND | PM_LABEL_OPTIONAL;
  const char* level = "?";
  switch (flags & ~kExtra) {
    case PM_LABEL_CONTEXT:
      level = "context";
      break;
    case PM_LABEL_DOMAIN:
      level = "domain";
      break;
    case PM_LABEL_INDOM:
      level = "indom";
      break;
    case PM_LABEL_CLUSTER:
      level = "cluster";
      break;
    case PM_LABEL_ITEM:
      level = "pmid";
      break;
    case PM_LABEL_INSTANCES:
      level = "instances";
      break;
    default:
      break;
  }
  std::string text = level;
  if ((flags & PM_LABEL_COMPOUND) != 0) text += ",compound";
  if ((flags & PM_LABEL_OPTIONAL) != 0) text += ",optional";
  return text;
}

void Print(FILE* f, unsigned int id, int level, const pmLabelSet& set) {
  std::fprintf(f, "    %s labels (%u bytes): %s\n", Owner(id, level, set.inst).c_str(),
               unsigned{set.jsonlen}, set.json != nullptr ? set.json : "(null)");
  for (int i = 0; i < set.nlabels; ++i) {
    const pmLabel& label = set.labels[i];
    std::fprintf(f, "        [%d] name(%d,%d) : value(%d,%d) [%s]\n", i, label.name, label.namelen,
                 label.value, label.valuelen, FlagsText(label.flags).c_str());
  }
}

}  // namespace
}  // namespace fdr::pmapi

void pmPrintLabelSets(FILE* f, int ident, int type, pmLabelSet* sets, int nsets) {
  fdr::pmapi::Guarded([&] {
    for (int i = 0; i < nsets; ++i)
      fdr::pmapi::Print(f, static_cast<unsigned int>(ident), type, sets[i]);
    return 0;
  });
}
