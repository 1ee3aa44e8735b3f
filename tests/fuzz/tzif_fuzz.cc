// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/tzif.h"

#include <fstream>

#include "fdr/replay/time/mktime.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_directory.h"

namespace fdr::fuzz {
namespace {

void AskAt(const Zone& zone, std::int64_t sec) {
  const LocalTimeSpan span = zone.SpanAt(sec);
  Require(span.from <= sec && sec < span.until, "the time is within its span");
  const LocalTime t = zone.At(sec);
  LocalToUtc(zone).Seconds({t.year, t.month, t.day, t.hour, t.minute, t.second});
}

void Read(Bytes content) {
  const auto file = DecodeTzif(content);
  if (!file) return;
  Require(!file->types.empty(), "there is a type");
  Require(std::ranges::is_sorted(file->changes, {}, &ClockChange::sec), "changes ascend");

  // A zone is read from a file.
  static const std::string path = Directory() + "/zone";
  std::ofstream(path, std::ios::binary | std::ios::trunc) << AsText(content);
  const Zone zone = Zone::FromTz(path);
  constexpr std::int64_t kFar = 67'000'000'000'000'000;
  for (const std::int64_t sec : {-kFar, std::int64_t{0}, std::int64_t{1'700'000'000}, kFar})
    AskAt(zone, sec);
  for (const ClockChange& change : file->changes)
    for (const std::int64_t sec : {change.sec - 1, change.sec})
      if (sec >= -kFar && sec <= kFar) AskAt(zone, sec);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Read(fdr::fuzz::Input(data, size));
  return 0;
}
