// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A base for contexts that forward most questions to another context and override a few.

#pragma once

#include <utility>

#include "fdr/replay/context.h"

namespace fdr {

/// Borrows the source.  Mode and position are the source's; the profile is its own.  A subclass
/// overrides Start(), takes the questions it cares about, and forwards the others.
class ForwardingContext : public Context {
 public:
  std::string HostName() const override { return source_.HostName(); }
  std::string TimeZone() const override { return source_.TimeZone(); }

  Result<void> SetMode(Mode mode, std::optional<Timestamp> origin = std::nullopt,
                       std::int64_t delta = 0) override {
    return source_.SetMode(mode, origin, delta);
  }
  Mode mode() const override { return source_.mode(); }
  Timestamp origin() const override { return source_.origin(); }
  Timestamp Now() const override { return source_.Now(); }

  void ForgetDesc(MetricId id) override { source_.ForgetDesc(id); }
  void Start(Question question) override { source_.Start(std::move(question)); }
  void Wait() override { source_.Wait(); }

 protected:
  explicit ForwardingContext(Context& source) : source_(source) {}

  Context& source() { return source_; }
  const Context& source() const { return source_; }

 private:
  Context& source_;
};

}  // namespace fdr
