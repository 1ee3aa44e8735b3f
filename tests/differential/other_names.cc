// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/other_names.h"

#include <array>

namespace fdr::test {
namespace {

constexpr std::array kGroups = {"root", "a", "a.b", "a.b.c", "long_name_2", "a.d"};

/// The text of each group.
using Groups = std::array<std::string, kGroups.size()>;

std::string Written(MetricId id) {
  return std::to_string(id.domain()) + ":" + std::to_string(id.cluster()) + ":" +
         std::to_string(id.item());
}

void AddName(const std::string& name, const std::string& metric, std::mt19937& random,
             Groups& groups, OtherNames& other) {
  const std::size_t group = random() % kGroups.size();
  groups[group] += "    " + name + "\t" + metric + "\n";
  other.names.push_back(group == 0 ? name : std::string(kGroups[group]) + "." + name);
}

}  // namespace

OtherNames MakeOtherNames(const Metadata& metadata, std::mt19937& random) {
  Groups groups;
  OtherNames other{.text = "/* Other names. */\n#define GONE 510:4095\n", .names = {"a", "a.b"}};
  std::size_t number = 0;
  for (const Desc& desc : metadata.metrics()) {
    if (desc.id.domain() > 510) continue;
    for (std::size_t names = random() % 5; names-- > 0; names /= 2)
      AddName("m" + std::to_string(number++), Written(desc.id), random, groups, other);
  }
  AddName("gone", "GONE:1", random, groups, other);
  AddName("dynamic", "60:*:*", random, groups, other);
  other.names.push_back(other.names.back() + ".below");
  groups[0] += "    a\n    long_name_2\n";
  groups[1] += "    b\n    d\n";
  groups[2] += "    c\n";
  for (std::size_t i = kGroups.size(); i-- > 0;)
    other.text += std::string(kGroups[i]) + " {\n" + groups[i] + "}\n";
  return other;
}

}  // namespace fdr::test
