// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Changes the values of one metric in a record, in this order: the choice of an output, texts,
// instances, units, the type.

#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/copy/rewrite/exact_number.h"
#include "fdr/replay/copy/rewrite/metric_change.h"
#include "fdr/replay/copy/rewrite/rewrite_report.h"

namespace fdr {

/// Borrows both.  One thread at a time.
class ValueChanger {
 public:
  ValueChanger(const RewriteOptions& options, RewriteReport& report)
      : options_(options), report_(report) {}

  /// Adds the changed set to the record at `stamp`.  kTooLarge for a value that does not fit into
  /// its new type, kInvalidArgument for an instance that the set has twice then.
  Result<void> Change(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                      ResultEncoder& encoder);

  /// For a change that keeps the form of records: whether Patch() can change the set.
  static bool CanPatch(const ValueSet& set, const MetricChange& change);
  /// Changes the numbers of the set in `body`, a copy of its record's body.  Errors as of Change().
  Result<void> Patch(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                     std::byte* body);

  /// Changes the inside of a value that is no number, such as events.  The bytes are valid until
  /// the next call.
  using Inside = std::function<Result<Bytes>(Bytes payload)>;
  /// The same, for a metric whose values have something inside that changes.
  Result<void> ChangeInside(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                            const Inside& inside, ResultEncoder& encoder);

  /// The payload of a value in its new units and type; nothing if it cannot be read.
  struct Converted {
    std::uint64_t bits = 0;
    std::string text;  ///< of a string
  };
  Result<std::optional<Converted>> Convert(const MetricChange& change, Bytes payload,
                                           InstanceId instance, Timestamp stamp);

 private:
  struct Item {
    InstanceId instance;
    std::uint32_t place;  // in the set
  };

  static std::optional<std::uint64_t> BitsOf(Type type, Bytes payload);
  static Bytes PayloadOf(const ValueSet& set, std::uint32_t i, std::array<std::byte, 4>& word);
  Result<void> CheckInstances(const MetricChange& change, Timestamp stamp) const;
  std::vector<Item> Choose(const ValueSet& set, const MetricChange& change) const;
  bool Aggregates(const MetricChange& change) const;
  Result<void> AddAggregate(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                            ResultEncoder& encoder);
  std::optional<std::pair<InstanceId, ExactNumber>> Aggregate(const ValueSet& set,
                                                              const MetricChange& change) const;
  Result<ExactNumber> Scaled(ExactNumber number, const MetricChange& change) const;
  Result<Converted> Store(const ExactNumber& number, const MetricChange& change,
                          InstanceId instance, Timestamp stamp);
  Result<std::string> ChangedText(std::string text, const MetricChange& change,
                                  Timestamp stamp) const;
  Result<void> AddValue(const ValueSet& set, const Item& item, const MetricChange& change,
                        Timestamp stamp, ResultEncoder& encoder);
  Result<void> AddItems(const ValueSet& set, const MetricChange& change, Timestamp stamp,
                        ResultEncoder& encoder);
  void Emit(InstanceId instance, const Converted& value, Type type, ResultEncoder& encoder) const;
  void ReportUnreadable(const MetricChange& change, Timestamp stamp) const;

  const RewriteOptions& options_;
  RewriteReport& report_;
  std::vector<Item> items_;
  const Inside* inside_ = nullptr;
};

}  // namespace fdr
