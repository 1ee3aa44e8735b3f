// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "fdr/tools/command_line_parts.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/version.h"

namespace fdr::tools {
namespace {

// Does not say which options exclude or need each other: who tries gets to know.
class HelpFormatter : public CLI::Formatter {
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_opts(option);
    const std::size_t end = std::min(text.find(" Excludes:"), text.find(" Needs:"));
    return text.substr(0, end);
  }
};

void AddArchives(CLI::App& verb, std::vector<std::string>& archives) {
  verb.add_option("ARCHIVE", archives,
                  "Base name or any file of an archive, a directory, or a comma-separated list")
      ->option_text("...")
      ->required();
}

void DescribeCheck(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<CheckCommand>();
  AddArchives(*verb, command->archives);
  verb->add_flag("-v,--verbose", command->verbose,
                 "List notes, too: oddities that sound archives also have");
  verb->add_flag("-w,--no-wraps", command->no_wraps, "Do not look for counters that go down");
  verb->add_option("--limit", command->limit, "List at most N findings of one kind in one file")
      ->type_name("N")
      ->check(NotNegative())
      ->capture_default_str();
  verb->add_option("-j,--jobs", command->jobs, "Check N archives at a time; 0: one per processor")
      ->check(NotNegative())
      ->type_name("N")
      ->capture_default_str();
  AddCommon(*verb, command->common);
  verb->footer(R"(
Exit status: 0 if there are no errors, 1 if there are errors, 2 for a usage error.

Examples:
  fdr check /var/log/pcp/pmlogger/myhost/20240131
  fdr check -v /var/log/pcp/pmlogger/myhost
  fdr check --json 20240131 | jq '.archives[].findings[] | select(.severity == "error")')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeCompress(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<CompressCommand>();
  CompressCommand& c = *command;
  AddArchives(*verb, c.archives);
  CLI::Option* xz = verb->add_flag("--xz", c.xz,
                                   "Use xz (default; all of PCP reads it in place). Given "
                                   "explicitly, files in other formats are recompressed");
  verb->add_flag("--zstd", c.zstd, "Use zstd, several times as fast; PCP reads it from 6.3.2 on")
      ->excludes(xz);
  verb->add_option("--level", c.level,
                   "With --xz, 0 (fast) to 9 (small), default 2; with --zstd, 1 to 19, default 3")
      ->type_name("N");
  verb->add_flag(
      "--meta", c.metadata,
      "Compress the metadata, too; each opening of the archive then decodes all of them");
  verb->add_option("-j,--jobs", c.jobs, "Compress N blocks at a time; 0: one per processor")
      ->check(NotNegative())
      ->type_name("N")
      ->capture_default_str();
  AddHelpAndQuiet(*verb, c.common, "Print only errors");
  verb->footer(R"(
fdr removes a file only after its compressed form was read again, compared, and synced to disk.
fdr does not touch a file that a process is still writing.

Examples:
  fdr compress /var/log/pcp/pmlogger/myhost/20240131
  fdr compress --zstd --level 9 20240131 20240201)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeDecompress(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<DecompressCommand>();
  AddArchives(*verb, command->archives);
  AddHelpAndQuiet(*verb, command->common, "Print only errors");
  verb->footer(R"(
fdr removes a file only after its contents were written, compared, and synced to disk.

Examples:
  fdr decompress 20240131)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeDump(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<DumpCommand>();
  DumpCommand& c = *command;
  // With --raw there is no archive.
  CLI::Option* archive =
      verb->add_option("ARCHIVE", c.archive, "Base name or any file of an archive")->type_name("");
  verb->add_option("METRIC", c.metrics,
                   "Show only the values of these metrics and of all metrics below these names")
      ->option_text("...");

  verb->add_flag("-a,--all", c.all, "The same as -d -i -L -m -s -t")->group("What");
  verb->add_flag("-l,--label", c.sections.label, "The archive's label")->group("What");
  verb->add_flag("-L,--full-label", c.sections.full_label, "The whole label")->group("What");
  verb->add_flag("-d,--descs", c.sections.descs, "Descriptors of the metrics")->group("What");
  verb->add_flag("-e,--labelsets", c.sections.labelsets, "Labels of the metrics")->group("What");
  verb->add_flag("-h,--helptext", c.sections.texts, "Help texts of the metrics")->group("What");
  verb->add_flag("-I,--on-disk-insts", c.sections.stored_indoms,
                 "Instance domains, as they are stored")
      ->group("What");
  verb->add_flag("-i,--insts", c.sections.indoms, "Instance domains, as they were at each time")
      ->group("What");
  verb->add_flag("-t,--index", c.sections.index, "The temporal index, and its errors")
      ->group("What");
  verb->add_flag("-m,--metrics", c.sections.values, "The values (default)")->group("What");
  verb->add_option("-v,--raw", c.raw_file, "Only the bytes of this file")
      ->type_name("FILE")
      ->excludes(archive)
      ->group("What");

  verb->add_flag(
      "-x,--dates", c.detail,
      "Add dates to times; twice: also seconds since the start; thrice: also since the Epoch");
  verb->add_option("-S,--start", c.start, "Values from this time on: 10m, -1h, @14:30, ...")
      ->type_name("TIME");
  verb->add_option("-T,--finish", c.finish, "Values up to this time")->type_name("TIME");
  verb->add_flag("-r,--reverse", c.reverse, "Values from the last to the first");
  verb->add_flag("-s,--sizes", c.sizes, "Show the size of each record");
  verb->add_flag("-M,--markrecs", c.marks, "Show marks even if metrics are chosen");
  CLI::Option* zone =
      verb->add_option("-Z,--timezone", c.zone, "Zone of printed times, in the form of TZ")
          ->type_name("TZ");
  verb->add_flag("-z,--hostzone", c.archive_zone, "Print times in the zone of the archive's label")
      ->excludes(zone);
  AddNameSpace(*verb, c.names);
  AddCommon(*verb, c.common);
  verb->footer(R"(
Examples:
  fdr dump -L -d 20240131
  fdr dump -rx 20240131 disk.dev
  fdr dump --json -m 20240131.0.xz | jq 'select(.time > "2024-01-31T12")')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeInfo(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<InfoCommand>();
  AddArchives(*verb, command->archives);
  verb->add_flag("--exact", command->exact, "Read all data: count records, values, marks and gaps");
  AddCommon(*verb, command->common);
  verb->footer(R"(
Examples:
  fdr info /var/log/pcp/pmlogger/myhost/20240131
  fdr info --exact --tz archive 20240131.0.xz
  fdr info --json /var/log/pcp/pmlogger/myhost | jq '.archives[].host')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeRepair(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<RepairCommand>();
  verb->add_option("IN", command->in, "Base name or any file of the damaged archive")
      ->option_text(" ")
      ->required();
  verb->add_option("OUT", command->out, "Base name of the new archive; nothing is overwritten")
      ->option_text(" ");
  verb->add_flag("-n,--dry-run", command->dry_run, "Report what would be lost, and write nothing");
  AddCommon(*verb, command->common);
  verb->footer(R"(
Exit status: 0 if nothing is missing, 3 if data are missing, 1 if there is no new archive.

Examples:
  fdr repair 20240131 20240131.repaired
  fdr repair --dry-run --json 20240131 | jq '.files[].notes')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

// Without an archive, everything that is not an option is a pattern.
void SortOutNames(NamesCommand& command) {
  if (!command.host && !command.local) {
    if (command.archive.empty()) throw CLI::RequiredError("ARCHIVE, --host or --local");
  } else if (!command.archive.empty()) {
    command.patterns.insert(command.patterns.begin(), std::exchange(command.archive, ""));
  }
}

void DescribeNames(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<NamesCommand>();
  verb->add_option("ARCHIVE", command->archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list; "
                   "not with -h or -L")
      ->type_name("");
  verb->add_option("GLOB", command->patterns,
                   "Names, subtrees such as disk.dev, or patterns such as 'disk.*.read*'")
      ->option_text("...");
  CLI::Option* host = verb->add_option("-h,--host", command->host,
                                       "List the metrics of HOST (asks its collector, pmcd)")
                          ->type_name("HOST");
  verb->add_flag("-L,--local", command->local,
                 "List the metrics of this machine, without a collector")
      ->excludes(host);
  AddNameSpace(*verb, command->names);
  AddDerived(*verb, command->derive);
  verb->add_flag("-v,--verbose", command->verbose, "Show help texts and instances, too");
  AddCommon(*verb, command->common);
  AddHostLimits(*verb, command->common);
  verb->footer(R"(
Examples:
  fdr names 20240131
  fdr names -v 20240131 'disk.dev.*'
  fdr names -h db1 kernel
  fdr names --json 20240131 | jq -r 'select(.semantics == "counter").name')");
  verb->callback([&chosen, command] {
    SortOutNames(*command);
    chosen = [command] { return Command(*command); };
  });
}

void AddSeriesOutput(CLI::App& verb, SeriesOutput& c, bool& raw) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv,
                                   "Print comma-separated values, exactly; a spreadsheet may run "
                                   "texts in them as formulas")
                         ->group("Output");
  CLI::Option* safe = verb.add_flag("--csv-safe", c.csv_safe,
                                    "Print CSV for spreadsheets: an apostrophe precedes names and "
                                    "texts that begin with = + - @, a tab or an end of a line")
                          ->group("Output");
  CLI::Option* plot = verb.add_flag("--plot", c.plot, "Draw a chart")
                          ->excludes(csv)
                          ->excludes(safe)
                          ->group("Output");
  verb.get_option("--json")->excludes(csv)->excludes(safe)->excludes(plot);
  verb.add_flag("--ascii", c.ascii, "Draw with ASCII only")->needs(plot)->group("Output");
  verb.add_option("--width", c.width, "Columns of the chart. Default: the width of the terminal")
      ->check(CLI::Range(20, 1000))
      ->needs(plot)
      ->type_name("N")
      ->group("Output");
  verb.add_option("--height", c.height, "Lines of the chart")
      ->check(CLI::Range(5, 1000))
      ->needs(plot)
      ->type_name("N")
      ->group("Output");
  verb.add_flag("--raw", raw, "Show counters as raw totals, not as per-second rates")
      ->group("Output");
}

void AddReplayTimes(CLI::App& verb, ReplayCommand& c) {
  const auto text = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb.add_option(names, to, what)->type_name(type)->group("Time");
  };
  text("-S,--start", c.start,
       "Begin at this time: '@14:30', -1h (before the end), 10m (after the start), ...", "TIME");
  text("-T,--finish", c.finish, "End at this time", "TIME");
  text("-O,--origin", c.origin, "Begin at this time, within that window", "TIME");
  text("-A,--align", c.align, "Begin at a multiple of this interval", "INTERVAL");
  text("-t,--interval", c.interval, "Interpolate at this interval: 10s, 5m, 100ms", "INTERVAL");
  text("--mode", c.mode, "recorded: record by record; or interpolated, by default at 1s", "MODE");
  verb.add_flag("--previous", c.previous,
                "For non-counters, use the earlier of the two neighbouring samples (PCP before "
                "6.3.2), not the nearer one")
      ->group("Time");
  verb.add_option("-s,--samples", c.samples, "Show at most N rows")
      ->check(NotNegative())
      ->type_name("N")
      ->group("Time");
  verb.add_flag("-r,--reverse", c.reverse, "Show rows from the last to the first")->group("Time");
  CLI::Option* zone = text("-Z,--timezone", c.zone, "Zone of times, in the form of TZ", "TZ");
  verb.add_flag("-z,--hostzone", c.archive_zone, "Print times in the zone of the archive's label")
      ->excludes(zone)
      ->group("Time");
}

void DescribeReplay(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ReplayCommand>();
  ReplayCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list")
      ->required()
      ->type_name("");
  verb->add_option("METRIC", c.metrics,
                   "Metrics such as disk.dev.read, disk.dev.read[sda,sdb], disk.dev or "
                   "'disk.*.read*', or an expression such as 'delta(a) / delta(b)'")
      ->required()
      ->option_text("...");
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddCommon(*verb, c.common);
  AddSeriesOutput(*verb, c.output, c.raw);
  AddReplayTimes(*verb, c);
  CLI::Option* follow =
      verb->add_flag("--follow", c.follow, "Continue as the archive grows, until Ctrl-C")
          ->group("Playing");
  verb->get_option("--reverse")->excludes(follow);
  verb->add_option("--rate", c.rate, "Play at N times real time")
      ->check(Positive())
      ->type_name("N")
      ->group("Playing");
  verb->footer(R"(
Keys, with --rate on a terminal: space pauses. Right and left (or . and ,) go one row forward or
back. r reverses the direction. Up and down (or + and -) double and halve the speed. Page up and
page down (or [ and ]) jump a tenth of the window. q quits.

Examples:
  fdr replay 20240131 kernel.all.load
  fdr replay 20240131 'disk.dev.read[sda]' disk.dev.write -S @14:00 -T @14:30 -t 10s
  fdr replay 20240131 kernel.all.cpu --plot -t 5m
  fdr replay 20240131 'rate(disk.dev.read) + rate(disk.dev.write)' -t 10s
  fdr replay 20240131 mem.util.used --reverse --rate 60)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeLive(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<LiveCommand>();
  LiveCommand& c = *command;
  verb->add_option("METRIC", c.metrics,
                   "Metrics such as disk.dev.read, disk.dev.read[sda,sdb], disk.dev or "
                   "'disk.*.read*', or an expression such as 'delta(a) / delta(b)'")
      ->required()
      ->option_text("...");
  verb->add_option("-h,--host", c.host,
                   "Ask pmcd on HOST[:PORT]; local: asks this machine's pmcd. Default: read this "
                   "machine directly, without pmcd")
      ->type_name("HOST");
  AddNameSpace(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddOutput(*verb, c.common, "Zone of times: local, utc, or a name such as Europe/Berlin");
  AddHostLimits(*verb, c.common);
  AddSeriesOutput(*verb, c.output, c.raw);
  const auto time = [&](const char* names, std::optional<std::string>& to, const char* what,
                        const char* type) {
    return verb->add_option(names, to, what)->type_name(type)->group("Time");
  };
  time("-t,--interval", c.interval, "Show a row at this interval: 10s, 5m, 100ms. Default: 1s",
       "INTERVAL");
  time("-T,--finish", c.finish, "Stop at this time: 5m (from now), '@18:00', ...", "TIME");
  verb->add_option("-s,--samples", c.samples, "Show at most N rows")
      ->check(NotNegative())
      ->type_name("N")
      ->group("Time");
  CLI::Option* zone = time("-Z,--timezone", c.zone, "Zone of times, in the form of TZ", "TZ");
  verb->add_flag("-z,--hostzone", c.host_zone, "Show times in the zone of the host")
      ->excludes(zone)
      ->group("Time");
  verb->footer(R"(
Keys, on a terminal: space pauses, q quits. Counters are shown as rates, from the second sample on.

Examples:
  fdr live kernel.all.load
  fdr live 'disk.dev.*_bytes' -t 5s
  fdr live -h db1 kernel.all.cpu.user kernel.all.cpu.sys --plot
  fdr live -h db1:44321 mem.util.used --csv -s 60 > minute.csv)");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void DescribeStatus(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<StatusCommand>();
  verb->add_option(
          "RECORDER", command->recorder,
          "Process identifier of the recorder, or its OUT argument. Default: all of your recorders")
      ->type_name("");
  verb->set_help_flag("--help", "Show this help");
  CLI::Option* json = verb->add_flag("--json", command->common.json, "Print JSON instead of text");
  verb->add_flag("--snapshot", command->snapshot,
                 "Make fdr record --ring write its memory to archives, and list them")
      ->excludes(json);
  verb->footer(R"(
The exit status is 1 if there is no such recorder, or if a recorder does not answer.

Examples:
  fdr status
  fdr status /var/tmp/fleet
  fdr status --json | jq '.recorders[].sources[] | select(.lag_seconds > 5)')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

struct Verb {
  const char* name;
  const char* what;
  void (*describe)(CLI::App* verb, Chosen& chosen);
};

constexpr Verb kVerbs[] = {
    {"check", "Find errors in archives", DescribeCheck},
    {"compress", "Make the data volumes of archives smaller", DescribeCompress},
    {"decompress", "Turn compressed files of archives into plain ones", DescribeDecompress},
    {"dump", "Print the contents of an archive, as pmdumplog does", DescribeDump},
    {"info", "Summarize an archive: host, time span, volumes, metrics", DescribeInfo},
    {"live", "Watch metrics of this machine or of a host", DescribeLive},
    {"names", "List metrics and describe them", DescribeNames},
    {"record", "Record this machine, or hosts, into archives", DescribeRecord},
    {"repair", "Make a sound archive out of a damaged one, and report what was lost",
     DescribeRepair},
    {"replay", "Show metrics over time: a table, CSV, JSON, a chart", DescribeReplay},
    {"status", "Show what running recorders record", DescribeStatus},
};

// Says what is wrong, and where to read more.
int FailUsage(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining(true);
  const std::vector<const CLI::App*> verbs =
      app.get_subcommands([](const CLI::App* verb) { return verb->parsed(); });
  // What is required may be missing because of what was typed instead.
  std::string what = error.what();
  if (!unknown.empty() && unknown[0].starts_with('-'))
    what = "There is no option " + unknown[0];
  else if (verbs.empty())
    what = unknown.empty() ? "A verb is required" : "There is no verb " + unknown[0];
  if (verbs.empty())
    PrintError(what + "; fdr --help explains more");
  else
    PrintError(verbs[0]->get_name() + ": " + what + "; fdr " + verbs[0]->get_name() +
               " --help explains more");
  return kUsage;
}

}  // namespace

std::variant<Command, int> ParseCommandLine(int argc, char** argv) {
  CLI::App app("A flight data recorder for Performance Co-Pilot (PCP).", "fdr");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("--help", "Show this help");
  app.set_version_flag("--version", VersionText(), "Show the versions of fdr and of its libraries");
  app.require_subcommand(1);
  app.footer("\nfdr VERB --help explains a verb.");
  Chosen chosen;
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  for (const Verb& verb : kVerbs) {
    CLI::App* const added = app.add_subcommand(verb.name, verb.what);
    // Only the verb that is asked for: to describe all of them takes as long as a small work.
    if (std::ranges::find(words, std::string_view(verb.name)) != words.end())
      verb.describe(added, chosen);
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) return FailUsage(app, e);
    std::ostringstream text;
    app.exit(e, text);
    return WriteOutput(text.str()) ? kOk : kFailed;
  }
  return chosen();
}

}  // namespace fdr::tools
