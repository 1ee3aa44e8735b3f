// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time zones without names: the offsets and rules of a zone stay, unknown abbreviations do not.
//
//   CET-1CEST,M3.5.0,M10.5.0/3      stays
//   ALICE-1BOB,M3.5.0,M10.5.0/3  -> AAA-1BBB,M3.5.0,M10.5.0/3
//   :Europe/Zurich                  stays, if the machine has such a zone

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/copy/scrub/name_keeper.h"

namespace fdr {

/// A value of TZ; "UTC" in place of another text, and of a place whose words are forbidden.
std::string ScrubbedZone(std::string_view tz, const NameKeeper& keeper);

}  // namespace fdr
