// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/drop_in.h"

#include <algorithm>
#include <array>

#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/drop_in/pmlogredact.h"
#include "fdr/tools/drop_in/pmlogreduce.h"
#include "fdr/tools/drop_in/pmlogrewrite.h"

namespace fdr::tools {
namespace {

constexpr std::array kDropIns = {
    DropIn{kPmlogextract, RunPmlogextract},
    DropIn{"pmlogredact", RunPmlogredact},
    DropIn{"pmlogreduce", RunPmlogreduce},
    DropIn{kPmlogrewrite, RunPmlogrewrite},
};

}  // namespace

std::span<const DropIn> DropIns() { return kDropIns; }

const DropIn* FindDropIn(std::string_view name) {
  name = name.substr(name.rfind('/') + 1);
  const auto* const found = std::ranges::find(kDropIns, name, &DropIn::name);
  return found == kDropIns.end() ? nullptr : found;
}

}  // namespace fdr::tools
