// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a server of PCP's protocol serves.

#pragma once

#include "fdr/replay/context.h"
#include "fdr/replay/serve/own_metrics.h"

namespace fdr {

class ServedSource {
 public:
  virtual ~ServedSource() = default;

  /// The context for the next request, moved to the present time of the source.
  virtual Context& Present() = 0;
  /// The stamp that clients see for values of this time.
  virtual Timestamp StampFor(Timestamp of_values) { return of_values; }
  virtual StoreAnswer Store(std::uint32_t client, const FetchResult& values) = 0;
};

}  // namespace fdr
