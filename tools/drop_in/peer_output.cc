// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/peer_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// The first one in the order in which PCP's library makes them.
std::string ExistingFile(const std::string& base, const Error& error) {
  for (const char* const part : {".index", ".meta", ".0"})
    if (::access((base + part).c_str(), F_OK) == 0) return base + part;
  return error.file;
}

}  // namespace

void PrintNotCreated(std::string_view program, std::string_view call, const std::string& base,
                     const Error& error) {
  const bool exists = error.code == Errc::kExists;
  if (exists)
    PrintMessage(fmt::format("__pmLogNewFile: \"{}\" already exists, not over-written\n",
                             ExistingFile(base, error)));
  else if (error.system_error != 0)
    PrintMessage(
        fmt::format("__pmLogNewFile: failed to create \"{}.index\": {}\n", base, error.what));
  PrintPeerError(program, fmt::format("{}: {}", call, exists ? "File exists" : error.what));
}

}  // namespace fdr::tools
