// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/zone_text.h"

#include <algorithm>
#include <array>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/time/zone.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestZone = 64;

constexpr std::array kAreas = {"Africa",    "America", "Antarctica", "Arctic", "Asia", "Atlantic",
                               "Australia", "Brazil",  "Canada",     "Chile",  "Etc",  "Europe",
                               "Indian",    "Mexico",  "Pacific",    "US"};

constexpr std::array kAbbreviations = {
    "UTC",  "GMT",  "UCT",  "WET", "WEST", "CET",  "CEST", "MET",  "MEST", "EET",  "EEST",
    "BST",  "IST",  "MSK",  "MSD", "TRT",  "SAST", "EAT",  "CAT",  "WAT",  "PKT",  "NPT",
    "WIB",  "WIT",  "WITA", "SGT", "HKT",  "PHT",  "JST",  "KST",  "AWST", "ACST", "ACDT",
    "AEST", "AEDT", "EST",  "EDT", "CST",  "CDT",  "MST",  "MDT",  "PST",  "PDT",  "AKST",
    "AKDT", "HST",  "HAST", "AST", "ADT",  "NST",  "NDT",  "NZST", "NZDT", "BRT",  "BRST",
    "ART",  "CLT",  "CLST", "COT", "PET",  "VET",  "SST",  "ICT",  "GST"};

template <class List>
bool Has(const List& list, std::string_view text) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view one) { return one == text; });
}

// "Europe/Zurich" of the zones that this machine has.  No path leads out of them.
bool IsPlace(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == name.npos || !Has(kAreas, name.substr(0, slash))) return false;
  const bool is_plain = std::all_of(name.begin(), name.end(), [](char c) {
    return IsAlpha(c) || IsDigit(c) || c == '/' || c == '_' || c == '-' || c == '+';
  });
  return is_plain && Zone::FromTz(':' + std::string(name)).understood();
}

bool HasForbiddenPart(std::string_view place, const NameKeeper& keeper) {
  while (!place.empty()) {
    const std::size_t end = std::min(place.find('/'), place.size());
    if (keeper.IsForbidden(place.substr(0, end))) return true;
    place.remove_prefix(std::min(end + 1, place.size()));
  }
  return false;
}

// Offsets have up to four digits, all other numbers fewer.
bool HasLongNumber(std::string_view tz) {
  std::size_t digits = 0;
  for (const char c : tz) {
    digits = IsDigit(c) ? digits + 1 : 0;
    if (digits > 4) return true;
  }
  return false;
}

}  // namespace

std::string ScrubbedZone(std::string_view tz, const NameKeeper& keeper) {
  if (tz.empty() || tz.size() > kLongestZone) return tz.empty() ? "" : "UTC";
  const std::string_view place = tz.front() == ':' ? tz.substr(1) : tz;
  if (IsPlace(place)) return HasForbiddenPart(place, keeper) ? "UTC" : std::string(tz);
  if (place == "UTC") return std::string(tz);
  if (!Zone::FromTz(tz).understood() || HasLongNumber(tz)) return "UTC";
  std::string scrubbed;
  char stand_in = 'A';
  // The rules behind the comma have letters and numbers of their own form.
  const std::string_view names = tz.substr(0, tz.find(','));
  for (std::size_t i = 0; i < names.size();) {
    std::size_t end = i;
    while (end < names.size() && IsAlpha(names[end])) ++end;
    if (end == i) {
      scrubbed += names[i++];
      continue;
    }
    const std::string_view word = names.substr(i, end - i);
    const bool stays = Has(kAbbreviations, word) && !keeper.IsForbidden(word);
    scrubbed += stays ? std::string(word) : std::string(3, stand_in++);
    i = end;
  }
  scrubbed += tz.substr(names.size());
  return Zone::FromTz(scrubbed).understood() ? scrubbed : "UTC";
}

}  // namespace fdr
