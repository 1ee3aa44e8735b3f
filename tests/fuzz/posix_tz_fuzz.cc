// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/posix_tz.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

// Zone asks for no time farther from 1970.
constexpr std::int64_t kFar = 67'000'000'000'000'000;

void Read(std::string_view text) {
  const PosixTz tz = PosixTz::Parse(text);
  for (const std::int64_t sec :
       {-kFar, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1'700'000'000},
        std::int64_t{1'720'000'000}, std::int64_t{951'782'400}, kFar}) {
    const LocalTimeSpan span = tz.SpanAt(sec);
    Require(span.type == &tz.standard() || span.type == &tz.daylight(), "it is one of two types");
    Require(span.from <= sec && sec < span.until, "the time is within its span");
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Read(fdr::AsText(fdr::fuzz::Input(data, size)));
  return 0;
}
