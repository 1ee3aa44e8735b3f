// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the command does when memory runs out, or when an unexpected exception comes: it prints a
// message and ends with status 1.

#pragma once

#include <cstdint>

namespace fdr::tools {

/// Raises the limit of descriptors to its hard limit: a volume that was read keeps one, as long as
/// there are enough.  Makes do with few addresses, if there is a limit.  Reserves memory that is
/// released when no other is left, so that the work under way can end in order.  From now on an
/// uncaught exception, in any thread, ends the process with a message and status 1.
void PrepareForShortage();

/// The limit of descriptors before it was raised, for programs that this one starts.
std::uint64_t GivenDescriptors();

/// Whether the reserve has been released.
bool MemoryRanOut();

/// Inside a handler: prints the meaning of the current exception, without allocating memory.
/// Returns the exit status.
int ExplainException();

}  // namespace fdr::tools
