// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One source of `fdr watch`, from its opening to its end.

#pragma once

#include "fdr/tools/rules/asked_rules.h"
#include "fdr/tools/watch/action_performer.h"
#include "fdr/tools/watch/watch_command.h"

namespace fdr::tools {

/// What all sources of a command share.  Borrows everything.
struct WatchShared {
  const WatchCommand& command;
  const AskedRules& rules;
  WatchOutput& output;
};

/// The options for a source whose times are in this zone.
PerformerOptions PerformerFor(const WatchCommand& command, const Zone& zone);

/// Waits until the performer has something to do, or for a signal, but not beyond `until`, in
/// nanoseconds from now.
void WaitWithActions(const ActionPerformer& performer, std::int64_t until);

/// For a source that has the metrics of no rule.
int FailWithoutRules(const std::string& source);

/// Watch one source until its end or a signal, and return the exit status.  Any thread may call.
int WatchArchive(const WatchShared& shared, const std::string& archive);
/// Without a host, watches this machine.
int WatchHost(const WatchShared& shared, const std::optional<std::string>& host);

}  // namespace fdr::tools
