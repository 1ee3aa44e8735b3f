// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels at the end of a source, which stand for all of its time.

#pragma once

#include <functional>
#include <string_view>

#include "fdr/replay/context.h"

namespace fdr {

/// Sets the mode of an archive, so that Context::Labels() answers with the last labels.
void GoToLastLabels(Context& context);

/// Calls `take` with JSON for each instance with labels: of an archive, with the last ones that the
/// instance had; of a live source, with those of now.  If an archive has very many changes, the
/// newest ones count.
void TakeInstanceLabels(Context& context, InDomId indom,
                        const std::function<void(InstanceId, std::string_view json)>& take);

}  // namespace fdr
