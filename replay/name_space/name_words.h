// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Splits the text of a name space into words, at blanks and ends of lines.

#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/name_space/name_groups.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

struct NameWord {
  std::string_view text;  ///< "" after the last word; may have blanks around its colons
  NameSpot spot;
};

/// Borrows the text.
class NameWords {
 public:
  explicit NameWords(const PreprocessedText& text) : text_(text) { Advance(); }

  const NameWord& Peek() const { return next_; }
  NameWord Take() {
    const NameWord word = next_;
    Advance();
    return word;
  }

 private:
  void Advance();

  const PreprocessedText& text_;
  NameWord next_;
  std::size_t line_ = 0, at_ = 0;  // after the next word
};

/// A letter, then letters, digits and underscores.
bool IsMetricNamePart(std::string_view word);
/// Such parts with dots between them.
bool IsMetricPath(std::string_view word);
/// Parses "60:0:24", or "60:*:*" for a dynamic root.  The error is a literal.
tl::expected<MetricId, std::string_view> ParseWrittenMetric(std::string_view word);

}  // namespace fdr
