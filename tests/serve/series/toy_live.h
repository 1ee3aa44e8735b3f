// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A host that tests ask for its series: an archive that is fetched record by record.

#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/serve/catalog/web_sources.h"

namespace fdr::test {

/// Each fetch has the values and the stamp of the next record of its metrics, and none behind the
/// last one.
class ToyLive final : public LiveSource {
 public:
  ToyLive(std::string id, const std::string& archive, Lane lane);

  HttpService::Place place() override { return {HttpService::Place::kInLane, &lane_}; }
  Result<Context*> Connected() override;

  /// Whether it answers.
  void SetGone(bool is_gone) { is_gone_ = is_gone; }
  int fetches() const { return context_.fetches; }

 private:
  // What knows archives does not recognise it as one.
  struct Disguise final : ForwardingContext {
    explicit Disguise(Context& archive) : ForwardingContext(archive) {}
    void Start(Question question) override;
    int fetches = 0;
  };

  std::unique_ptr<ArchiveContext> archive_;
  Disguise context_;
  Lane lane_;
  bool is_gone_ = false;
};

/// These sources alone, in this order.
class ToySources final : public WebSources {
 public:
  explicit ToySources(std::vector<std::shared_ptr<WebSource>> all) : all_(std::move(all)) {}

  std::vector<std::shared_ptr<WebSource>> List() override { return all_; }
  std::shared_ptr<WebSource> Find(std::string_view) override { return nullptr; }
  Result<std::shared_ptr<WebSource>> FindHost(std::string_view) override {
    return Fail(Errc::kNotFound, "Unknown source");
  }
  std::shared_ptr<WebSource> Default() override { return nullptr; }
  void FreeMemory() override {}

 private:
  std::vector<std::shared_ptr<WebSource>> all_;
};

}  // namespace fdr::test
