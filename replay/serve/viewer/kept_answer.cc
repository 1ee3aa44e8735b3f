// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/kept_answer.h"

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

// A larger one is made again.
constexpr std::size_t kLargest = 2 << 20;

}  // namespace

KeptAnswer::Text KeptAnswer::Of(const std::string& version) const {
  const std::lock_guard guard(mutex_);
  return version_ == version ? kept_ : nullptr;
}

Result<KeptAnswer::Text> KeptAnswer::Get(const std::string& version, const Make& make,
                                         const CheckLimit& check) {
  const auto alone = work_.Lock(check);
  if (!alone) return Fail(alone.error());
  if (Text kept = Of(version)) return kept;
  const Result<std::string> text = make(check);
  if (!text) return Fail(text.error());
  if (text->size() > kLargest) return std::make_shared<const std::string>(*text);
  const AnswerMemory::WithoutRefusal whole;  // it stays when the answer is gone
  const std::lock_guard guard(mutex_);
  kept_ = std::make_shared<const std::string>(*text);
  version_ = version;
  return kept_;
}

}  // namespace fdr
