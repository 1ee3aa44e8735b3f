// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A moment of an archive, as users write it: "03:55".

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

/// An archive, and when it ends.
struct ArchiveSpan {
  ArchiveContext& archive;
  Timestamp end;

  Timestamp start() const { return archive.label().start; }
};

Result<ArchiveSpan> SpanOf(ArchiveContext& archive);

/// ": the archive goes from 2026-11-25 03:07:09 to 2026-11-25 03:08:09"
std::string ExtentText(const ArchiveSpan& side, const Zone& zone);

/// What an error about -S or -T says of the option that the user has typed.
Error Rename(Error error, std::string_view from, std::string_view to);

class MomentReader {
 public:
  explicit MomentReader(const Zone& zone) : zone_(zone) {}

  /// A time of day without a date is the last one of the archive up to `latest`, or the first one
  /// behind its start if there is none.  Times before the start are read as the start.
  Result<Timestamp> Read(const std::string& text, const char* option, const ArchiveSpan& side,
                         Timestamp latest) const;

 private:
  Result<Timestamp> OnDayOf(std::int64_t sec, const std::string& text, const char* option,
                            const ArchiveSpan& side) const;
  Result<Timestamp> ParseInside(const std::string& text, const char* option,
                                const ArchiveSpan& side) const;
  Result<Timestamp> Parse(const std::string& text, const char* option,
                          const ArchiveSpan& side) const;

  const Zone& zone_;
};

}  // namespace fdr::tools
