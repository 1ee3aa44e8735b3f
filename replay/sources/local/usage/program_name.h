// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The name under which the usage of a program counts.

#pragma once

#include <string>
#include <string_view>

namespace fdr::local {

/// The name that the kernel has of a process, which may be any bytes.  Blanks and control
/// characters become "_": an instance is known by its name up to a blank.  Threads of the
/// kernel have the name of their kind: "kworker" for "kworker/0:1".
std::string ProgramName(std::string_view kernel_name, bool is_kernel_thread);

}  // namespace fdr::local
