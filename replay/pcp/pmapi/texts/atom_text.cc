// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmAtomStr: a value of any type as a short text.

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/pmapi/base/text_buffer.h"

namespace {

constexpr int kAtomLength = 80;
constexpr std::size_t kLongestString = 37;
constexpr std::size_t kBeginningOfString = 34;  // of a longer string
constexpr std::size_t kShownBytes = 12;         // of an aggregate
constexpr std::size_t kGroup = 4;

template <class... Args>
std::string Format(const char* format, Args... args) {
  char text[kAtomLength];
  std::snprintf(text, sizeof text, format, args...);
  return text;
}

std::string StringText(const char* string) {
  if (string == nullptr) return "<null>";
  std::string_view text(string);
  const bool whole = text.size() <= kLongestString;
  if (!whole) text = text.substr(0, kBeginningOfString);
  return '"' + std::string(text) + (whole ? "\"" : "...\"");
}

std::string AggregateText(const pmValueBlock* block) {
  if (block == nullptr) return "<null>";
  const std::size_t length = std::max<std::size_t>(block->vlen, PM_VAL_HDR_SIZE) - PM_VAL_HDR_SIZE;
  std::string text = Format("[type=%s len=%zu]", pmTypeStr(static_cast<int>(block->vtype)), length);
  for (std::size_t i = 0; i < std::min(length, kShownBytes); ++i) {
    if (i % kGroup == 0) text += ' ';
    text += Format("%02x", static_cast<unsigned char>(block->vbuf[i]));
  }
  if (length > kShownBytes) text += " ...";
  return text;
}

std::string EventsText(const pmValueBlock* block) {
  if (block == nullptr) return "<null>";
  const int records = reinterpret_cast<const pmEventArray*>(block)->ea_nrecords;
  return Format("[%d event record%s]", records, records == 1 ? "" : "s");
}

std::string AtomText(const pmAtomValue& value, int type) {
  switch (type) {
    case PM_TYPE_32:
      return Format("%" PRId32, value.l);
    case PM_TYPE_U32:
      return Format("%" PRIu32, value.ul);
    case PM_TYPE_64:
      return Format("%" PRId64, value.ll);
    case PM_TYPE_U64:
      return Format("%" PRIu64, value.ull);
    case PM_TYPE_FLOAT:
      return Format("%e", static_cast<double>(value.f));
    case PM_TYPE_DOUBLE:
      return Format("%e", value.d);
    case PM_TYPE_STRING:
      return StringText(value.cp);
    case PM_TYPE_AGGREGATE:
    case PM_TYPE_AGGREGATE_STATIC:
      return AggregateText(value.vbp);
    case PM_TYPE_EVENT:
    case PM_TYPE_HIGHRES_EVENT:
      return EventsText(value.vbp);
    case PM_TYPE_NOSUPPORT:
      return "Error: unexpected type: Not Supported";
    case PM_TYPE_UNKNOWN:
      return "Error: unexpected type: Unknown";
    default:
      return Format("Error: unexpected type: Illegal type=%d", type);
  }
}

}  // namespace

char* pmAtomStr_r(const pmAtomValue* value, int type, char* buf, int buflen) {
  return fdr::pmapi::PutComposed([&] { return AtomText(*value, type); }, buf, buflen);
}

const char* pmAtomStr(const pmAtomValue* value, int type) {
  return fdr::pmapi::InOwnBuffer<kAtomLength>(
      [&](char* b, int n) { return pmAtomStr_r(value, type, b, n); });
}
