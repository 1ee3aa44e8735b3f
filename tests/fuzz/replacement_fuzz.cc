// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A journal of a replaced archive, as anybody may have planted it.  Whatever it says, files of
// other names stay.  The target adds the digest, since mutations would not find it.

#include "fdr/archive/files/settle_replacement.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/fuzz/fuzz_directory.h"

namespace fdr::fuzz {
namespace {

std::string WithDigest(std::string text) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (const char c : text)
    digest = (digest ^ static_cast<unsigned char>(c)) * std::uint64_t{0x100000001b3};
  return text + fmt::format("end {:016x}\n", digest);
}

void Write(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

bool IsThere(const std::string& path) { return std::filesystem::exists(path); }

void Settle(const std::string& text) {
  const std::string inside = Directory() + "/inside";
  std::filesystem::remove_all(inside);
  std::filesystem::create_directory(inside);
  for (const char* name : {"a.meta", "a.index", "a.0", "a.1.xz"}) Write(inside + "/" + name, "old");
  for (const char* name : {"a.meta.fdr-new", "a.0.fdr-new", "a.2.fdr-new.xz"})
    Write(inside + "/" + name, "newer");
  const std::string others[] = {inside + "/b.meta", inside + "/a", inside + "/a.notes",
                                inside + "/ab.0", Directory() + "/a.0"};
  for (const std::string& other : others) Write(other, "another");
  Write(inside + "/a.fdr-copy", text);
  const auto found = FilesDuringReplacement(inside + "/a");
  for (const std::string& other : others) Require(IsThere(other), "other files stay");
  if (!found)
    Require(IsThere(inside + "/a.meta") && IsThere(inside + "/a.0.fdr-new"),
            "a journal that is refused changes nothing");
  else
    Require(!*found && !IsThere(inside + "/a.fdr-copy"), "a good journal is settled");
}

void Try(const std::string& text) {
  Settle(text);
  const auto journal = ReplacementJournal::Decode(text, "a.fdr-copy");
  if (!journal) return;
  const Result<std::string> encoded = journal->Encode();
  Require(encoded && ReplacementJournal::Decode(*encoded, "a.fdr-copy") == *journal,
          "what was written says the same");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fdr::AsText(fdr::fuzz::Input(data, size)));
  fdr::fuzz::Try(text);
  fdr::fuzz::Try(fdr::fuzz::WithDigest(text));
  return 0;
}
