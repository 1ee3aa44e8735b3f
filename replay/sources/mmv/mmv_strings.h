// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The texts in a file of memory mapped values.

#pragma once

#include <optional>
#include <string_view>

#include "fdr/replay/sources/mmv/mmv_sections.h"

namespace fdr::mmv {

/// Borrows the file and the sink; the texts borrow the file.
class Strings {
 public:
  Strings(Bytes file, const SectionPlace& section, const DefectSink& sink)
      : file_(file), section_(section), sink_(sink) {}

  /// The text of a field of `size` bytes.
  std::optional<std::string_view> InPlace(std::uint64_t at, std::size_t size) const;
  /// The string at this offset; nothing if it does not lie in the file.
  std::optional<std::string_view> At(std::uint64_t offset) const;
  /// The help text whose offset stands at `field`, if there is one.
  std::optional<std::string_view> Text(std::uint64_t field) const;

 private:
  Bytes file_;
  const SectionPlace& section_;
  const DefectSink& sink_;
};

/// Whether the text is {"name":value}, as JSON.
bool IsLabel(std::string_view text);

}  // namespace fdr::mmv
