// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive that is played as if it were live, for clients that know only live hosts.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/serve/catalog/lent_archive.h"
#include "fdr/replay/serve/catalog/tape_words.h"
#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/serve/tape/tape_source.h"

namespace fdr {

/// The values of a tape, with the stamps that clients should see.
class StampedContext final : public ForwardingContext {
 public:
  StampedContext(Context& values, TapeSource& tape) : ForwardingContext(values), tape_(tape) {}
  void Start(Question question) override;

 private:
  TapeSource& tape_;
};

/// Has the archives open for itself, since it alone follows their growth.  All clients that name it
/// see the same moment.  It has the metrics fdr.tape.*, too.  A client that stores them moves the
/// tape for all.
class PlayedArchive final : public LiveSource {
 public:
  /// `zone`: of the times in `wish` and in fdr.tape.*.
  PlayedArchive(std::string id, std::shared_ptr<LentArchive> archive, TapeWish wish,
                ReplayOptions replay, Lane lane, Clocks clocks);

  HttpService::Place place() override { return {HttpService::Place::kInLane, &lane_}; }
  Result<Context*> Connected() override;
  Result<void> Store(const FetchResult& values) override;

 private:
  Result<void> Open();
  Result<TapeClock> MakeClock(const Zone& zone);

  const std::shared_ptr<LentArchive> source_;
  const TapeWish wish_;
  const ReplayOptions replay_;
  const Lane lane_;
  const Clocks clocks_;
  std::unique_ptr<ArchiveContext> archive_;  // null until the first question
  std::optional<TapeSource> tape_;
  std::optional<StampedContext> context_;
  std::chrono::nanoseconds next_look_{0};  // for growth, or after a failure
  std::optional<Error> failure_;
};

}  // namespace fdr
