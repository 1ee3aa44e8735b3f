// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the event records within one value.

#pragma once

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_report.h"

namespace fdr {

/// `payload` is the payload of a value of `metric`, which has the type kEvent or kHighresEvent.
void CheckEvents(Type type, Bytes payload, const CatalogMetric& metric, const Catalog& catalog,
                 const CheckPlace& place, FileReport& report);

}  // namespace fdr
