// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's configuration file, pcp.conf(5): pmGetConfig(3) and pmGetOptionalConfig(3).

#include <pcp/pmapi.h>

#include <fstream>
#include <mutex>
#include <string>

#include "fdr/replay/pcp/pmapi/base/config.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::pmapi {

std::string ConfigPath() {
  constexpr char kConfigFile[] = "/etc/pcp.conf";
  if (const char* const path = getenv("PCP_CONF")) return path;
  const char* const directory = getenv("PCP_DIR");
  return std::string(directory != nullptr ? directory : "") + kConfigFile;
}

std::string WithoutQuotes(const std::string& value) {
  const bool quoted =
      !value.empty() && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
  if (!quoted) return value;
  return value.size() < 2 ? "" : value.substr(1, value.size() - 2);
}

bool ForEachSetting(
    const std::string& path,
    const std::function<void(const std::string& name, const std::string& value)>& tell) {
  std::ifstream file(path);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    const std::size_t sign = line.find('=');
    if (line[0] != '#' && sign != line.npos) tell(line.substr(0, sign), line.substr(sign + 1));
  }
  return true;
}

}  // namespace fdr::pmapi

using fdr::pmapi::ConfigPath;

namespace {

// Variables of the environment take precedence; of two entries in the file, the first counts.  If
// there is no file, errno says why.
bool LoadIntoEnvironment(const std::string& path) {
  return fdr::pmapi::ForEachSetting(path, [](const std::string& name, const std::string& value) {
    setenv(name.c_str(), fdr::pmapi::WithoutQuotes(value).c_str(), 0);
  });
}

// Loads once.  Without a file, every call fails.
bool ConfigIsLoaded() {
  static std::mutex mutex;
  static bool is_loaded = false;
  const std::lock_guard lock(mutex);
  if (!is_loaded) is_loaded = LoadIntoEnvironment(ConfigPath());
  return is_loaded;
}

}  // namespace

char* pmGetConfig(const char* variable) {
  static char nothing[] = "";
  fdr::pmapi::Guarded([&] {
    if (ConfigIsLoaded()) return 0;
    const int error = errno;
    fprintf(stderr,
            "FATAL PCP ERROR: could not open config file \"%s\" : %s\n"
            "You may need to set PCP_CONF or PCP_DIR in your environment.\n",
            ConfigPath().c_str(), strerror(error));
    exit(1);
  });
  char* const value = getenv(variable);
  return value != nullptr ? value : nothing;
}

char* pmGetOptionalConfig(const char* variable) {
  fdr::pmapi::Guarded([] { return ConfigIsLoaded() ? 1 : 0; });  // the environment may be enough
  return getenv(variable);
}
