// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/recorder_identity.h"

#include <unistd.h>

#include <climits>
#include <filesystem>
#include <system_error>

namespace fdr::tools {
namespace {

std::string OwnHostName() {
  char name[HOST_NAME_MAX + 1] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

}  // namespace

RecorderIdentity OwnIdentity() {
  std::error_code none;
  return {OwnHostName(), std::filesystem::current_path(none).string(),
          static_cast<std::int32_t>(::getpid())};
}

}  // namespace fdr::tools
