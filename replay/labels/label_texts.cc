// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/labels/label_texts.h"

#include "fdr/archive/metadata/metric_labels.h"

namespace fdr {

LabelTexts LabelTextsOf(std::string_view json) {
  LabelTexts texts;
  for (const MetricLabel& label : LabelsIn({.json = json, .entries = {}}, LabelLevel::kItem)) {
    std::string_view value = label.value;
    const bool is_text = value.size() >= 2 && value.front() == '"';
    texts[label.name] = is_text ? value.substr(1, value.size() - 2) : value;
  }
  return texts;
}

}  // namespace fdr
