// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine, or the collector of a host, as it is now.

#pragma once

#include <utility>

#include "fdr/replay/serve/own_context.h"
#include "fdr/replay/serve/pmcd/served_source.h"

namespace fdr {

/// Borrows the context, which must be live.
class LiveServedSource final : public ServedSource {
 public:
  LiveServedSource(Context& context, OwnMetrics own) : context_(context, std::move(own)) {}

  Context& Present() override { return context_; }
  StoreAnswer Store(std::uint32_t client, const FetchResult& values) override {
    return context_.Store(client, values);
  }

 private:
  OwnContext context_;
};

}  // namespace fdr
