// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data volumes of an archive, one after the other.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_index.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/check/check_values.h"
#include "fdr/archive/order/stamp_order.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/salvage/data_judge.h"

namespace fdr {

class DataCheck {
 public:
  /// Borrows everything; `index` may be null.  `values` uses `instances`.
  DataCheck(const LabelRecord& archive, const Catalog& catalog, const IndexCheck* index,
            ValueCheck& values, InstanceCheck& instances)
      : archive_(archive),
        catalog_(catalog),
        index_(index),
        values_(values),
        instances_(instances) {}

  /// Checks the records after the label.  Calls `on_record` with the end of each record.
  /// `next_stamp` returns the stamp of the first record of the next volume, if there is one.
  void CheckVolume(const ByteSource& source, std::int32_t volume, FileReport& report,
                   const std::function<void(std::uint64_t)>& on_record,
                   const std::function<std::optional<Timestamp>()>& next_stamp);
  /// Checks the last stamp of the last volume, after CheckVolume().  `written` is the time of the
  /// file's last write.
  void CheckLastStamp(const ByteSource& source, std::int32_t volume,
                      std::optional<Timestamp> written, FileReport& report);

  std::uint64_t records() const { return records_; }
  /// The stamp of the first record; nothing without records.
  std::optional<Timestamp> start() const { return first_; }
  /// The latest stamp of any record.
  Timestamp end() const { return latest_; }

 private:
  using StampAhead = std::function<std::optional<Timestamp>()>;
  DataJudge::Witnesses WitnessesOf(const ByteSource& source, std::int32_t volume) const;
  void CheckStamp(Timestamp stamp, std::uint64_t offset, const StampAhead& ahead,
                  FileReport& report);
  void CheckOrder(Timestamp stamp, const CheckPlace& place, const StampAhead& ahead,
                  FileReport& report);

  const LabelRecord& archive_;
  const Catalog& catalog_;
  const IndexCheck* index_;
  ValueCheck& values_;
  InstanceCheck& instances_;
  ResultRecord record_;
  std::uint64_t records_ = 0;
  std::optional<Timestamp> first_;
  StampOrder order_;
  Timestamp latest_;
  std::uint64_t last_end_ = 0;  // of the last record, in its volume
  Timestamp last_stamp_;        // of that record
  // The last two valid stamps, the last one first; now, and when the volume began.
  std::array<std::optional<Timestamp>, 2> recent_, before_volume_;
};

}  // namespace fdr
