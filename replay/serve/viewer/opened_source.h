// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source while a request is answered.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "fdr/replay/serve/catalog/web_source.h"

namespace fdr {

/// In the place that the source names.  The context is valid as long as this.
class OpenedSource {
 public:
  static Result<OpenedSource> Open(std::shared_ptr<WebSource> source) {
    OpenedSource opened(std::move(source));
    if (opened.source_->kind() == WebSource::Kind::kArchive) {
      auto lease = static_cast<ArchiveSource&>(*opened.source_).Borrow();
      if (!lease) return Fail(lease.error());
      opened.lease_.emplace(std::move(*lease));
      opened.context_ = &**opened.lease_;
      return opened;
    }
    const Result<Context*> context = static_cast<LiveSource&>(*opened.source_).Connected();
    if (!context) return Fail(context.error());
    opened.context_ = *context;
    return opened;
  }

  const WebSource& source() const { return *source_; }
  Context& context() const { return *context_; }
  /// Null for a live source.
  ArchiveContext* archive() const { return lease_ ? &**lease_ : nullptr; }
  /// 0 for a live source.
  std::uint64_t generation() const { return lease_ ? lease_->generation() : 0; }

 private:
  explicit OpenedSource(std::shared_ptr<WebSource> source) : source_(std::move(source)) {}

  std::shared_ptr<WebSource> source_;
  std::optional<ArchiveSource::Lease> lease_;
  Context* context_ = nullptr;
};

}  // namespace fdr
