// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/record_window.h"

namespace fdr {
namespace {

// Before the first record of the window that is no mark.
Result<void> FindStart(const Archive& archive, const TimeSpan& span, RecordWindow& window) {
  RecordCursor cursor(archive);
  if (span.start)
    if (auto sought = cursor.Seek(*span.start); !sought) return sought;
  while (true) {
    const Result<std::optional<RecordHead>> head = cursor.NextHead();
    if (!head) {
      if (!CanBePassed(head.error().code)) return Fail(head.error());
      const Result<bool> skipped = cursor.SkipDamage();
      if (!skipped) return Fail(skipped.error());
      window.begins_with_gap = true;
      if (*skipped) continue;
    }
    if (!head || !*head || (span.end && (*head)->stamp > span.end))
      return Fail(Errc::kEmpty, "There is no record in the window", archive.files().base);
    window.begins_with_gap |= (*head)->is_mark;
    if ((*head)->is_mark || !(*head)->stamp) continue;
    window.from = (*head)->record;
    window.first = *(*head)->stamp;
    return {};
  }
}

Result<void> FindEnd(const Archive& archive, const TimeSpan& span, RecordWindow& window) {
  window.to = {archive.volume_count(), 0};
  if (span.end) {
    RecordCursor cursor(archive);
    if (auto sought = cursor.SeekAfter(*span.end); !sought) return sought;
    const Position to = cursor.position();
    const Result<std::optional<RecordHead>> next = cursor.NextHead();
    window.reaches_end = next && !*next;
    if (!window.reaches_end) {
      window.to = to;
      if (auto restored = cursor.Restore(to); !restored) return restored;
      const Result<std::optional<RecordHead>> last = cursor.PreviousHead();
      window.last = last && *last ? (*last)->stamp.value_or(*span.end) : *span.end;
      return {};
    }
  }
  const Result<Timestamp> end = archive.End();
  if (!end) return Fail(end.error());
  window.last = *end;
  return {};
}

}  // namespace

Result<RecordWindow> FindWindow(const Archive& archive, const TimeSpan& span) {
  RecordWindow window;
  if (auto found = FindStart(archive, span, window); !found) return Fail(found.error());
  if (auto found = FindEnd(archive, span, window); !found) return Fail(found.error());
  return window;
}

}  // namespace fdr
