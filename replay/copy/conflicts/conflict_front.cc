// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/conflicts/conflict_front.h"

#include <utility>

#include "fdr/replay/copy/rewrite/rewrite_parser.h"
#include "fdr/replay/copy/rewrite/rewrite_stage.h"

namespace fdr {
namespace {

class ConflictFront final : public CopySink {
 public:
  Result<void> Prepare(const std::string& rules, const Metadata& metadata, CopySink& next) {
    if (auto parsed =
            ParseRewriteRules(std::make_shared<const RuleText>("--conflict", rules), rules_);
        !parsed)
      return parsed;
    auto stage = RewriteStage::Make(rules_, metadata, {}, next);
    if (!stage) return Fail(stage.error());
    stage_ = std::move(*stage);
    return {};
  }

  Result<void> Begin(const LabelRecord& label) override { return stage_->Begin(label); }
  Result<void> Add(const MetadataRecord& record) override { return stage_->Add(record); }
  Result<void> Add(const CopiedRecord& record) override { return stage_->Add(record); }
  Result<void> End() override { return stage_->End(); }

 private:
  RewriteRules rules_;
  std::unique_ptr<RewriteStage> stage_;  // borrows the rules
};

}  // namespace

Result<std::unique_ptr<CopySink>> MakeConflictFront(const std::string& rules,
                                                    const Metadata& metadata, CopySink& next) {
  auto front = std::make_unique<ConflictFront>();
  if (auto prepared = front->Prepare(rules, metadata, next); !prepared)
    return Fail(prepared.error());
  return std::unique_ptr<CopySink>(std::move(front));
}

}  // namespace fdr
