// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/logger_config.h"

namespace fdr {

LoggerConfig ConfigForNames(std::span<const std::string> names) {
  LoggerConfig config;
  config.files = {"names"};
  LogStatement statement;
  for (const std::string& name : names) statement.metrics.push_back({name, {}, {0, 1}});
  if (!statement.metrics.empty()) config.statements.push_back(std::move(statement));
  return config;
}

}  // namespace fdr
