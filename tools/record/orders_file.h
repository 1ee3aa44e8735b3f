// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the orders that a recorder has taken stay, for the one that continues its archive: a
// configuration beside the archive, which users may read and change.
//
//     /var/tmp/fdr-control.today.conf

#pragma once

#include <string>

#include "fdr/logger/config/logger_config.h"

namespace fdr::tools {

/// `out` is the name of the archive, perhaps with conversions of strftime(3).
std::string OrdersFileOf(const std::string& out);

/// Without a file there are no orders.
Result<LoggerConfig> LoadOrders(const std::string& path);
/// Replaces the file.  Without orders, there is none.
Result<void> SaveOrders(const std::string& path, const std::string& orders);

}  // namespace fdr::tools
