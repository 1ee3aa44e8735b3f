// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records for the beginning of a copy: values that were recorded before, and hold there.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Its metadata are those that hold at its time in the archives that are copied.
struct FirstRecord {
  std::string archive;  ///< the base name
  Timestamp stamp;      ///< not later than the records that are copied
  Version version;      ///< of the layout of `body`
  ByteBuffer body;
};

/// In the order of their stamps.
using FirstRecords = std::vector<FirstRecord>;

/// The records of one archive.
inline FirstRecords RecordsOf(const FirstRecords& records, const std::string& archive) {
  FirstRecords own;
  for (const FirstRecord& record : records)
    if (record.archive == archive) own.push_back(record);
  return own;
}

}  // namespace fdr
