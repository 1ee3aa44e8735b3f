// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data volumes of an archive, one after the other.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/byte_source.h"
#include "fdr/archive/check_index.h"
#include "fdr/archive/check_report.h"
#include "fdr/archive/check_values.h"
#include "fdr/archive/label_record.h"

namespace fdr {

class DataCheck {
 public:
  /// Borrows everything; `index` may be null.  `values` uses `instances`.
  DataCheck(const LabelRecord& archive, const IndexCheck* index, ValueCheck& values,
            InstanceCheck& instances)
      : archive_(archive), index_(index), values_(values), instances_(instances) {}

  /// The records behind the label.  `on_record` is told the end of each record.
  void CheckVolume(const ByteSource& source, std::int32_t volume, FileReport& report,
                   const std::function<void(std::uint64_t)>& on_record);

  std::uint64_t records() const { return records_; }
  /// The stamp of the first record; nothing if there was none.
  std::optional<Timestamp> start() const { return first_; }
  /// The latest stamp of any record.
  Timestamp end() const { return latest_; }

 private:
  void CheckStamp(Timestamp stamp, std::uint64_t offset, FileReport& report);

  const LabelRecord& archive_;
  const IndexCheck* index_;
  ValueCheck& values_;
  InstanceCheck& instances_;
  ResultRecord record_;
  std::uint64_t records_ = 0;
  std::optional<Timestamp> first_;
  std::optional<Timestamp> previous_;
  Timestamp latest_;
};

}  // namespace fdr
