// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/host_facts.h"

#include <fcntl.h>

#include <algorithm>

#include "fdr/replay/sources/local/directory_entries.h"
#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {
namespace {

// A compiled zone file ends with the rule for all later years, between line ends: RFC 8536.
std::string RuleOf(std::string_view zone) {
  if (!zone.starts_with("TZif2") && !zone.starts_with("TZif3") && !zone.starts_with("TZif4"))
    return {};
  if (!zone.ends_with('\n')) return {};
  zone.remove_suffix(1);
  const std::size_t start = zone.rfind('\n');
  return start == std::string_view::npos ? std::string() : std::string(zone.substr(start + 1));
}

}  // namespace

std::string FirstLine(const std::string& path) {
  ReadBuffer buffer;
  const auto content = buffer.ReadFile(AT_FDCWD, path.c_str());
  return content ? std::string(FieldScanner(*content).Line()) : std::string();
}

std::string HostName(const Machine& machine) {
  return FirstLine(machine.Proc("sys/kernel/hostname"));
}

std::string DomainName(const Machine& machine) {
  const std::string name = FirstLine(machine.Proc("sys/kernel/domainname"));
  return name.empty() || name == "(none)" ? "localdomain" : name;
}

std::string TimeZone(const Machine& machine) {
  if (!machine.options.timezone.empty()) return machine.options.timezone;
  ReadBuffer buffer;
  const auto zone = buffer.ReadFile(AT_FDCWD, machine.Etc("localtime").c_str());
  const std::string rule = zone ? RuleOf(*zone) : "";
  return rule.empty() || rule == "UTC0" ? "UTC" : rule;
}

std::string ZoneName(const Machine& machine) {
  constexpr std::string_view kDirectory = "zoneinfo/";
  const std::string target = LinkTarget(machine.Etc("localtime"));
  const std::size_t at = target.find(kDirectory);
  std::string name;
  if (at != std::string::npos) name.append(":").append(target, at + kDirectory.size());
  return name;
}

std::uint32_t BootNumber(Machine& machine) {
  std::uint64_t number = 0;
  if (!FieldScanner(FirstLine(machine.Proc("sys/kernel/random/boot_id"))).Number(number, 16))
    return 1;
  return std::max<std::uint32_t>(static_cast<std::uint32_t>(number) & 0x7fffffff, 1);
}

}  // namespace fdr::local
