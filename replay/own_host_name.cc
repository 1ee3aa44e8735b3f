// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/own_host_name.h"

#include <unistd.h>

#include <array>
#include <climits>

namespace fdr {

std::string OwnHostName() {
  std::array<char, HOST_NAME_MAX + 1> name = {};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace fdr
