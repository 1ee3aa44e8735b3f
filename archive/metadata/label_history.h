// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The label sets of one level and identifier over time.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/labelset_record.h"

namespace fdr {

/// Borrows the metadata, and decodes a record only on request.
class LabelHistory {
 public:
  LabelHistory(LabelLevel level, std::uint32_t id) : level_(level), id_(id) {}

  LabelLevel level() const { return level_; }
  std::uint32_t id() const { return id_; }

  /// Adds a record that can be decoded; `body` is its body without the type word.
  void Add(Version version, Timestamp stamp, Bytes body) {
    records_.push_back({stamp, body, version});
  }
  /// Call this after the last Add(), before the functions below.
  void Finish();

  /// Ascending by stamp; records with the same stamp are in the order of the file.
  std::size_t size() const { return records_.size(); }
  Timestamp StampOf(std::size_t record) const { return records_[record].stamp; }
  LabelSetRecord Record(std::size_t record) const;

  /// The record in force at `t`: the last one with a stamp <= t; of several with one stamp the
  /// first in the file, as in PCP.
  std::optional<std::size_t> At(Timestamp t) const;

 private:
  struct Entry {
    Timestamp stamp;
    Bytes body;
    Version version;
  };

  LabelLevel level_;
  std::uint32_t id_;
  std::vector<Entry> records_;
};

}  // namespace fdr
