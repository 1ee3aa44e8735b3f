// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context of LOGIMPORT(3): what a program has defined, the values for its next record, and the
// archive.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "fdr/replay/pcp/log_import/import_archive.h"
#include "fdr/replay/pcp/log_import/pending_values.h"

namespace fdr::log_import {

/// Each function returns 0, or the error that the C API returns.  One thread at a time.
class ImportContext {
 public:
  /// As pmiDump() shows it.
  enum class State { kStart = 1, kActive = 2, kEnd = 3 };

  /// Makes no file.  Without a base name, nothing can be written.
  ImportContext(const char* base, DefinedMetadata metadata);

  int SetHost(const char* host);
  int SetZone(const char* zone);
  int SetVersion(int version);

  DefinedMetadata& metadata() { return metadata_; }
  const DefinedMetadata& metadata() const { return metadata_; }
  int PutValue(const char* metric, const char* instance, const char* text);
  int PutHandle(int handle, const char* text);

  /// Writes all that was put since the last record.  A stamp before that of the last record changes
  /// nothing.  After another failure the values are lost.
  int Write(Timestamp stamp);
  /// Writes the program's own sets.  The values are lost, and texts and labels stay for Write(). No
  /// set makes a mark.
  int WriteSets(Timestamp stamp, std::span<pmValueSet* const> sets);
  /// Puts a mark a millisecond after the last record, if there is one; before the next record, if
  /// that is earlier.  So the mark is written when the next record is known, or at the end.
  int WriteMark();
  int End();

  State state() const { return state_; }
  const std::optional<std::string>& base() const { return base_; }
  const std::optional<std::string>& host() const { return host_; }
  const std::optional<std::string>& zone() const { return zone_; }
  const PendingValues& values() const { return values_; }

  /// The status of the last function that was called for this context.
  int last_status = 0;

 private:
  int Put(const DefinedHandle& handle, const char* text);
  int CheckStamp(Timestamp stamp) const;
  int Open(Timestamp start);
  Result<void> AddMetric(Timestamp stamp, pmID pmid);
  Result<void> AddDomain(Timestamp stamp, pmInDom indom);
  Result<void> AddNews(Timestamp stamp);
  Result<void> WriteMarksUpTo(Timestamp latest);
  Result<void> WriteValues(Timestamp stamp);
  Result<void> WriteRecord(Timestamp stamp, std::span<pmValueSet* const> sets);

  State state_ = State::kStart;
  std::optional<std::string> base_, host_, zone_;
  Version version_;
  DefinedMetadata metadata_;
  PendingValues values_;
  ResultEncoder encoder_;
  std::optional<ImportArchive> archive_;
  std::optional<Timestamp> last_stamp_;
  int marks_ = 0;  // not written yet
};

}  // namespace fdr::log_import
