// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of the peer's test suite that a comparison reads: tests/support/corpus_parts.  In a soak
// it reads all.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/support/soak.h"

namespace fdr::test {

/// The archives and directories of a part, as paths without a suffix.  A part that is not in the
/// list is a failure of the test, and so is an archive that the machine lacks.
std::set<std::string> CorpusPart(std::string_view part);

/// Leaves only what is in one of the parts; in a soak, all.  `path_of` returns the path of an
/// element.  It is a failure if an element of the parts is missing.
template <typename Element, typename PathOf>
void KeepParts(const std::vector<std::string_view>& parts, std::vector<Element>& all,
               PathOf path_of) {
  if (IsSoak()) return;
  std::set<std::string> kept;
  for (const std::string_view part : parts) kept.merge(CorpusPart(part));
  std::erase_if(
      all, [&](const Element& element) { return !kept.contains(std::invoke(path_of, element)); });
  for (const Element& element : all) kept.erase(std::invoke(path_of, element));
  for (const std::string& path : kept) ADD_FAILURE() << path << " is left out";
}

}  // namespace fdr::test
