// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Verbs for the files of archives.

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

void AddArchives(CLI::App& verb, std::vector<std::string>& archives) {
  verb.add_option("ARCHIVE", archives,
                  "Base name or any file of an archive, a directory, or a comma-separated list")
      ->option_text("...")
      ->required();
}

}  // namespace

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
  fdr decompress 20240131
  fdr decompress /var/log/pcp/pmlogger/myhost)");
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

}  // namespace fdr::tools
