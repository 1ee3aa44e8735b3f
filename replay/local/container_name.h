// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which container a control group belongs to, by its name.

#pragma once

#include <string_view>

namespace fdr::local {

/// The 64 hexadecimal digits that container engines put into the names of their groups; "" if there
/// are none.
std::string_view ContainerOf(std::string_view group);

}  // namespace fdr::local
