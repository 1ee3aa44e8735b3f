// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_report.h"

namespace fdr {

std::string StampText(Timestamp stamp) { return fmt::format("{}.{:09}", stamp.sec, stamp.nsec); }

bool FileReport::Count(CheckCode code) {
  ++summary_.findings[static_cast<std::size_t>(InfoOf(code).severity)];
  return ++counts_[static_cast<std::size_t>(code)] <= options_.limit;
}

void FileReport::Deliver(CheckCode code, const CheckPlace& place, std::string sentence) const {
  if (!sink_) return;
  sink_({code, file_, place.offset, place.stamp, place.metric, std::move(sentence)});
}

void FileReport::AddUnreadable(const Error& error) {
  if (IsShortage(error.system_error)) {
    if (!summary_.shortage) summary_.shortage = error;
    return;
  }
  Add(CheckCode::kFileUnreadable, {.offset = error.offset}, "{}", error.what);
}

FileReport::~FileReport() {
  for (const CheckCodeInfo& info : CheckCodes())
    if (const std::uint64_t count = counts_[static_cast<std::size_t>(info.code)];
        count > options_.limit)
      summary_.omitted.push_back({info.code, file_, count - options_.limit});
}

}  // namespace fdr
