// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options -A, -S, -T, -Z and -z of a program of PCP.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/time/time_window.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/drop_in/peer_options.h"
#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

/// Takes the argument of one of these options.
PeerComplaint TakePeerWindow(char letter, const char* argument, WindowOptions& options);

/// Says which zone it is if an option asks for one, as PCP's programs do.  Nothing, after a
/// message, if there is no such zone.
std::optional<Zone> PeerZone(const char* program, const WindowOptions& options,
                             const LabelRecord& label);

/// Nothing, after a message, if a time makes no sense.
std::optional<TimeWindow> PeerWindow(const char* program, const WindowOptions& options,
                                     const Zone& zone, Timestamp start, Timestamp end);

}  // namespace fdr::tools
