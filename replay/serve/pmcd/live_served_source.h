// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine, or the collector of a host, as it is now.

#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "fdr/replay/serve/own_context.h"
#include "fdr/replay/serve/pmcd/served_source.h"

namespace fdr {

/// Borrows the context, which must be live.
class LiveServedSource final : public ServedSource {
 public:
  using TakeChangesOfSource = std::function<std::uint32_t()>;

  LiveServedSource(Context& context, OwnMetrics own, std::function<Timestamp()> wall_clock,
                   TakeChangesOfSource take_changes)
      : context_(context, std::move(own), std::move(wall_clock)),
        take_changes_(std::move(take_changes)) {}

  Context& PresentFor(std::uint32_t) override { return context_; }
  std::uint32_t TakeChanges() override { return take_changes_(); }
  void StartStore(std::uint32_t client, const FetchResult& values,
                  std::function<void(StoreAnswer)> done) override {
    done(context_.Store(client, values));
  }

 private:
  OwnContext context_;
  TakeChangesOfSource take_changes_;
};

}  // namespace fdr
