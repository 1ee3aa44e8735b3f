// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares zones with those of the C library in this process: nothing else here may use TZ.

#include "fdr/replay/time/zone.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "fdr/replay/time/mktime.h"

namespace fdr {
namespace {

constexpr std::int64_t kYear1902 = -2'145'916'800;
constexpr std::int64_t kYear2200 = 7'258'118'400;
constexpr std::int64_t kYear2037 = 2'114'380'800;

void SetLibraryZone(const std::string& tz) {
  ASSERT_EQ(setenv("TZ", tz.c_str(), 1), 0);
  tzset();
}

// mktime() starts its search where its previous call ended.
void ForgetLastMktime() {
  SetLibraryZone("UTC0");
  tm epoch{};
  epoch.tm_year = 70;
  epoch.tm_mday = 1;
  ASSERT_EQ(mktime(&epoch), 0);
}

std::string Text(std::int64_t year, int month, int day, int hour, int minute, int second,
                 int weekday, bool dst, long offset, std::string_view abbreviation) {
  char text[200];
  snprintf(text, sizeof text, "%ld-%d-%d %d:%d:%d wd%d dst%d %ld ", static_cast<long>(year), month,
           day, hour, minute, second, weekday, dst, offset);
  return text + std::string(abbreviation);
}

std::string Ours(const LocalTime& t) {
  return Text(t.year, t.month, t.day, t.hour, t.minute, t.second, t.weekday, t.is_dst, t.utc_offset,
              t.abbreviation);
}

std::string Library(std::int64_t sec) {
  const time_t t = sec;
  tm b{};
  if (localtime_r(&t, &b) == nullptr) return "out of range";
  return Text(b.tm_year + 1900LL, b.tm_mon + 1, b.tm_mday, b.tm_hour, b.tm_min, b.tm_sec, b.tm_wday,
              b.tm_isdst > 0, b.tm_gmtoff, b.tm_zone);
}

std::optional<std::int64_t> LibrarySeconds(const LocalFields& f) {
  tm b{};
  b.tm_year = static_cast<int>(f.year - 1900);
  b.tm_mon = static_cast<int>(f.month - 1);
  b.tm_mday = static_cast<int>(f.day);
  b.tm_hour = static_cast<int>(f.hour);
  b.tm_min = static_cast<int>(f.minute);
  b.tm_sec = static_cast<int>(f.second);
  b.tm_isdst = -1;
  b.tm_wday = -1;
  const time_t t = mktime(&b);
  if (t == -1 && b.tm_wday == -1) return std::nullopt;
  return t;
}

bool IsZoneFile(const std::filesystem::path& path) {
  char magic[4] = {};
  std::ifstream(path).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "TZif";
}

std::vector<std::string> InstalledZones() {
  namespace fs = std::filesystem;
  const fs::path root = "/usr/share/zoneinfo";
  std::vector<std::string> names;
  for (auto at = fs::recursive_directory_iterator(root); at != fs::recursive_directory_iterator();
       ++at) {
    const std::string name = at->path().lexically_relative(root);
    if (name == "right" || name == "posix")
      at.disable_recursion_pending();  // zones with leap seconds; a second copy
    else if (at->is_regular_file() && IsZoneFile(at->path()))
      names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

// Random times, some of them close to a change of the clocks.
class Times {
 public:
  Times(Zone zone, std::int64_t last) : zone_(std::move(zone)), any_(kYear1902, last) {}

  std::int64_t Next() {
    const std::int64_t t = any_(random_);
    if (random_() % 2 == 0) return t;
    const LocalTimeSpan span = zone_.SpanAt(t);
    if (span.until > kYear2200) return t;
    constexpr std::int64_t kNear[] = {0, 1, 60, 1800, 3600, 7200, 86400, 172800};
    const auto offset = kNear[random_() % std::size(kNear)];
    return std::min(span.until + (random_() % 2 == 0 ? offset : -offset - 1), any_.max());
  }
  std::int64_t Below(std::int64_t n) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n));
  }

 private:
  Zone zone_;
  std::mt19937_64 random_{20010909};
  std::uniform_int_distribution<std::int64_t> any_;
};

void CompareWithLibrary(const std::string& tz, int count, std::int64_t last = kYear2200) {
  SCOPED_TRACE("TZ=" + tz);
  const Zone zone = Zone::FromTz(tz);
  Times times(zone, last);
  LocalClock clock(zone);
  LocalToUtc converter(zone);
  ForgetLastMktime();
  SetLibraryZone(tz);
  for (int i = 0; i < count; ++i) {
    const std::int64_t t = times.Next();
    ASSERT_EQ(Ours(clock.At(t)), Library(t)) << t;
    ASSERT_EQ(Ours(zone.At(t)), Library(t)) << t;
    const LocalTime b = zone.At(t);
    LocalFields f{b.year, b.month, b.day, b.hour, b.minute, b.second};
    if (i % 4 == 1)
      f = {f.year,  f.month + times.Below(40) - 20, f.day + times.Below(100) - 50, f.hour, f.minute,
           f.second};
    if (i % 4 == 2) f.hour += times.Below(10) - 5;  // into the gaps
    if (i % 4 == 3)
      f = {f.year,
           f.month,
           f.day,
           f.hour,
           f.minute + times.Below(100) - 50,
           f.second + times.Below(200) - 100};
    if (f.year > 2199 && last < kYear2200) continue;
    ASSERT_EQ(converter.Seconds(f), LibrarySeconds(f))
        << f.year << "-" << f.month << "-" << f.day << " " << f.hour << ":" << f.minute << ":"
        << f.second;
  }
}

// For temporary zones.  Use the result within the same expression.
LocalTime At(const Zone& zone, std::int64_t sec) { return zone.At(sec); }

TEST(ZoneTest, InstalledZonesAreThoseOfTheCLibrary) {
  const std::vector<std::string> names = InstalledZones();
  ASSERT_GT(names.size(), 500u);
  for (const std::string& name : names) {
    ASSERT_TRUE(Zone::FromTz(name).understood()) << name;
    ASSERT_NO_FATAL_FAILURE(CompareWithLibrary(name, 400));
  }
}

TEST(ZoneTest, SpelledOutZonesAreThoseOfTheCLibrary) {
  for (const char* tz : {"AEST-10",
                         "IST-5:30",
                         "PST8PDT",
                         "EST5EDT",
                         "<+03>-3",
                         "UTC+0",
                         "UTC0",
                         "GMT",
                         "JST-9",
                         "XXX+12:34:56",
                         "CET-1CEST,M3.5.0,M10.5.0/3",
                         "AEST-10AEDT,M10.1.0,M4.1.0/3",
                         "IST-1GMT0,M10.5.0,M3.5.0/1",
                         "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
                         "EET-2EEST,M3.4.4/50,M10.4.4/50",
                         "EST5EDT,J60/-3,300/100:30",
                         "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01",
                         "<-05>5<-04>3,0/0,J365/25",
                         "XXX-24YYY-24:59:59,10,200",
                         ":AEST-10"})
    ASSERT_NO_FATAL_FAILURE(CompareWithLibrary(tz, 4000));
}

TEST(ZoneTest, GarbageIsWhatTheCLibraryMakesOfIt) {
  for (const char* tz : {"",
                         ":",
                         "Foo",
                         "X",
                         "12",
                         "EST 5",
                         "EST+ 5",
                         "EST-+5",
                         "EST5ED",
                         "EST5 EDT",
                         "EST5:EDT",
                         "EST5EDT,garbage",
                         "EST5EDT,M3",
                         "EST5EDT,M3.2.0",
                         "EST5EDT,M3.2.0,M11.1.0x",
                         "EST100",
                         "Europe/Nowhere",
                         "Europe",
                         "<+0>1",
                         "EST5EDT,366,1",
                         "EST5EDT,J0,J3",
                         "/etc/passwd",
                         "EST5EDT,M3.2.0/,M11.1.0",
                         "EST5EDT,M3.2.0/x,M11.1.0",
                         "EST5EDT4,3.2",
                         "EST65541",
                         "UTC+0+0"})
    ASSERT_NO_FATAL_FAILURE(CompareWithLibrary(tz, 500));
}

// The days of the changes are an exception: see docs/compatibility.md.
TEST(ZoneTest, AZoneWithoutRuleFollowsTheDefaultFile) {
  for (const char* tz :
       {"CET-1CEST", "AEST-10AEDT", "CET-1CEST,", "EST5EDT4:30", "MET-1MEST", "XXX3YYY"}) {
    const Zone zone = Zone::FromTz(tz);
    SetLibraryZone(tz);
    int compared = 0;
    for (std::int64_t t = kYear1902; t < kYear2037; t += 43 * 3600) {
      const LocalTimeSpan span = zone.SpanAt(t);
      if (t - span.from < 2 * 86400 || span.until - t < 2 * 86400) continue;
      ASSERT_EQ(Ours(zone.At(t)), Library(t)) << tz << " " << t;
      ++compared;
    }
    EXPECT_GT(compared, 20'000);
  }
}

TEST(ZoneTest, AZoneWithoutRuleChangesAtTwoInTheMorning) {
  const Zone zone = Zone::FromTz("CET-1CEST");
  EXPECT_EQ(Ours(zone.At(986'086'799)), "2001-4-1 1:59:59 wd0 dst0 3600 CET");
  EXPECT_EQ(Ours(zone.At(986'086'800)), "2001-4-1 3:0:0 wd0 dst1 7200 CEST");
  EXPECT_EQ(Ours(zone.At(1'004'227'199)), "2001-10-28 1:59:59 wd0 dst1 7200 CEST");
  EXPECT_EQ(Ours(zone.At(1'004'227'200)), "2001-10-28 1:0:0 wd0 dst0 3600 CET");
}

// From 2037 on, the C library treats a zone without a rule like one in the eastern United States.
TEST(ZoneTest, AZoneWithoutRuleKeepsItsOwnOffsetsAfterTheLastListedChange) {
  const Zone zone = Zone::FromTz("CET-1CEST");
  const LocalTime summer = zone.At(2'540'000'000);  // 2050-06-28
  EXPECT_EQ(summer.utc_offset, 7200);
  EXPECT_EQ(summer.abbreviation, "CEST");
  EXPECT_EQ(zone.At(2'555'000'000).utc_offset, 3600);
  SetLibraryZone("CET-1CEST");
  EXPECT_NE(Ours(summer), Library(2'540'000'000))
      << "the C library has changed: so should docs/compatibility.md";
}

TEST(ZoneTest, NamesMayStartWithAColonOrBePaths) {
  const std::string berlin = Ours(At(Zone::FromTz("Europe/Berlin"), 1'000'000'000));
  EXPECT_EQ(Ours(At(Zone::FromTz(":Europe/Berlin"), 1'000'000'000)), berlin);
  EXPECT_EQ(Ours(At(Zone::FromTz("/usr/share/zoneinfo/Europe/Berlin"), 1'000'000'000)), berlin);
  EXPECT_FALSE(Zone::FromTz("../zoneinfo/Europe/Berlin").understood());
  EXPECT_FALSE(Zone::FromTz("Europe/Berlin" + std::string(1, '\0')).understood());
}

TEST(ZoneTest, ThePeerTakesThreeCharactersForAZoneAtUtc) {
  EXPECT_EQ(At(Zone::FromPeerOption("UTC"), 0).abbreviation, "UTC");
  EXPECT_EQ(At(Zone::FromPeerOption("EST"), 0).utc_offset, 0);
  EXPECT_EQ(At(Zone::FromTz("EST"), 0).utc_offset, -5 * 3600);
  EXPECT_EQ(At(Zone::FromPeerOption(""), 0).utc_offset, 0);
  EXPECT_EQ(At(Zone::FromPeerOption("AEST-10"), 0).utc_offset, 36000);
}

TEST(ZoneTest, TheLocalZoneIsThatOfTheMachineUnlessNamed) {
  EXPECT_EQ(At(Zone::Local("AEST-10"), 0).utc_offset, 36000);
  EXPECT_EQ(At(Zone::Local(""), 0).utc_offset, 0);
  unsetenv("TZ");
  tzset();
  EXPECT_EQ(Ours(At(Zone::Local(nullptr), 1'000'000'000)), Library(1'000'000'000));
}

TEST(ZoneTest, AbsurdTimesShowTheEndsOfTheCalendar) {
  for (const char* tz : {"UTC", "Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"}) {
    EXPECT_EQ(At(Zone::FromTz(tz), INT64_MAX).year, 2'147'483'647);
    EXPECT_LT(At(Zone::FromTz(tz), INT64_MIN).year, -2'147'481'000);
  }
  EXPECT_EQ(Ours(At(Zone(), 300'000'000'000)), (SetLibraryZone("UTC"), Library(300'000'000'000)));
}

}  // namespace
}  // namespace fdr
