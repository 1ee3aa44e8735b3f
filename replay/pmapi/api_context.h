// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A PMAPI context: a source of metrics, and how PCP asks it.  There is one kind for archives, one
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
#include "fdr/replay/pmapi/derived_metrics.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/pcp_time.h"

namespace fdr::pmapi {

class ArchiveApiContext;

/// What a fetch found, before it is in C's structures.  Valid until the next fetch.
struct Fetched {
  PcpTime stamp;
  const FetchResult* result = nullptr;
  std::span<const std::int32_t> numvals;  ///< by set: how many values, or an error
  /// By set: which of its values comes where; empty, or of a set empty: as they are.
  std::span<const std::span<const std::uint32_t>> orders;

  std::span<const std::uint32_t> OrderOf(std::size_t set) const {
    return orders.empty() ? std::span<const std::uint32_t>() : orders[set];
  }
};

/// Makes C's structures of what a fetch found.  May throw std::bad_alloc.
class ResultMaker {
 public:
  virtual void Make(const Fetched& fetched) = 0;
  /// Of sets as they were recorded.
  virtual void Make(Timestamp stamp, std::span<const ValueSet> sets) = 0;

 protected:
  ~ResultMaker() = default;
};

/// One thread at a time (LockedContext).  What is an int is a PM_ERR_... number if it is
/// negative.
class ApiContext {
 public:
  ApiContext(const ApiContext&) = delete;
  ApiContext& operator=(const ApiContext&) = delete;
  virtual ~ApiContext() = default;

  /// Names and what they mean, which is the same for all kinds, with derived metrics.
  Context& source() { return derived_.context(); }
  DerivedMetrics& derived() { return derived_; }
  /// Without them.  Its profile is that of the context.
  virtual Context& plain_source() = 0;
  /// Itself, if it is one.
  virtual ArchiveApiContext* AsArchive() { return nullptr; }

  /// With the same profile and, of an archive, position.
  virtual Result<std::shared_ptr<ApiContext>> Duplicate() = 0;
  /// 0, or why there is no connection.
  virtual int Reconnect() { return 0; }

  /// PMNS_...
  virtual int NamesLocation() const = 0;
  virtual std::string HostName() const = 0;
  /// As in TZ.
  virtual std::string ZoneName() const = 0;

  /// What PCP says of a metric that is not there.
  virtual int UnknownMetric() const = 0;
  virtual Result<std::vector<NamedInstance>> Instances(InDomId indom) = 0;
  virtual Result<std::string> InstanceName(InDomId indom, InstanceId instance) = 0;
  virtual Result<InstanceId> FindInstance(InDomId indom, std::string_view name) = 0;
  virtual Result<std::string> Text(TextKind kind, std::uint32_t id) = 0;
  virtual Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) = 0;

  /// Without an origin, from where it is.
  virtual int SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) = 0;
  /// 0, or what changed at a collector: PMCD_... bits.
  virtual int Fetch(std::span<const MetricId> metrics, ResultMaker& maker) = 0;
  virtual int FetchRecord(ResultMaker& maker) = 0;
  virtual int Store(const FetchResult& values) = 0;

 protected:
  ApiContext() : derived_(*this) {}

  // What a kind fetches into.
  void SetNumvals();
  FetchResult result_;
  std::vector<std::int32_t> numvals_;

 private:
  DerivedMetrics derived_;
};

}  // namespace fdr::pmapi
