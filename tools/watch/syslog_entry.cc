// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/syslog_entry.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <optional>
#include <utility>

#include "fdr/replay/rules/syslog_options.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr int kLevels = 8;
constexpr std::pair<std::string_view, int> kFacilities[] = {
    {"kern", 0},      {"user", 1},    {"mail", 2},    {"daemon", 3},  {"auth", 4},
    {"syslog", 5},    {"lpr", 6},     {"news", 7},    {"uucp", 8},    {"cron", 9},
    {"authpriv", 10}, {"ftp", 11},    {"local0", 16}, {"local1", 17}, {"local2", 18},
    {"local3", 19},   {"local4", 20}, {"local5", 21}, {"local6", 22}, {"local7", 23}};
constexpr std::pair<std::string_view, int> kLevelNames[] = {
    {"emerg", 0},   {"panic", 0}, {"alert", 1},  {"crit", 2}, {"err", 3},  {"error", 3},
    {"warning", 4}, {"warn", 4},  {"notice", 5}, {"info", 6}, {"debug", 7}};

template <std::size_t N>
std::optional<int> NumberOf(std::string_view name,
                            const std::pair<std::string_view, int> (&names)[N]) {
  for (const auto& [known, number] : names)
    if (known == name) return number;
  return std::nullopt;
}

// "daemon.info", or only a level.
Result<int> PriorityOf(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view facility = dot == text.npos ? "user" : text.substr(0, dot);
  const std::string_view level = dot == text.npos ? text : text.substr(dot + 1);
  const auto first = NumberOf(facility, kFacilities), second = NumberOf(level, kLevelNames);
  if (first && second) return *first * kLevels + *second;
  return Fail(Errc::kInvalidArgument,
              "the system log has no priority " + Printable(text) + "; one is daemon.warning");
}

}  // namespace

Result<SyslogAddress> AddressOf(const RuleAction& action) {
  const SyslogOptions options = SyslogOptionsOf(action);
  SyslogAddress address;
  if (options.tag) address.tag = *options.tag;
  if (!options.priority) return address;
  const Result<int> priority = PriorityOf(*options.priority);
  if (!priority) return Fail(priority.error());
  address.priority = *priority;
  return address;
}

std::string SyslogEntry(const SyslogAddress& address, Timestamp now, const Zone& zone,
                        std::string_view text) {
  const std::tm local = ToTm(zone.At(now.sec));
  char time[32];
  std::strftime(time, sizeof time, "%b %e %H:%M:%S", &local);
  return fmt::format("<{}>{} {}[{}]: {}", address.priority, time, Printable(address.tag),
                     ::getpid(), Printable(text));
}

}  // namespace fdr::tools
