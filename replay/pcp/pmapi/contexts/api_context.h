// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A PMAPI context: a source of metrics with PCP's behaviour.  There is one kind for archives, one
// for hosts, and one for this machine.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/context.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/pcp_time.h"
#include "fdr/replay/pcp/pmapi/contexts/derived_metrics.h"

namespace fdr::pmapi {

class ArchiveApiContext;

/// The result of a fetch, before it is converted to C structures.  Valid until the next fetch.
struct FetchedSets {
  PcpTime stamp;
  const FetchResult* result = nullptr;
  std::span<const std::int32_t> numvals;  ///< one per set: the number of values, or an error
  /// One per set: the order of its values.  Values are in the stored order if this, or the set's
  /// span, is empty.
  std::span<const std::span<const std::uint32_t>> orders;

  std::span<const std::uint32_t> OrderOf(std::size_t set) const {
    return orders.empty() ? std::span<const std::uint32_t>() : orders[set];
  }
};

/// Converts the result of a fetch to C structures.  May throw std::bad_alloc.
class ResultMaker {
 public:
  virtual void Make(const FetchedSets& fetched) = 0;
  /// From sets as they were recorded.
  virtual void Make(Timestamp stamp, std::span<const ValueSet> sets) = 0;

 protected:
  ~ResultMaker() = default;
};

/// One thread at a time (LockedContext).  A negative int result is a PM_ERR_... number.
class ApiContext {
 public:
  ApiContext(const ApiContext&) = delete;
  ApiContext& operator=(const ApiContext&) = delete;
  virtual ~ApiContext() = default;

  /// Names and metadata, with derived metrics: the same for all kinds of contexts.
  Context& source() { return derived_.context(); }
  DerivedMetrics& derived() { return derived_; }
  /// The same without derived metrics.  Its profile is that of the context.
  virtual Context& plain_source() = 0;
  /// This context if it is an archive, otherwise nullptr.
  virtual ArchiveApiContext* AsArchive() { return nullptr; }

  /// The copy has the same profile and, for an archive, the same position.
  virtual Result<std::shared_ptr<ApiContext>> Duplicate() = 0;
  /// 0, or the reason why there is no connection.
  virtual int Reconnect() { return 0; }

  /// A PMNS_... constant.
  virtual int NamesLocation() const = 0;
  virtual std::string HostName() const = 0;
  /// The zone, as in TZ.
  virtual std::string ZoneName() const = 0;

  /// PCP's error for an unknown metric.
  virtual int UnknownMetric() const = 0;
  virtual Result<std::vector<NamedInstance>> Instances(InDomId indom) = 0;
  virtual Result<std::string> InstanceName(InDomId indom, InstanceId instance) = 0;
  virtual Result<InstanceId> FindInstance(InDomId indom, std::string_view name) = 0;
  virtual Result<std::string> Text(TextKind kind, std::uint32_t id) = 0;
  virtual Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) = 0;

  virtual Mode mode() const = 0;
  /// Without an origin, starts at the present position.
  virtual int SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) = 0;
  /// 0, or the changes at a collector: PMCD_... bits.
  virtual int Fetch(std::span<const MetricId> metrics, ResultMaker& maker) = 0;
  virtual int FetchRecord(ResultMaker& maker) = 0;
  virtual int Store(const FetchResult& values) = 0;

 protected:
  ApiContext() : derived_(*this) {}

  // The result of the kind's own fetch.
  void SetNumvals();
  FetchResult result_;
  std::vector<std::int32_t> numvals_;

 private:
  DerivedMetrics derived_;
};

}  // namespace fdr::pmapi
