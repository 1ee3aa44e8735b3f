// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --scrub`: the stage, and the map of pseudonyms beside the archive.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/replay/copy/scrub/metric_origins.h"
#include "fdr/replay/copy/scrub/scrub_key.h"
#include "fdr/replay/copy/scrub/scrub_stage.h"
#include "fdr/tools/copy/scrub_options.h"

namespace fdr::tools {

/// One thread at a time.
class Scrubbing final : public CopyCompanion {
 public:
  /// Reads the key, or makes one; a file with `writes_key` only.  kExists if there is a map
  /// already.
  static Result<Scrubbing> Prepare(const ScrubOptions& options, bool writes_key);

  /// An original has this host.
  void AddHost(std::string_view host) { hosts_.emplace_back(host); }
  /// Begins again in each call.  `parts` are those of MetricOrigins.
  CopySink& MakeStage(const Metadata& metadata, std::map<std::string, std::string> parts,
                      CopySink& next);
  /// For the stages in front of those that change metrics, and behind them.
  MetricOrigins& origins() { return *origins_; }

  void Begin(FileSystem& files) override;
  Result<void> End() override;

  bool made_key() const { return made_key_; }
  /// After the copy.
  const ScrubReport& report() { return stage_->report(); }

 private:
  Scrubbing(ScrubKey key, std::optional<std::string> map_file)
      : key_(std::move(key)), map_file_(std::move(map_file)) {}
  void AddRow(NameKind kind, std::string_view pseudonym, std::string_view original);
  Result<void> Flush();

  ScrubKey key_;
  std::optional<std::string> map_file_;
  NameKindSet kept_;
  std::vector<std::string> hosts_;
  bool made_key_ = false;
  std::unique_ptr<MetricOrigins> origins_;
  std::unique_ptr<ScrubStage> stage_;  // borrows the origins
  FileSystem* files_ = nullptr;
  std::string rows_;  // that are not written yet
  std::optional<ByteSink> map_;
  Result<void> written_;
};

}  // namespace fdr::tools
