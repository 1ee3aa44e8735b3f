// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

// These choose among the default metrics of this machine.
void AddProcesses(CLI::App& verb, RecordCommand& c, std::initializer_list<CLI::Option*> others) {
  CLI::Option* const options[] = {
      verb.add_option("--processes", c.processes,
                      "By default, record the N processes that use most CPU time, the N that use "
                      "most disk, and the N that use most memory: a number, all, or none")
          ->type_name("N=10"),
      verb.add_flag("--no-command-lines", c.omits_command_lines,
                    "Leave out the arguments of processes, which may be secret")};
  for (CLI::Option* const option : options) {
    option->group("What")->excludes(verb.get_option("--host"));
    for (CLI::Option* const other : others) option->excludes(other);
  }
}

void AddWhat(CLI::App& verb, RecordCommand& c, CLI::Option* metrics) {
  CLI::Option* config =
      verb.add_option("-c,--config", c.config,
                      "Record what this pmlogger configuration says, as often as it says")
          ->type_name("FILE")
          ->excludes(metrics)
          ->group("What");
  verb.add_flag("-C,--check", c.only_checks, "Only check the configuration")
      ->needs(config)
      ->group("What");
  verb.add_flag("--allow-shell", c.allows_shell, "Run the %shell commands in the configuration")
      ->needs(config)
      ->group("What");
  verb.add_flag("-L,--linger", c.lingers,
                "Keep running without metrics, and wait for some to appear")
      ->group("What");
  AddProcesses(verb, c, {metrics, config});
  AddReports(verb, c.report_files)->group("What");
  AddNameSpaceOfAgents(verb, c.names);
  AddDerived(verb, c.derive);
  for (const char* option : {"--namespace", "--derive", "--derived"})
    verb.get_option(option)->group("What");
}

void AddWhen(CLI::App& verb, RecordCommand& c) {
  verb.add_option(
          "-t,--interval", c.interval,
          "Record a sample at this interval. Default: 1s, or as the configuration says; with "
          "--from, all records")
      ->type_name("INTERVAL")
      ->group("When");
  verb.add_flag("--align", c.aligns,
                "Sample at multiples of the interval in UTC, such as 12:00:00, 12:00:10")
      ->group("When");
  verb.add_option(
          "-T,--finish", c.finish,
          "Stop at this time: 5m (from now, or from the start of the archive), '@18:00', ...")
      ->type_name("TIME")
      ->group("When");
  verb.add_option("-s,--size", c.limit, "Stop after this amount: 100 (samples), 20MB, 1.5hours")
      ->type_name("LIMIT")
      ->group("When");
}

void AddWhereTo(CLI::App& verb, RecordCommand& c) {
  verb.add_option("-d,--directory", c.directory,
                  "Write archives into this directory; creates it if necessary")
      ->type_name("DIR")
      ->group("Where to");
  verb.add_flag("--append", c.appends,
                "Continue an existing archive, after a mark, even if its recorder was killed")
      ->group("Where to");
  verb.add_option("--durability", c.durability,
                  "How much a power failure may lose: none = everything since the archive began, "
                  "interval = the last 10s, 30s = the last 30s, record = only the current sample. "
                  "A killed recorder always leaves all samples that it completed")
      ->type_name("WHEN")
      ->capture_default_str()
      ->group("Where to");
}

void AddSeries(CLI::App& verb, RecordCommand& c) {
  verb.add_option("-v,--volume", c.volume,
                  "Begin a new data volume after 1000 (samples), 100MB or 1hour (not with --from); "
                  "SIGHUP begins one, too")
      ->type_name("LIMIT")
      ->group("Where to");
  verb.add_option(
          "--rotate", c.rotate,
          "Begin a new archive at this interval: 1d (at midnight), 1h (on the hour), 7d, ...")
      ->type_name("INTERVAL")
      ->group("Where to");
  verb.add_option("--compress", c.compress,
                  "Compress finished data volumes: xz (all of PCP reads it), zstd, or none")
      ->check(OneOf({"none", "xz", "zstd"}))
      ->type_name("FORMAT")
      ->capture_default_str()
      ->group("Where to");
  verb.add_option("--keep", c.keep,
                  "Remove older archives made with --keep: those older than 14d, or the oldest "
                  "when all exceed 20GB; may be given twice")
      ->type_name("LIMIT")
      ->allow_extra_args(false)
      ->group("Where to");
}

void AddFormat(CLI::App& verb, RecordCommand& c) {
  verb.add_option("-V,--version", c.version,
                  "Version of the archive's format: 2, which every program of PCP reads, whatever "
                  "PCP's tools make of it; or 3, with nanoseconds. Default: 2; that of the archive "
                  "given with --append; or the highest of those given with --from")
      ->check(OneOf({"2", "3"}))
      ->type_name("N")
      ->group("Where to");
  verb.add_option("--domains", c.domains,
                  "Records of instance domains that change: full = all instances, which every "
                  "program of PCP reads; deltas = what changed, which is smaller, in version 3")
      ->check(OneOf({"full", "deltas"}))
      ->type_name("RECORDS")
      ->capture_default_str()
      ->group("Where to");
  verb.add_option("-l,--log", c.log_file, "Append messages to this file; -: standard output")
      ->type_name("FILE")
      ->group("Where to");
  verb.add_flag("-r,--report", c.reports_sizes, "Report how large the records are")
      ->group("Where to");
}

void AddControl(CLI::App& verb, RecordCommand& c) {
  CLI::Option* control =
      verb.add_flag("--control", c.is_controlled,
                    "Let fdr control and PCP's pmlc change what is recorded while this runs")
          ->group("Control");
  verb.add_option("--control-address", c.control_addresses,
                  "Take these programs at this address of this machine: 0.0.0.0 for all networks; "
                  "may be repeated. Default: only from this machine")
      ->type_name("ADDRESS")
      ->allow_extra_args(false)
      ->needs(control)
      ->group("Control");
  verb.add_flag("--no-auth", c.no_auth,
                "Let everyone ask whom nothing else keeps out, also from other machines")
      ->needs(control)
      ->group("Control");
  verb.add_option("-x,--orders", c.orders,
                  "Take orders from this open file, as programs give them that start recordings "
                  "(pmRecordSetup(3))")
      ->type_name("FD")
      ->check(NotNegative())
      ->group("Control");
}

// What --from makes is a copy; the other options are about a recorder.
void AddFrom(CLI::App& verb, RecordCommand& c) {
  CLI::Option* from =
      verb.add_option("--from", c.from,
                      "Copy these archives, as fdr copy does; with -t, thinned to that interval: "
                      "base name, directory, or a comma-separated list")
          ->type_name("ARCHIVE")
          ->group("Archives");
  for (const char* other :
       {"--host", "--agents", "--config", "--linger", "--align", "--processes",
        "--no-command-lines", "--namespace", "--size", "--append", "--durability", "--rotate",
        "--keep", "--domains", "--report", "--control", "--orders"})
    from->excludes(verb.get_option(other));
  const auto time = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    verb.add_option(names, to, what)->type_name(type)->needs(from)->group("Archives");
  };
  time("-S,--start", c.start,
       "Begin at this time: '@14:30', -1h (before the end), 10m (after the start), ...", "TIME");
  time("-O,--origin", c.origin, "Begin at this time, within the window", "TIME");
  time("-A,--align-start", c.window_align, "Begin at a multiple of this interval", "INTERVAL");
}

void AddRing(CLI::App& verb, RecordCommand& c) {
  CLI::Option* ring = verb.add_option("--ring", c.ring,
                                      "Keep the last TIME in memory only; SIGUSR1 or fdr status "
                                      "--snapshot writes it to an archive")
                          ->type_name("TIME")
                          ->group("Ring");
  for (const char* other : {"--from", "--append", "--compress", "--keep"})
    ring->excludes(verb.get_option(other));
  verb.add_option("--ring-memory", c.ring_memory, "Memory limit for all sources together")
      ->transform(Size())
      ->option_text("SIZE=256MiB")
      ->needs(ring)
      ->group("Ring");
}

// A program gives its name to the archive.
void AddCondition(CLI::App& verb, RecordCommand& c) {
  CLI::Option* const when =
      verb.add_option("--when", c.when,
                      "Write the ring, run the command, or write an entry, when this expression "
                      "becomes true, such as 'rate(disk.dev.write_bytes) > 100 MB/s'")
          ->type_name("EXPRESSION")
          ->excludes(verb.get_option("--from"));
  CLI::Option* const patience =
      verb.add_option("--for", c.patience, "It must be true for this time. Default: one sample")
          ->type_name("TIME")
          ->needs(when);
  CLI::Option* const run =
      verb.add_option("--run", c.reaction,
                      "Run this command, without a shell: FDR_CONDITION, FDR_VALUES, FDR_HOST, "
                      "FDR_TIME and FDR_ARCHIVE are in its environment, and what fdr why --json "
                      "finds is its input")
          ->type_name("COMMAND")
          ->needs(when);
  CLI::Option* const notify =
      verb.add_option("--notify", c.notify,
                      "Write an entry to the journal of systemd, with the same facts in its fields")
          ->check(OneOf({"journal"}))
          ->option_text("journal")
          ->needs(when);
  CLI::Option* const rest =
      verb.add_option("--rest", c.rest,
                      "Run it, or write an entry, at most once in this time; and one at a time")
          ->option_text("TIME=1m")
          ->needs(when);
  for (CLI::Option* const option : {when, patience, run, notify, rest}) option->group("Condition");
}

void CheckWhen(const RecordCommand& command) {
  if (command.when && !command.ring && !command.reaction && !command.notify)
    throw CLI::RequiredError("--ring, --run or --notify, beside --when,");
}

void CheckOut(const RecordCommand& command) {
  if (command.out.empty() && !command.directory && !command.only_checks && command.program.empty())
    throw CLI::RequiredError("OUT, the name of the archive,");
}

void SetProgram(RecordCommand& command, const std::vector<std::string>& words) {
  if (words.empty()) throw CLI::RequiredError("PROGRAM, which -- announces,");
  if (command.from) throw CLI::ExcludesError("-- PROGRAM", "--from");
  if (command.only_checks) throw CLI::ExcludesError("-- PROGRAM", "--check");
  command.program = words;
}

}  // namespace

void DescribeRecord(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<RecordCommand>();
  RecordCommand& c = *command;
  // With --check there is no archive.
  verb->add_option("OUT", c.out,
                   "Base name of the new archive; %Y, %m and so on stand for the time (strftime). "
                   "In a directory, as dir/, the archive is named by its time. With several hosts, "
                   "a directory with one archive per host")
      ->type_name("");
  CLI::Option* metrics =
      verb->add_option("METRIC", c.metrics,
                       "Metrics, subtrees, patterns such as 'disk.*.read*', or what a report such "
                       "as :iostat shows. Default: a broad set of system metrics, and on this "
                       "machine the busy processes")
          ->option_text("...");
  verb->add_option("-h,--host", c.hosts,
                   "Ask pmcd on HOST[:PORT]; may be repeated. Default: read this machine directly, "
                   "without pmcd")
      ->type_name("HOST")
      ->allow_extra_args(false);
  AddAgents(*verb, c.agents, "--agents",
            "Start the agents that this pmcd.conf lists, and record them, too")
      ->excludes(verb->get_option("--host"));
  AddBasics(*verb, c.common, "Zone of times: local, utc, or a name such as Europe/Berlin");
  AddWhat(*verb, c, metrics);
  AddWhen(*verb, c);
  AddWhereTo(*verb, c);
  AddSeries(*verb, c);
  AddFormat(*verb, c);
  AddControl(*verb, c);
  AddFrom(*verb, c);
  AddRing(*verb, c);
  AddCondition(*verb, c);
  AddHostLimits(*verb, c.common);
  verb->footer(R"(
With -- PROGRAM ARGUMENT... behind the options, fdr runs that program, and records as long as it
runs. Default for OUT: the program's name and the time. The exit status is that of the program.

Ctrl-C or SIGTERM ends the recording in good order, and fdr says how much was recorded and where.

Examples:
  fdr record -t 1s /var/tmp/today
  fdr record -h db1 -t 10s -T 1h db1 kernel.all disk.dev
  fdr record -c config.default -d /var/log/fdr %Y%m%d.%H.%M
  fdr record -h db1 -h db2 -h db3 /var/tmp/fleet
  fdr record --ring 10m -t 100ms /var/tmp/trouble
  fdr record --ring 10m --when 'kernel.all.load[1 minute] > 8' /var/tmp/trouble
  fdr record --when 'kernel.all.load[1 minute] > 8' --for 30s --run 'mail -s load me' today
  fdr record --from 20240131 -t 5m -S @14:00 thin disk.dev
  fdr record --derive 'disk.busy=rate(disk.all.avactive)' -t 10s today disk.busy
  fdr record -t 100ms build -- make -j8)");
  verb->callback([&chosen, command] {
    if (chosen.program) SetProgram(*command, *chosen.program);
    CheckOut(*command);
    CheckWhen(*command);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
