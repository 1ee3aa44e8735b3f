// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/kept_explanation.h"

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {

KeptExplanation::Text KeptExplanation::Of(std::uint64_t generation) const {
  const std::lock_guard guard(mutex_);
  return generation_ == generation ? kept_ : nullptr;
}

Result<KeptExplanation::Text> KeptExplanation::Get(const OpenedSource& source,
                                                   const ExplainArchive& explain,
                                                   const CheckLimit& check) {
  const auto alone = work_.Lock(check);
  if (!alone) return Fail(alone.error());
  if (Text kept = Of(source.generation())) return kept;
  const Result<std::string> text = explain(*source.archive(), source.source().id(), check);
  if (!text) return Fail(text.error());
  const AnswerMemory::WithoutRefusal whole;  // it stays when the answer is gone
  const std::lock_guard guard(mutex_);
  kept_ = std::make_shared<const std::string>(*text);
  generation_ = source.generation();
  return kept_;
}

}  // namespace fdr
