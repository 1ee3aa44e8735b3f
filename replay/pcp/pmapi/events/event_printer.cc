// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/events/event_printer.h"

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace fdr::pmapi {
namespace {

// Bytes after the end count as zero.
template <class Header>
Header Load(std::string_view bytes) {
  Header header = {};
  std::memcpy(static_cast<void*>(&header), bytes.data(), std::min(bytes.size(), sizeof header));
  return header;
}

void Skip(std::string_view& bytes, std::size_t count) {
  bytes.remove_prefix(std::min(count, bytes.size()));
}

template <class Header>
void SkipRecord(std::string_view& rest, const Header& header) {
  Skip(rest, offsetof(Header, er_param));
  for (int i = 0; i < header.er_nparams && !rest.empty(); ++i) {
    const std::size_t length = Load<pmEventParameter>(rest).ep_len;
    Skip(rest, sizeof(pmID) + (length + 3) / 4 * 4);
  }
}

void PrintTime(FILE* f, const pmTimeval& t) {
  const timeval stamp = {t.tv_sec, t.tv_usec};
  pmPrintStamp(f, &stamp);
}

void PrintTime(FILE* f, const pmTimespec& t) {
  const timespec stamp = {t.tv_sec, t.tv_nsec};
  pmPrintHighResStamp(f, &stamp);
}

template <class Header>
void Print(FILE* f, std::string_view array) {
  const int count = Load<int>(array);
  Skip(array, sizeof count);
  const auto first = Load<Header>(array);
  auto last = first;
  int missed = 0;
  for (int i = 1; i < count && !array.empty(); ++i) {
    // As in PCP, the last record is never tested, and a record of missed ones is not passed.  Such
    // a record counts for all remaining records, and its time is the last time.
    if ((last.er_flags & PM_EVENT_FLAG_MISSED) != 0) {
      missed = static_cast<int>(static_cast<unsigned>(last.er_nparams) *
                                static_cast<unsigned>(count - i));
      break;
    }
    SkipRecord(array, last);
    last = Load<Header>(array);
  }

  std::fprintf(f, "[%d event record%s", count, count == 1 ? "" : "s");
  if (missed > 0) std::fprintf(f, " (%d missed)", missed);
  if (count > 0) {
    std::fprintf(f, " timestamp%s ", count == 1 ? "" : "s");
    PrintTime(f, first.er_timestamp);
  }
  if (count > 1) {
    std::fprintf(f, "...");
    PrintTime(f, last.er_timestamp);
  }
  std::fputc(']', f);
}

}  // namespace

void PrintEvents(FILE* f, int type, std::string_view array) {
  if (type == PM_TYPE_HIGHRES_EVENT)
    Print<pmHighResEventRecord>(f, array);
  else
    Print<pmEventRecord>(f, array);
}

}  // namespace fdr::pmapi
