// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes small archives for tests with an ArchiveWriter.
//
//   ArchiveBuilder archive(base, Version::k3);
//   archive.Metric({.name = "toy.load", .id = kLoad, .type = Type::kFloat, .indom = kCpus})
//       .InDom(At(0), kCpus, {{0, "cpu0"}, {1, "cpu1"}})
//       .Record(At(0), {{kLoad, {{0, 0.5}, {1, 1.5}}}})
//       .Record(At(1), {{kLoad, {{0, 0.25}}}, NoValues(kOther, -12350)})
//       .Mark(At(1.001))
//       .Close();

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fdr/archive/archive_writer.h"
#include "fdr/archive/record/event_array.h"

namespace fdr::test {

/// A time of the toy timeline, in seconds after 2023-11-14 22:13:20 UTC.
Timestamp At(double seconds);
inline constexpr std::int64_t kEpoch = 1'700'000'000;

struct Metric {
  std::string name;
  MetricId id;
  Type type = Type::kU32;
  InDomId indom = {};
  Semantics semantics = Semantics::kInstant;
  Units units = {};
  std::vector<std::string> more_names = {};
  bool in_place_floats = false;  ///< as very old archives store them
};

struct Event;
/// A value, which is converted to the metric's type.  Bytes are for aggregates.
using Payload =
    std::variant<std::int64_t, std::uint64_t, double, std::string, ByteBuffer, std::vector<Event>>;

struct EventField {
  MetricId id;
  Type type;
  Payload value;
};

struct Event {
  Timestamp stamp;
  std::uint32_t flags = kEventPoint;
  std::vector<EventField> fields = {};
  std::int32_t missed = 0;  ///< number of missed events; goes with kEventMissed
};

/// The values of one metric in a record; the instance of a singular one is kSingular.
struct Values {
  MetricId id;
  std::vector<std::pair<InstanceId, Payload>> values;
  std::int32_t count = 0;  ///< if there are no values: 0, or an error code
};
inline Values NoValues(MetricId id, std::int32_t code = 0) { return {id, {}, code}; }
inline Values Single(MetricId id, Payload value) { return {id, {{kSingular, std::move(value)}}}; }

struct Label {
  std::string name;
  std::string json_value;  ///< as JSON, so strings have quotes
  bool optional = false;
};
struct Labels {
  std::vector<Label> labels;
  InstanceId instance = kSingular;
};

/// Any failure fails the test.  The destructor closes the archive, if Close() was not called.
class ArchiveBuilder {
 public:
  explicit ArchiveBuilder(const std::string& base, Version version = Version::k3,
                          FileSystem& files = PosixFileSystem());
  /// With the caller's options.
  ArchiveBuilder(const std::string& base, const WriterOptions& options,
                 FileSystem& files = PosixFileSystem());
  ~ArchiveBuilder();
  ArchiveBuilder(const ArchiveBuilder&) = delete;
  ArchiveBuilder& operator=(const ArchiveBuilder&) = delete;

  /// Host "toyhost", time zone UTC.
  static WriterOptions Options(Version version);

  ArchiveBuilder& Metric(const test::Metric& metric);
  ArchiveBuilder& InDom(Timestamp stamp, InDomId indom, InstanceList instances);
  /// `id` is the identifier of a domain, a cluster, a metric or an instance domain.  It has no
  /// meaning for kContext.
  ArchiveBuilder& LabelSets(Timestamp stamp, LabelLevel level, std::uint32_t id,
                            const std::vector<Labels>& sets);
  ArchiveBuilder& Text(TextKind kind, std::uint32_t id, std::string_view text);
  /// Metric() must have been called for every metric.
  ArchiveBuilder& Record(Timestamp stamp, const std::vector<Values>& sets);
  ArchiveBuilder& Mark(Timestamp stamp);
  ArchiveBuilder& Volume();
  void Close();

  /// For calls that this class does not have.
  ArchiveWriter& writer() { return *writer_; }

 private:
  void Check(const Result<void>& outcome);
  void AddSet(const Values& set);

  std::string base_;
  Result<ArchiveWriter> writer_;
  bool closed_ = false;
  std::map<MetricId, test::Metric> metrics_;
  ResultEncoder encoder_;
};

}  // namespace fdr::test
