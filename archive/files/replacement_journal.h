// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The work that is left when an archive is replaced by another: see docs/format/replacement.md. The
// journal is untrusted: it can name nothing but parts of its own archive.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"

namespace fdr {

/// The journal of the archive BASE is BASE.fdr-copy.  Until the new archive is complete, the file
/// is BASE.fdr-copy.part, and says nothing.
inline constexpr std::string_view kJournalSuffix = ".fdr-copy";
inline constexpr std::string_view kDraftSuffix = ".fdr-copy.part";

/// The name of a file of the new archive before it takes its place: "db1.0.fdr-new.xz" for
/// "db1.0.xz".  Readers do not take it for a part of an archive.
std::string ReplacementName(std::string_view final_name);
/// The other way; nothing for a name of another kind.
std::optional<std::string> NameReplaced(std::string_view name);

struct ReplacementJournal {
  struct Part {
    std::string name;  ///< what follows the base name: ".meta", ".0.xz"
    std::uint64_t size = 0;
    bool operator==(const Part&) const = default;
  };
  static constexpr std::uint64_t kLargest = 16 << 20;  ///< bytes of a journal

  std::vector<Part> before;  ///< all files of the archive that is replaced
  std::vector<Part> after;   ///< all files of the new archive

  /// kTooLarge for more files than a journal may have.
  Result<std::string> Encode() const;
  /// kCorruptRecord unless the text is whole, and names one metadata file, one volume or more, and
  /// each part of an archive once.  `file` is for messages.
  static Result<ReplacementJournal> Decode(std::string_view text, const std::string& file);
  bool operator==(const ReplacementJournal&) const = default;
};

}  // namespace fdr
