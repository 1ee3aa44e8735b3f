// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts the places of labels in the JSON of their set to those of the C API, and back.

#pragma once

#include <pcp/pmapi.h>

#include "fdr/archive/record/labelset_record.h"

namespace fdr::pmapi {

inline pmLabel ToC(const LabelEntry& from) {
  pmLabel to = {};
  to.name = from.name_offset;
  to.namelen = from.name_length;
  to.flags = from.flags;
  to.value = from.value_offset;
  to.valuelen = from.value_length;
  return to;
}

inline LabelEntry FromC(const pmLabel& from) {
  LabelEntry to;
  to.name_offset = static_cast<std::uint16_t>(from.name);
  to.name_length = static_cast<std::uint8_t>(from.namelen);
  to.flags = static_cast<std::uint8_t>(from.flags);
  to.value_offset = static_cast<std::uint16_t>(from.value);
  to.value_length = static_cast<std::uint16_t>(from.valuelen);
  return to;
}

}  // namespace fdr::pmapi
