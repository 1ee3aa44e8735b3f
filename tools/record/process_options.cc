// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/process_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fdr::tools {
namespace {

constexpr std::size_t kMostProcesses = 10'000;

bool HasProcesses(const RecordCommand& command) {
  return command.hosts.empty() && command.processes != "none";
}

Result<std::size_t> ParseMost(const std::string& text) {
  std::size_t most = 0;
  const char* const all = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), all, most);
  if (error == std::errc() && end == all && most > 0 && most <= kMostProcesses) return most;
  return Fail(Errc::kInvalidArgument,
              fmt::format("--processes {}: Not all or none, nor a number up to {}, such as 20",
                          text, kMostProcesses));
}

// A ring drops its oldest records, and must have discrete values all the same.
std::size_t RoundFor(std::size_t round, Nanos interval, Nanos ring) {
  if (ring == 0 || interval == 0) return round;
  const Nanos samples = ring / interval / 4;
  return static_cast<std::size_t>(std::clamp(samples, Nanos{1}, static_cast<Nanos>(round)));
}

}  // namespace

DomainRecords DomainsOf(const RecordCommand& command) {
  return command.domains == "deltas" ? DomainRecords::kDeltas : DomainRecords::kFull;
}

std::vector<std::string> DefaultMetrics(const RecordCommand& command) {
  std::vector<std::string> names = kDefaultMetrics;
  if (!HasProcesses(command)) return names;
  for (const std::string& name : kProcessMetrics)
    if (!command.omits_command_lines || name != kCommandLines) names.push_back(name);
  names.insert(names.end(), kGroupMetrics.begin(), kGroupMetrics.end());
  return names;
}

Result<std::optional<BusyOptions>> BusyOptionsOf(const RecordCommand& command, Nanos interval,
                                                 Nanos ring) {
  const bool is_default = !command.config && command.metrics.empty();
  if (!is_default || !HasProcesses(command) || command.processes == "all") return std::nullopt;
  BusyOptions busy;
  if (command.processes) {
    const Result<std::size_t> most = ParseMost(*command.processes);
    if (!most) return Fail(most.error());
    busy.most = *most;
  }
  busy.round = RoundFor(busy.round, interval, ring);
  busy.rewrites_domain = DomainsOf(command) == DomainRecords::kFull;
  return busy;
}

}  // namespace fdr::tools
