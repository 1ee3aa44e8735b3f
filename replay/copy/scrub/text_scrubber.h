// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replaces the names in texts of an archive, whatever they are.

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/copy/scrub/name_keeper.h"
#include "fdr/replay/copy/scrub/text_forms.h"

namespace fdr {

/// The same text of the same form always becomes the same text.  One thread at a time.
class TextScrubber {
 public:
  explicit TextScrubber(Pseudonyms names) : keeper_(std::move(names)) {}

  /// Any bytes.  The result has no NUL.
  std::string Scrub(TextForm form, std::string_view text);
  /// The name of an instance.  A number that is the instance's own says nothing new, and stays.
  std::string ScrubInstance(TextForm form, InstanceId id, std::string_view name);
  /// A name that no rule knows.  Its known beginning stays.
  std::string ScrubMetricName(std::string_view name);
  std::string ScrubLabelName(std::string_view name);

  NameKeeper& keeper() { return keeper_; }
  Pseudonyms& names() { return keeper_.names(); }

 private:
  std::string Make(TextForm form, std::string_view text);
  std::string MakeUnknown(std::string_view text);

  // Texts that come with every record are scrubbed once.  The forms are apart.
  static constexpr std::size_t kLongestKept = 512;
  static constexpr std::size_t kMostKept = 65536;

  NameKeeper keeper_;
  std::unordered_map<std::string, std::string> done_;
};

}  // namespace fdr
