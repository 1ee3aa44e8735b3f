// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_config.h"

#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  for (const fdr::DeriveRules rules :
       {fdr::DeriveRules::kNewest, fdr::DeriveRules::kPcp6, fdr::DeriveRules::kQuantities}) {
    fdr::DerivedTable table(rules);
    const std::size_t added =
        fdr::ReadDerivedConfig(text, "file", table, [](const std::string& complaint) {
          fdr::fuzz::Require(complaint.starts_with("[file:"), "complaints have a place");
          fdr::fuzz::Require(complaint.ends_with("\n"), "complaints are lines");
        });
    fdr::fuzz::Require(added == table.metrics().size(), "what was added is there");
  }
  return 0;
}
