// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the container of a control group by the name of the group.

#pragma once

#include <string_view>

namespace fdr::local {

/// The 64 hexadecimal digits that container engines put into group names; "" if there are none.
std::string_view ContainerOf(std::string_view group);

}  // namespace fdr::local
