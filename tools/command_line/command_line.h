// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the command line to plain structs, one per verb.  Only this room knows CLI11.

#pragma once

#include <string>
#include <variant>

#include "fdr/tools/agent/agent_command.h"
#include "fdr/tools/check/check_command.h"
#include "fdr/tools/compress/compress_command.h"
#include "fdr/tools/control/control_command.h"
#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/diff/diff_command.h"
#include "fdr/tools/dump/dump_command.h"
#include "fdr/tools/find/find_command.h"
#include "fdr/tools/folio/folio_command.h"
#include "fdr/tools/info/info_command.h"
#include "fdr/tools/live/live_command.h"
#include "fdr/tools/names/names_command.h"
#include "fdr/tools/note/note_command.h"
#include "fdr/tools/pcp/pcp_command.h"
#include "fdr/tools/record/record_command.h"
#include "fdr/tools/repair/repair_command.h"
#include "fdr/tools/replay/replay_command.h"
#include "fdr/tools/report/report_command.h"
#include "fdr/tools/serve/serve_command.h"
#include "fdr/tools/status/status_command.h"
#include "fdr/tools/summary/summary_command.h"
#include "fdr/tools/view/view_command.h"
#include "fdr/tools/watch/watch_command.h"
#include "fdr/tools/why/why_command.h"

namespace fdr::tools {

using Command =
    std::variant<AgentCommand, CheckCommand, CompressCommand, ControlCommand, CopyCommand,
                 DecompressCommand, DiffCommand, DumpCommand, FindCommand, FolioCommand,
                 InfoCommand, LiveCommand, NamesCommand, NoteCommand, PcpCommand, RecordCommand,
                 RepairCommand, ReplayCommand, ReportCommand, ServeCommand, StatusCommand,
                 SummaryCommand, ViewCommand, WatchCommand, WhyCommand>;

/// The command to run.  After --help, --version or a usage error, which this call answers, the exit
/// status.  `defaults` gets a list of the options that files and the environment have added.
std::variant<Command, int> ParseCommandLine(int argc, char** argv, std::string* defaults = nullptr);

}  // namespace fdr::tools
