// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/orders_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "fdr/tools/options/logger_config_file.h"
#include "fdr/tools/run/whole_file.h"

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

// In a directory like /var/tmp anybody could lay down orders for root.
Result<LoggerConfig> LoadOrders(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 && errno == ENOENT) return LoggerConfig();
  const bool is_ours = status.st_uid == 0 || status.st_uid == ::geteuid();
  if (!is_ours || (status.st_mode & S_IWOTH) != 0)
    return Fail(Errc::kRefused,
                "Another user may have written these orders; remove the file, or make it yours",
                path);
  return ReadConfigFile(path, false);
}

Result<void> SaveOrders(const std::string& path, const std::string& orders) {
  if (!orders.empty()) return ReplaceFile(path, std::string(kTitle) + orders);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return FailSystem(errno, path);
  return {};
}

}  // namespace fdr::tools
