// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/usage/program_name.h"

namespace fdr::local {

std::string ProgramName(std::string_view kernel_name, bool is_kernel_thread) {
  if (is_kernel_thread) kernel_name = kernel_name.substr(0, kernel_name.find_first_of("/:"));
  std::string name(kernel_name);
  for (char& c : name)
    if (const auto byte = static_cast<unsigned char>(c); byte <= ' ' || byte == 0x7f) c = '_';
  return name.empty() ? "_" : name;
}

}  // namespace fdr::local
