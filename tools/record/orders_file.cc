// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/orders_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "fdr/replay/local/unique_fd.h"
#include "fdr/tools/options/logger_config_file.h"

namespace fdr::tools {
namespace {

constexpr const char* kTitle =
    "# What fdr control or pmlc(1) has changed, on top of the configuration.  fdr record --append\n"
    "# goes on with it; without this file it does not.\n";

}  // namespace

std::string OrdersFileOf(const std::string& out) {
  const std::filesystem::path path(out);
  return path.parent_path() / ("fdr-control." + path.filename().string() + ".conf");
}

Result<LoggerConfig> LoadOrders(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return LoggerConfig();
  return ReadConfigFile(path, false);
}

// Under another name first, so that a file that exists is always whole.
Result<void> SaveOrders(const std::string& path, const std::string& orders) {
  if (orders.empty()) {
    ::unlink(path.c_str());
    return {};
  }
  const std::string draft = path + ".new", text = kTitle + orders;
  ::unlink(draft.c_str());
  const local::UniqueFd file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.IsOpen()) return FailSystem(errno, draft);
  const ssize_t size = ::write(file.get(), text.data(), text.size());
  const int why = size < 0 ? errno : ENOSPC;
  const bool is_whole = size == static_cast<ssize_t>(text.size());
  if (is_whole && std::rename(draft.c_str(), path.c_str()) == 0) return {};
  const int error = is_whole ? errno : why;
  ::unlink(draft.c_str());
  return FailSystem(error, path);
}

}  // namespace fdr::tools
