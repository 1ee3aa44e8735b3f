// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Builds the JSON of a label set together with its entries.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/replay/context.h"

namespace fdr::local {

/// Names must come in ascending order.
class LabelBuilder {
 public:
  LabelBuilder(LabelLevel level, InstanceId instance) : level_(level) { set_.instance = instance; }

  /// A text that JSON would have to escape is taken as damage.
  void AddText(std::string_view name, std::string_view text);
  void AddNumber(std::string_view name, std::uint64_t number, std::uint32_t flags = 0);
  void AddJson(std::string_view name, std::string_view value, std::uint32_t flags = 0);
  OwnedLabelSet Take();

 private:
  LabelLevel level_;
  OwnedLabelSet set_;
};

}  // namespace fdr::local
