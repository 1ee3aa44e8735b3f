// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/parsed_value.h"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace fdr::log_import {
namespace {

constexpr int kDecimal = 10;

std::uint64_t ParseNumber(int type, const char* text, char** end) {
  switch (type) {
    case PM_TYPE_32:
      return static_cast<std::uint32_t>(std::strtol(text, end, kDecimal));
    case PM_TYPE_U32:
      return static_cast<std::uint32_t>(std::strtoul(text, end, kDecimal));
    case PM_TYPE_64:
      return static_cast<std::uint64_t>(std::strtoll(text, end, kDecimal));
    case PM_TYPE_U64:
      return std::strtoull(text, end, kDecimal);
    case PM_TYPE_FLOAT:
      return std::bit_cast<std::uint32_t>(std::strtof(text, end));
    default:
      return std::bit_cast<std::uint64_t>(std::strtod(text, end));
  }
}

}  // namespace

int ParseValue(int type, const char* text, PendingValue& value) {
  if (text == nullptr) return PM_ERR_CONV;
  if (type == PM_TYPE_STRING) {
    // The record has the NUL, too.
    if (std::strlen(text) >= ResultEncoder::kMaxPayload) return PM_ERR_TOOBIG;
    value.text = text;
    return 0;
  }
  char* end = nullptr;
  value.bits = ParseNumber(type, text, &end);
  return *end == '\0' ? 0 : PM_ERR_CONV;
}

}  // namespace fdr::log_import
