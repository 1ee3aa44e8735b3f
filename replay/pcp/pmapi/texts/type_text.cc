// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmTypeStr, pmSemStr, pmEventFlagsStr.

#include <pcp/pmapi.h>

#include "fdr/archive/record/event_array.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"
#include "fdr/replay/values/type_name.h"

using fdr::pmapi::InOwnBuffer;
using fdr::pmapi::PutComposed;
using fdr::pmapi::PutText;

namespace {

constexpr int kFlagsLength = sizeof "point,start,end,id,parent";  // a smaller buffer is refused

std::string_view SemanticsName(int sem) {
  switch (sem) {
    case PM_SEM_COUNTER:
      return "counter";
    case PM_SEM_INSTANT:
      return "instant";
    case PM_SEM_DISCRETE:
      return "discrete";
    default:
      return "???";
  }
}

}  // namespace

char* pmTypeStr_r(int type, char* buf, int buflen) {
  return PutText(fdr::TypeName(fdr::Type{type}), buf, buflen);
}

const char* pmTypeStr(int type) {
  return InOwnBuffer<20>([&](char* b, int n) { return pmTypeStr_r(type, b, n); });
}

char* pmSemStr_r(int sem, char* buf, int buflen) {
  return PutText(SemanticsName(sem), buf, buflen);
}

const char* pmSemStr(int sem) {
  return InOwnBuffer<20>([&](char* b, int n) { return pmSemStr_r(sem, b, n); });
}

char* pmEventFlagsStr_r(int flags, char* buf, int buflen) {
  if (buflen < kFlagsLength) return nullptr;
  return PutComposed([&] { return fdr::EventFlagsText(static_cast<unsigned>(flags)); }, buf,
                     buflen);
}

const char* pmEventFlagsStr(int flags) {
  return InOwnBuffer<kFlagsLength>([&](char* b, int n) { return pmEventFlagsStr_r(flags, b, n); });
}
