// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/series/toy_live.h"

#include <variant>

namespace fdr::test {

void ToyLive::Disguise::Start(Question question) {
  if (std::holds_alternative<FetchQuestion>(question)) ++fetches;
  ForwardingContext::Start(std::move(question));
}

ToyLive::ToyLive(std::string id, const std::string& archive, Lane lane)
    : LiveSource(Kind::kHost, std::move(id)),
      archive_(std::move(*ArchiveContext::Open(archive))),
      context_(*archive_),
      lane_(std::move(lane)) {
  static_cast<void>(archive_->SetMode(Mode::kForward, archive_->label().start));
}

Result<Context*> ToyLive::Connected() {
  if (is_gone_) return Fail(Errc::kDisconnected, "gone");
  return &context_;
}

}  // namespace fdr::test
