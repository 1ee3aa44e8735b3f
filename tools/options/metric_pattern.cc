// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/metric_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fdr/replay/pattern/glob.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

// All names, and the groups above them: "mem.util" of "mem.util.free".
std::vector<std::string> WithGroups(std::vector<std::string> names) {
  std::set<std::string, std::less<>> all(names.begin(), names.end());
  for (const std::string& name : names)
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1))
      all.insert(name.substr(0, dot));
  return {all.begin(), all.end()};
}

Error Unknown(Context& context, const std::string& pattern) {
  std::string what = IsGlob(pattern) ? fmt::format("No metric matches \"{}\"", pattern)
                                     : fmt::format("Unknown metric \"{}\"", pattern);
  if (auto all = context.Traverse("")) what += DidYouMean(pattern, WithGroups(std::move(*all)));
  return {Errc::kNotFound, std::move(what), {}, 0};
}

}  // namespace

Result<std::vector<std::string>> ExpandPattern(Context& context, const std::string& pattern) {
  const bool glob = IsGlob(pattern);
  Result<std::vector<std::string>> names = context.Traverse(glob ? "" : pattern);
  if (!names && names.error().code != Errc::kNotFound) return names;
  if (names && glob)
    std::erase_if(*names, [&](const std::string& name) { return !MatchesGlob(pattern, name); });
  if (!names || names->empty()) return Fail(Unknown(context, pattern));
  std::sort(names->begin(), names->end());
  return names;
}

}  // namespace fdr::tools
