// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/replay_options.h"

#include <pcp/pmapi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/time/interval.h"

// Programs take it for an int.
extern "C" __attribute__((visibility("default"))) std::atomic<int> __pmLogReads;
std::atomic<int> __pmLogReads = 0;
static_assert(sizeof __pmLogReads == sizeof(int));

namespace fdr::pmapi {
namespace {

void TellBadMarkRule(const std::string& reason) {
  fprintf(stderr,
          "%s: Warning: bad $PCP_IGNORE_MARK_RECORDS: not in pmParseInterval(3) format:\n%s\n",
          pmGetProgname(), reason.c_str());
}

// An empty value ignores all marks.  An interval ignores marks of shorter interruptions.
MarkRule MarksFromEnvironment() {
  const char* const value = std::getenv("PCP_IGNORE_MARK_RECORDS");
  if (value == nullptr) return {};
  if (*value == '\0') return {.ignore_up_to = MarkRule::kIgnoreAll};
  const Result<Interval> interval = ParseInterval(value, IntervalRules::kPcp);
  if (!interval) {
    static std::once_flag is_reported;
    std::call_once(is_reported, TellBadMarkRule, interval.error().what);
    return {};
  }
  constexpr std::int64_t kMostSeconds = MarkRule::kIgnoreAll / kNanosPerSecond - 1;
  if (interval->sec > kMostSeconds) return {.ignore_up_to = MarkRule::kIgnoreAll};
  return {.ignore_up_to = interval->sec * kNanosPerSecond + interval->nsec};
}

// The directory in which PCP decompresses files.
std::string TempDirectory() {
  for (const char* const variable : {"PCP_TMPFILE_DIR", "TMPDIR"})
    if (const char* const value = std::getenv(variable); value != nullptr && *value != '\0')
      return value;
  return "/var/tmp";
}

// Parses 67108864, 64MiB, 1GiB; nothing for other texts.
std::optional<std::uint64_t> ParseSize(std::string_view text) {
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::array<std::string_view, 4> kUnits = {"", "KiB", "MiB", "GiB"};
  const auto place = std::ranges::find(kUnits, unit);
  if (place == kUnits.end()) return std::nullopt;
  const auto shift = static_cast<unsigned>(10 * (place - kUnits.begin()));
  if (size > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return size << shift;
}

std::uint64_t CacheSize() {
  const char* const value = std::getenv("FDR_MEMORY");
  if (value == nullptr || *value == '\0') return kDefaultCacheBytes;
  if (const auto size = ParseSize(value)) return *size;
  pmNotifyErr(LOG_WARNING, "FDR_MEMORY is not a size, such as 64MiB: %s", value);
  return kDefaultCacheBytes;
}

// Shared by all contexts of the program.
std::shared_ptr<BlockCache> SharedCache() {
  static const auto cache = MakeBlockCache(CacheSize());
  return cache;
}

}  // namespace

CounterRule CountersFromEnvironment() {
  return std::getenv("PCP_COUNTER_WRAP") != nullptr ? CounterRule::kPcpWrap : CounterRule::kReset;
}

ReplayOptions OptionsFromEnvironment() {
  ReplayOptions options;
  options.open.source.cache = SharedCache();
  options.open.source.temp_directory = TempDirectory();
  options.open.records_read = &__pmLogReads;
  options.open.on_file = [](const std::string& file) {
    if (pmDebugOptions.log != 0) TraceLine("log", "opened the file " + Quoted(file.c_str()));
  };
  options.rules.value = SpeaksVersion7() ? ValueRule::kNearest : ValueRule::kPrevious;
  options.rules.marks = MarksFromEnvironment();
  options.rules.counters = CountersFromEnvironment();
  return options;
}

}  // namespace fdr::pmapi
