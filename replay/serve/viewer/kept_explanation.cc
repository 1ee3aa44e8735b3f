// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/kept_explanation.h"

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {

Result<std::shared_ptr<const std::string>> KeptExplanation::Get(const OpenedSource& source,
                                                                const ExplainArchive& explain,
                                                                const CheckLimit& check) {
  const auto guard = mutex_.Lock(check);
  if (!guard) return Fail(guard.error());
  if (kept_ && generation_ == source.generation()) return kept_;
  const Result<std::string> text = explain(*source.archive(), source.source().id(), check);
  if (!text) return Fail(text.error());
  const AnswerMemory::WithoutRefusal whole;  // it stays when the answer is gone
  kept_ = std::make_shared<const std::string>(*text);
  generation_ = source.generation();
  return kept_;
}

}  // namespace fdr
