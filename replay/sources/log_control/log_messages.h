// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages between a logger and the programs that control it, such as PCP's pmlc(1).  See
// docs/log-control.md.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// The version that is spoken by default, and an older one with a status of fixed size.
inline constexpr int kLogVersion = 3, kLogVersionOld = 2;

enum class LogRequest : std::int32_t { kNewVolume = 1, kStatus = 2, kFlush = 3 };

/// The body of PduType::kLogRequest.  Returns numbers that are not in the enumeration, too.
Result<LogRequest> DecodeLogRequest(Bytes body);
void EncodeLogRequest(LogRequest request, ByteBuffer& out);

/// What to log, and how often; or a question about that.
struct LogOrder {
  enum class Kind : std::int32_t { kMandatory = 11, kAdvisory = 12, kEnquire = 13 };
  enum class State : std::int32_t { kOff = 0, kMaybe = 1, kOn = 2 };
  struct Metric {
    MetricId id;
    std::vector<InstanceId> instances = {};  ///< none: all
  };
  /// The longest interval that a state can tell: about 74.5 hours.
  static constexpr std::int32_t kMostMillis = 0x0fffffff;

  Kind kind = Kind::kEnquire;
  State state = State::kOff;  ///< kMaybe only with kMandatory
  std::int32_t millis = 0;    ///< between two records, of kOn; 0: once
  std::vector<Metric> metrics;

  static Result<LogOrder> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

/// How one instance of a metric is logged.
struct LoggingState {
  bool is_on = false;
  bool is_mandatory = false;
  bool is_present = false;  ///< had a value when it was last fetched
  bool is_logged = false;   ///< has been logged
  std::uint32_t millis = 0;

  static LoggingState Of(std::uint32_t word);
  std::uint32_t Word() const;
};

/// The answer to an order: what holds now.
struct LogStates {
  struct Metric {
    MetricId id;
    std::int32_t error = 0;  ///< a number of PCP; then there are no states
    std::vector<std::pair<InstanceId, LoggingState>> states = {};
  };
  std::vector<Metric> metrics;  ///< of the order, in its order

  static Result<LogStates> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

struct LogStatus {
  Timestamp start, last;    ///< of the archive
  Timestamp now;            ///< by the logger's clock
  bool is_logging = false;  ///< the archive has begun
  std::int32_t volume = 0;
  std::uint64_t size = 0;  ///< of the volume
  std::string host;        ///< that is logged
  std::string source;      ///< how the logger reaches it: "local:", "host1:44321"
  std::string zone;        ///< of that host
  std::string logger_zone;

  /// Takes kLogStatus, and kLogStatusOld.
  static Result<LogStatus> Decode(const Pdu& pdu);
  void Encode(int version, ByteBuffer& out) const;
};

}  // namespace fdr
