// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A PMAPI context: the engine's archive, and how PCP moves through it.

#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/archive_context.h"
#include "fdr/replay/pmapi/pcp_time.h"
#include "fdr/replay/pmapi/peer_interpolation.h"

namespace fdr::pmapi {

/// What a fetch found, before it is in C's structures.  Valid until the next fetch.
struct Fetched {
  PcpTime stamp;
  const FetchResult* result = nullptr;
  std::span<const std::int32_t> numvals;  ///< by set: how many values, or an error
  std::span<const std::uint32_t> order;   ///< which value comes where; empty: as they are
};

/// Errors are PM_ERR_... numbers.  One thread at a time: whoever holds the mutex.
class ApiContext {
 public:
  explicit ApiContext(std::unique_ptr<ArchiveContext> archive);
  std::shared_ptr<ApiContext> Duplicate();

  std::mutex& mutex() { return mutex_; }
  ArchiveContext& archive() { return *archive_; }
  const Metadata& metadata() const { return archive_->timeline().metadata(); }

  /// Without an origin, from where it is.
  void SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta);
  /// As if the mode that it has were set here: records of this time are fetched again.
  void SetModeAgain() { SetMode(mode_, std::nullopt, delta_); }
  /// The time that instance domains and labels are asked for.
  Timestamp Now() const { return origin_.OnAxis(); }

  int Fetch(std::span<const MetricId> metrics, Fetched& fetched);
  int FetchRecord(Fetched& fetched);

 private:
  int FetchInterpolated(std::span<const MetricId> metrics, Fetched& fetched);
  template <class Read>
  Result<bool> PastDamage(Read read);
  int Finish(const Result<bool>& found, Fetched& fetched);
  bool IsInside(Timestamp t);
  void SetNumvals();

  std::mutex mutex_;
  std::unique_ptr<ArchiveContext> archive_;
  Mode mode_ = Mode::kForward;
  PcpTime origin_;
  PcpTime delta_;
  double known_end_ = 0;  // of the log, in seconds since its start, as far as it was looked for
  PeerInterpolation peer_;
  std::string damage_;  // that the last fetch of records ran into
  FetchResult result_;
  std::vector<std::int32_t> numvals_;
  std::vector<std::uint32_t> order_;
};

}  // namespace fdr::pmapi
