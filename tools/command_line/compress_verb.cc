// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

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
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
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
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
