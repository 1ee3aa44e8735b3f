// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which PCP the C API imitates: 6.0.3, or 7.x if the environment has FDR_PCP_VERSION=7.  Programs
// get one answer, and PCP's own tools another: replay/pcp/libpcp has these functions, too.

#pragma once

namespace fdr::pmapi {

/// Reads the environment at the first call.  Any thread.
bool SpeaksVersion7();

/// Whether derived metrics that cannot be computed in a context are listed among its names, as by
/// PCP.
bool ListsUselessNames();

/// Whether mistakes in name spaces are reported in PCP's words, and those in files of derived
/// metrics with its numbers of lines.
bool HasPeersWords();

/// Whether PCP's faults are repeated: hours of 360 seconds, handles that failing calls use up, and
/// counters that have no value once behind a mark.
bool RepeatsFaults();

/// Whether local contexts have the shared objects of pmcd.conf, as with PCP.
bool LocalContextsHaveAgents();

}  // namespace fdr::pmapi
