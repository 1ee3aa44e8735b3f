// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records that belong to one sample (one_sample.h) are fetched as one:
//
//   record      10.000000   20.000000   20.000001   30.000000
//   p           5           6           .           7
//   q           .           .           1           9
//   fetched     p           p, q                    p, q

#pragma once

#include <optional>
#include <vector>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// Borrows the archive.  Only fetches of records are joined.  Reads one record ahead, so the
/// archive stands behind the fetched sample.
class WholeSamples final : public ForwardingContext {
 public:
  explicit WholeSamples(ArchiveContext& archive) : ForwardingContext(archive), archive_(archive) {}

  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override;
  void Start(Question question) override;

 private:
  Result<bool> FetchSample(const FetchQuestion& question);
  Result<bool> FetchFirst(const FetchQuestion& question);

  ArchiveContext& archive_;
  std::optional<Timestamp> until_;  // the last record of the sample
  std::vector<MetricId> metrics_;   // of what was read ahead
  FetchResult ahead_, joined_;
  bool has_ahead_ = false;
  std::optional<Error> error_;  // met when reading ahead; the next fetch returns it
};

}  // namespace fdr
