// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A folio, as any program or person may have left it.  What was read is written to what says the
// same.

#include "fdr/archive/files/folio.h"

#include <fstream>

#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_directory.h"

namespace fdr::fuzz {
namespace {

Result<Folio> Read(const std::string& text) {
  const std::string path = Directory() + "/folio";
  std::ofstream(path, std::ios::binary) << text;
  return ReadFolio(path);
}

void Try(std::string_view text) {
  const auto folio = Read(std::string(text));
  if (!folio) return;
  for (const FolioEntry& entry : folio->archives)
    Require(!entry.host.empty() && !entry.base.empty(), "an entry has a host and an archive");
  const std::string once = FolioText(*folio);
  const auto again = Read(once);
  Require(again.has_value(), "what was written can be read");
  Require(FolioText(*again) == once, "and says the same");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Try(fdr::AsText(fdr::fuzz::Input(data, size)));
  return 0;
}
