// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The source of a context while one request asks it: with the context's profile, derived metrics,
// and place in time.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/serve/web_api/web_contexts.h"
#include "fdr/replay/serve/web_api/web_failure.h"

namespace fdr {

/// One thread; the context is locked.  Where the source's questions may be asked.
class AskedSource {
 public:
  using Metric = KnownMetrics::Metric;

  /// Connects, or borrows from the archive.
  static Result<std::unique_ptr<AskedSource>> Open(WebContext& state);

  /// With derived metrics.
  Context& context() {
    if (derived_) return *derived_;
    return *source_;
  }
  /// Without them.
  Context& source() { return *source_; }
  WebContext& state() { return state_; }
  bool IsArchive() const { return lease_.has_value(); }

  /// Those that the source, and the definitions, do not have are null.
  Result<std::vector<Metric>> Find(std::span<const std::string> names);
  /// The first name of a metric; null if there is none.
  Result<Metric> Find(MetricId id);
  Result<std::shared_ptr<const MetricDetails>> DetailsOf(const KnownMetric& metric);

  /// Sets the time of the values of an archive, as the client wrote it: seconds since 1970, or a
  /// date.  It holds for the next requests, too.
  Answered<void> SetPlace(std::string_view time);
  /// Moves an archive to that time; by default, to the last sample.
  Result<void> GoToPlace();
  /// False if there are no values at that time.
  Fetched Fetch(std::span<const MetricId> metrics, FetchResult& result);

  /// Changes values, which archives do not allow.
  Result<void> Store(const FetchResult& values);

  /// Defines a metric of this context; the error is that of PCP.
  Answered<void> Define(const std::string& name, const std::string& expression);

 private:
  explicit AskedSource(WebContext& state) : state_(state) {}

  Result<void> OpenLive(LiveSource& live);
  Result<void> OpenArchive(ArchiveSource& archive);
  void MakeDerived();
  Result<Timestamp> TimeOfPlace();

  WebContext& state_;
  std::optional<ArchiveSource::Lease> lease_;
  Context* source_ = nullptr;
  std::unique_ptr<DerivedContext> own_derived_;  // of an archive
  DerivedContext* derived_ = nullptr;
};

}  // namespace fdr
