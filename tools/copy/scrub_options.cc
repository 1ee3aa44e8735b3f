// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/scrub_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "fdr/replay/copy/scrub/host_names.h"
#include "fdr/replay/text/ascii.h"

namespace fdr::tools {
namespace {

// Between letters, and between digits, a word does not end: "web" is a word of "web2024".
bool IsOneWord(char a, char b) { return (IsAlpha(a) && IsAlpha(b)) || (IsDigit(a) && IsDigit(b)); }

bool HasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !IsOneWord(text[at - 1], word.front())) &&
        (end == text.size() || !IsOneWord(word.back(), text[end])))
      return true;
  }
  return false;
}

}  // namespace

Result<void> CheckNamesNoHost(const std::string& base, std::string_view host) {
  const std::string name = ToLower(std::filesystem::path(base).filename().string());
  const std::string own = ToLower(host);
  for (const std::string_view part : TellingPartsOf(own))
    if (HasWord(name, part))
      return Fail(Errc::kInvalidArgument,
                  fmt::format("The name of the new archive would tell that of the host, {}", part),
                  base);
  return {};
}

Result<void> CheckScrubOptions(const ScrubOptions& options, const ScrubPlace& place) {
  if (!options.map_file || !options.scrub) return {};
  if (place.in_place)
    return Fail(Errc::kInvalidArgument,
                "copy: --scrub-map needs OUT, beside which it is: leave --in-place out");
  if (place.each && place.archives > 1)
    return Fail(Errc::kInvalidArgument,
                "copy: --scrub-map is the map of one archive: copy each with its own");
  return {};
}

}  // namespace fdr::tools
