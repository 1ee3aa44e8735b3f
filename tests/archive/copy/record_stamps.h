// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of a toy archive as a text.

#pragma once

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>

#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {

/// The seconds of the records, with "m" behind those of marks, and "/" behind the first of each
/// volume: "1/ 2 2.001m 5/ ".
inline std::string StampsOf(const Archive& archive) {
  std::string text;
  RecordCursor cursor(archive);
  while (true) {
    const auto head = cursor.NextHead();
    EXPECT_TRUE(head) << head.error().Message();
    if (!head || !*head) return text;
    text +=
        fmt::format("{}{}{} ", SecondsBetween(At(0), *(*head)->stamp), (*head)->is_mark ? "m" : "",
                    (*head)->record.offset == archive.label().size() ? "/" : "");
  }
}

}  // namespace fdr::test
