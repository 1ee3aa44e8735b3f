// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/random_shift.h"

#include <fmt/format.h>

#include <cstdint>

#include "fdr/replay/copy/scrub/scrub_key.h"

namespace fdr::tools {

Result<std::string> RandomShift() {
  constexpr std::uint64_t kFewestWeeks = 53, kMostWeeks = 520, kWeek = 7 * 86'400;
  const Result<ScrubKey> key = ScrubKey::Random();
  if (!key) return Fail(key.error());
  const std::uint64_t weeks =
      kFewestWeeks + key->Number("shift", "") % (kMostWeeks - kFewestWeeks + 1);
  return fmt::format("-{}s", weeks * kWeek);
}

}  // namespace fdr::tools
