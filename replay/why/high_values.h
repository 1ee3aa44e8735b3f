// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From where on a value is high, whatever is usual.  docs/why.md has the rules that use them; the
// terminal's viewer shows such values in a colour.

#pragma once

namespace fdr::why {

// Parts of all.
inline constexpr double kProcessorsFull = 0.85;
inline constexpr double kFileSystemFull = 0.93;
inline constexpr double kLittleMemoryLeft = 0.1;
// Processes that want a processor, for each one.  No rule uses it.
inline constexpr double kLoad = 1;
// Parts of the time.
inline constexpr double kDiskBusy = 0.7;
inline constexpr double kWaitingForProcessor = 0.3;
inline constexpr double kWaitingForDisk = 0.2;
inline constexpr double kWaitingForMemory = 0.1;

}  // namespace fdr::why
