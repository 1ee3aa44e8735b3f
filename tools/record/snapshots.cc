// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/snapshots.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fdr::tools {

// With the same label and the same last record, a stretch has at most lost its oldest records.
const Snapshots::Written* Snapshots::ArchiveOf(const RingTape& tape) const {
  const auto found = std::ranges::find_if(written_, [&](const Written& written) {
    return written.begin == tape.label().start && written.end == tape.end() && !*written.has_failed;
  });
  return found == written_.end() ? nullptr : &*found;
}

// No file may have the name of the snapshot before, which is still being written.
Result<std::string> Snapshots::NextName() {
  while (true) {
    Result<std::string> name = names_.Next();
    if (!name || given_.insert(*name).second) return name;
  }
}

Result<std::vector<std::string>> Snapshots::Start(Background& background) {
  std::vector<std::string> names;
  std::vector<Written> written;
  for (RingTape& tape : ring_.Tapes()) {
    if (const Written* const before = ArchiveOf(tape)) {
      written.push_back(*before);
      continue;
    }
    auto has_failed = std::make_shared<std::atomic<bool>>(false);
    written.push_back({tape.label().start, tape.end().value_or(Timestamp()), has_failed});
    const Result<std::string> base = NextName();
    if (!base) return Fail(base.error());
    names.push_back((std::filesystem::path(directory_) / *base).lexically_normal().string());
    background.Start([tape = std::move(tape), base = *base, name = names.back(), has_failed] {
      const Result<void> done = tape.WriteTo(base, name);
      *has_failed = !done;
      return done;
    });
  }
  written_ = std::move(written);
  if (!names.empty()) last_ = names;
  return names;
}

}  // namespace fdr::tools
