// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A small archive without faults, in pieces.  A test can change the pieces before the archive is
// written and checked.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/check.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/result_encoder.h"

namespace fdr::test {

inline constexpr MetricId kLoad = MetricId::Build(60, 0, 1);    // float, per CPU
inline constexpr MetricId kForks = MetricId::Build(60, 0, 2);   // u32 counter, singular
inline constexpr MetricId kTicks = MetricId::Build(60, 0, 3);   // u64 counter, per CPU
inline constexpr MetricId kHost = MetricId::Build(60, 0, 4);    // string, singular
inline constexpr MetricId kEvents = MetricId::Build(60, 0, 5);  // event array, singular
inline constexpr InDomId kCpus = InDomId::Build(60, 1);

/// Host "toyhost", volume 0, five metrics, two CPUs, three records: at 0, 10 and 20 seconds.
struct CheckToy {
  explicit CheckToy(Version version = Version::k3);

  Version version;
  LabelRecord label;                 ///< of all files; each gets its own volume number
  std::vector<ByteBuffer> metadata;  ///< framed records
  std::map<int, std::vector<ByteBuffer>> volumes;  ///< framed records
  std::vector<IndexEntry> entries;
  /// Changes to the finished files, by suffix: ".meta", ".index", ".0".
  std::map<std::string, std::function<void(ByteBuffer&)>> patches;
  std::vector<std::string> missing = {};  ///< suffixes of files that are not written

  std::vector<ByteBuffer>& data() { return volumes[0]; }

  /// Appends a record to the metadata.
  void Add(const MetadataRecord& record);
  void AddDesc(const Desc& desc, std::vector<std::string_view> names);
  void AddInDom(double seconds,
                const std::vector<std::pair<InstanceId, std::string_view>>& instances,
                bool is_delta = false, InDomId indom = kCpus);
  void AddLabels(LabelLevel level, std::uint32_t id, std::string_view json,
                 std::vector<LabelEntry> entries);
  /// A framed record of any content.
  static ByteBuffer Framed(Bytes body);

  /// Appends a data record with this time and the sets that `fill` adds.
  using Fill = std::function<void(ResultEncoder&)>;
  void AddRecord(double seconds, const Fill& fill);
  void AddMark(double seconds);

  std::uint64_t MetadataOffset(std::size_t record) const;
  std::uint64_t DataOffset(std::size_t record) const;

  void Write(const std::string& base) const;
};

struct CheckOutcome {
  CheckSummary summary;
  std::vector<Finding> findings;

  bool Has(CheckCode code) const;
  /// The only finding of that code; the test fails unless there is exactly one.
  Finding Only(CheckCode code) const;
  /// The codes of all findings, for messages: "data.backwards index.partial".
  std::string Codes() const;
};

CheckOutcome Check(const std::string& base, const CheckOptions& options = {});
/// Writes the toy to a temporary directory, and checks it there.
CheckOutcome Check(const CheckToy& toy, const CheckOptions& options = {});

/// A change that gives a sound archive a fault.
struct CheckCase {
  CheckCode code;
  std::function<void(CheckToy&)> spoil;
};

/// Expects that the check finds each case.  Expects a case for each code whose name begins with one
/// of `prefixes`.
void ExpectFound(const std::vector<CheckCase>& cases,
                 const std::vector<std::string_view>& prefixes);

}  // namespace fdr::test
