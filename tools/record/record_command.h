// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record`: records this machine, hosts, or another archive.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/record/journal_entry.h"

namespace fdr::tools {

struct RecordCommand {
  CommonOptions common;
  std::string out;                        ///< base name; a directory for several hosts
  std::vector<std::string> hosts;         ///< none: this machine, without a collector
  AgentsOption agents;                    ///< of this machine
  std::vector<std::string> metrics;       ///< or names of reports
  std::vector<std::string> report_files;  ///< or directories
  std::optional<std::string> from;        ///< archives

  std::vector<std::string> program;  ///< and its arguments: recorded as long as it runs

  // The content of the recording.
  std::optional<std::string> config;
  bool only_checks = false;  ///< only checks the configuration
  bool allows_shell = false;
  bool lingers = false;
  std::optional<std::string> names;  ///< the file of a name space, instead of the source's names
  DeriveOptions derive;
  std::optional<std::string> processes;  ///< of this machine: all, none, or how many
  bool omits_command_lines = false;      ///< of processes

  // When.
  std::optional<std::string> interval;  ///< default: a second; with a configuration, a minute
  bool aligns = false;                  ///< at multiples of the interval
  std::optional<std::string> finish;
  std::optional<std::string> limit;                        ///< samples, bytes or time
  std::optional<std::string> start, origin, window_align;  ///< of archives

  // Where to.
  std::optional<std::string> directory;
  bool appends = false;                        ///< to an archive that is already there
  std::string durability = "interval";         ///< none, interval, record, or a time
  std::string compress = "none";               ///< or xz, zstd: for finished data volumes
  std::optional<std::string> volume;           ///< samples, bytes or time of a data volume
  std::optional<std::string> rotate;           ///< the length of an archive
  std::vector<std::string> keep;               ///< time or bytes
  std::optional<int> version;                  ///< of the format; default: as RecordSettings says
  std::string domains = "full";                ///< or deltas: the records of instance domains
  std::optional<std::string> log_file;         ///< of messages
  bool is_controlled = false;                  ///< by programs such as fdr control, while it runs
  std::vector<std::string> control_addresses;  ///< where these connect to; none: this machine only
  bool no_auth = false;                        ///< everyone may ask there, also from other machines
  std::optional<int> orders;  ///< a file from which the starting program's orders come
  bool reports_sizes = false;

  // Kept only in memory, until a snapshot is asked for.
  std::optional<std::string> ring;  ///< how much time is kept
  std::uint64_t ring_memory = std::uint64_t{256} << 20;

  // What happens when a condition comes true.
  std::optional<std::string> when;              ///< the condition: an expression
  std::optional<std::string> patience;          ///< for how long it must be true
  std::optional<std::string> reaction;          ///< the command to run
  std::string rest = "1m";                      ///< from one start of the command to the next
  std::optional<std::string> notify;            ///< "journal"
  std::string journal_socket = kJournalSocket;  ///< no option sets this
};

int Run(const RecordCommand& command);

}  // namespace fdr::tools
