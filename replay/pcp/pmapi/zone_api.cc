// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reporting zones: pmNewZone(3) and related functions, pmLocaltime(3) and pmCtime(3).

#include <pcp/pmapi.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/reporting_zone.h"
#include "fdr/replay/text/ascii.h"

namespace fdr::pmapi {
namespace {

constexpr int kCtimeSize = 26;  // size of a caller's buffer, as for ctime_r(3)

struct NamedZone {
  std::string name;
  Zone zone;
};

// Zones are never freed or moved: callers keep pointers to names and abbreviations.
struct Zones {
  std::mutex mutex;
  std::deque<NamedZone> all;
  int current = -1;  // -1: the zone of the process

  static Zones& Get() {
    static auto* const zones = new Zones;  // never destroyed: exit handlers show times, too
    return *zones;
  }
};

std::optional<Zone> NamedReportingZone() {
  Zones& zones = Zones::Get();
  const std::lock_guard lock(zones.mutex);
  if (zones.current < 0) return std::nullopt;
  return zones.all[static_cast<std::size_t>(zones.current)].zone;
}

// Version 7 refuses names that could make the C library read any file.
bool IsHarmless(std::string_view name) {
  constexpr std::string_view kOthers = "/_+-.:,\"'";
  return !name.empty() && name.front() != '/' && name.find("..") == name.npos &&
         std::ranges::all_of(name, [&](char c) {
           return IsAlpha(c) || IsDigit(c) || kOthers.find(c) != kOthers.npos;
         });
}

int NewZone(std::string_view tz) {
  if (SpeaksVersion7() && !IsHarmless(tz)) return -EINVAL;
  std::string name(tz);
  if (name.size() == 3) name += "+0";
  Zone zone = Zone::FromTz(name);
  Zones& zones = Zones::Get();
  const std::lock_guard lock(zones.mutex);
  zones.all.push_back({std::move(name), std::move(zone)});
  return zones.current = static_cast<int>(zones.all.size()) - 1;
}

}  // namespace

Zone ReportingZone() {
  const std::optional<Zone> zone = NamedReportingZone();
  return zone ? *zone : Zone::Local(getenv("TZ"));
}

}  // namespace fdr::pmapi

using namespace fdr::pmapi;

int pmNewZone(const char* tz) {
  return Guarded([&] { return NewZone(tz); });
}

int pmUseZone(const int handle) {
  Zones& zones = Zones::Get();
  const std::lock_guard lock(zones.mutex);
  if (handle < 0 || static_cast<std::size_t>(handle) >= zones.all.size()) return -1;
  zones.current = handle;
  return 0;
}

int pmWhichZone(char** tz) {
  Zones& zones = Zones::Get();
  const std::lock_guard lock(zones.mutex);
  if (zones.current >= 0) *tz = zones.all[static_cast<std::size_t>(zones.current)].name.data();
  return zones.current;
}

struct tm* pmLocaltime(const time_t* clock, struct tm* result) {
  const std::optional<fdr::Zone> zone = NamedReportingZone();
  if (zone) {
    *result = ToTm(zone->At(*clock));
  } else {
    tzset();
    if (localtime_r(clock, result) == nullptr) *result = {};
  }
  return result;
}

char* pmCtime(const time_t* clock, char* buf) {
  struct tm fields;
  char text[64] = "";
  strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y\n", pmLocaltime(clock, &fields));
  PutText(text, buf, kCtimeSize);  // a year of five digits cuts off the newline
  return buf;
}

int pmNewContextZone(void) {
  return Guarded([] {
    const LockedContext context;
    return context ? NewZone(context->ZoneName()) : PM_ERR_NOCONTEXT;
  });
}
