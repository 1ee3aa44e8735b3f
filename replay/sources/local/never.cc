// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A source that reads nothing and has no rows.

#include "fdr/replay/sources/local/sources.h"

namespace fdr::local {
namespace {

class Never final : public Source {
 public:
  void Refresh() override {}
};

}  // namespace

std::unique_ptr<Source> MakeNever(Machine&) { return std::make_unique<Never>(); }

}  // namespace fdr::local
