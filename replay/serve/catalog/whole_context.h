// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Questions to a live source that are asked to the end.

#pragma once

#include <utility>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {

/// Nothing is refused while a question is open: its answer would come when those that asked have
/// gone.  Its size has limits of its own.  Borrows the source.
class WholeContext final : public ForwardingContext {
 public:
  explicit WholeContext(Context& source) : ForwardingContext(source) {}

  void Start(Question question) override {
    const AnswerMemory::WithoutRefusal whole;
    ForwardingContext::Start(std::move(question));
  }
  void Wait() override {
    const AnswerMemory::WithoutRefusal whole;
    ForwardingContext::Wait();
  }
};

}  // namespace fdr
