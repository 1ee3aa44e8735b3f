// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the command does when memory runs out, or anything else that an exception tells of: it says
// so, and ends with status 1.

#pragma once

namespace fdr::tools {

/// The process may have as many descriptors as its hard limit allows: a volume that was read keeps
/// one.  From now on a reserve of memory is given back when there is no other left, so that what is
/// under way can be ended as it should be; and an exception that nobody catches, in whatever
/// thread, ends the process by a message and status 1.
void PrepareForShortage();

/// Whether the reserve is gone.
bool MemoryRanOut();

/// Inside of a handler: says what its exception means, for which it takes no memory.  The exit
/// status.
int ExplainException();

}  // namespace fdr::tools
