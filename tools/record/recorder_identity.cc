// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/recorder_identity.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "fdr/replay/own_host_name.h"

namespace fdr::tools {
namespace {

std::string NameOrLocal() {
  std::string name = OwnHostName();
  return name.empty() ? "localhost" : name;
}

}  // namespace

RecorderIdentity OwnIdentity() {
  std::error_code none;
  return {NameOrLocal(), std::filesystem::current_path(none).string(),
          static_cast<std::int32_t>(::getpid())};
}

}  // namespace fdr::tools
