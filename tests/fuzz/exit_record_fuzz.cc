// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/exit_record.h"
#include "fdr/replay/sources/local/usage/program_name.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr local::ExitKind kOfCorpus{.family = 0x1f, .tick = 4'000'000};

void Read(Bytes message) {
  std::vector<local::ExitRecord> records;
  static_cast<void>(local::ReadExitMessage(message, kOfCorpus, records));
  Require(records.size() <= message.size() / 300, "a record takes as much as its fields");
  for (const local::ExitRecord& record : records) {
    Require(record.program.size() <= 15, "names have the length that the kernel gives them");
    const std::string name = local::ProgramName(record.program, record.is_kernel_thread);
    Require(!name.empty() && name.find(' ') == name.npos, "a program has a name without blanks");
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Read(fdr::fuzz::Input(data, size));
  return 0;
}
