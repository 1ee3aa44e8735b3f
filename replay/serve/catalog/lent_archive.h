// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives whose contexts are lent to the threads of a web server.
//
// All contexts are duplicates of one, which is never lent, so they share the metadata, the open
// files and the summaries.  What they share can only grow while none is lent.  If some are always
// lent, the archives are opened again after a while; contexts of the old ones are then destroyed as
// they come back.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/serve/catalog/once_log.h"
#include "fdr/replay/serve/catalog/problem_list.h"
#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/clocks.h"

namespace fdr {

/// Any thread.
class LentArchive final : public ArchiveSource {
 public:
  struct Options {
    ReplayOptions replay;
    Clocks clocks;
    std::shared_ptr<OnceLog> log;  ///< required
    /// Called when archives have been opened that were not open before, with no lock held.
    std::function<void()> on_open = [] {};
  };
  /// `files` as FindArchives() takes them.
  LentArchive(std::string id, std::string files, Options options);

  HttpService::Place place() override { return {HttpService::Place::kAnywhere, nullptr}; }
  Result<Lease> Borrow() override;
  Result<std::uint64_t> Generation() override;
  std::vector<Problem> Problems() const override { return problems_->All(); }

  std::string files() const;
  /// There are other archives now.
  void SetFiles(std::string files);
  /// Closes the archives, or what is not lent of them.  They are opened again when they are needed.
  void Close();
  /// When they were last used; nothing if they are not open.
  std::optional<std::chrono::nanoseconds> LastUse() const;

 private:
  using Time = std::chrono::nanoseconds;

  void GiveBack(std::unique_ptr<ArchiveContext> context) override;
  Result<void> BeCurrent();
  Result<Lease> LendOne();
  Result<void> Open();
  void Grow(Time now);
  void Replace(std::unique_ptr<ArchiveContext> opened);

  const std::shared_ptr<ProblemList> problems_ = std::make_shared<ProblemList>();
  const Options options_;
  mutable std::mutex mutex_;  // of all that follows
  std::string files_;
  bool has_other_files_ = false;
  std::unique_ptr<ArchiveContext> first_;  // null: not open
  std::vector<std::unique_ptr<ArchiveContext>> idle_;
  std::size_t lent_ = 0;                      // duplicates of the present `first_`
  std::uint64_t openings_ = 0, opening_ = 0;  // how often, and which one `first_` is of
  std::uint64_t generation_ = 0;
  bool was_opened_ = false;  // since on_open() was called
  Time last_use_{0}, next_look_{0};
  std::optional<Time> waiting_since_;  // for lent contexts, with a growth to read
  std::optional<Error> failure_;       // of the last attempt to open
};

}  // namespace fdr
