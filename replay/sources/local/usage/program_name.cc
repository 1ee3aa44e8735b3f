// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/program_name.h"

#include <algorithm>

#include "fdr/replay/sources/local/usage/usage_totals.h"

namespace fdr::local {

std::string OneWord(std::string_view any) {
  std::string name(any);
  for (char& c : name)
    if (const auto byte = static_cast<unsigned char>(c); byte <= ' ' || byte == 0x7f) c = '_';
  if (name.empty()) return "_";
  if (name == UsageTotals::kRest) name.front() = '_';
  return name;
}

std::string ProgramName(std::string_view kernel_name, bool is_kernel_thread) {
  if (is_kernel_thread) kernel_name = kernel_name.substr(0, kernel_name.find_first_of("/:"));
  return OneWord(kernel_name);
}

std::string_view UserNames::Find(std::uint32_t id) const {
  const auto known = names_.find(id);
  return known != names_.end() ? std::string_view(known->second) : std::string_view();
}

std::string_view UserNames::Name(std::uint32_t id, std::string_view account) {
  if (const std::string_view known = Find(id); !known.empty()) return known;
  std::string name = OneWord(account);
  const auto is_taken = [&] {
    return std::ranges::any_of(names_, [&](const auto& entry) { return entry.second == name; });
  };
  while (is_taken()) name.append(1, '_').append(std::to_string(id));
  return names_.emplace(id, std::move(name)).first->second;
}

}  // namespace fdr::local
