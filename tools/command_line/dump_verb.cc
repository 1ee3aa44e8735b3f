// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <memory>
#include <string>

#include "fdr/tools/command_line/verb_parts.h"
#include "fdr/tools/run/version.h"

namespace fdr::tools {
namespace {

// As PCP's programs do.
std::string ArchiveOfEnvironment() {
  const char* const archive = std::getenv("PCP_ARCHIVE");
  return archive != nullptr ? archive : "";
}

}  // namespace

void DescribeDump(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<DumpCommand>();
  DumpCommand& c = *command;
  // With --raw there is no archive.
  CLI::Option* archive =
      verb->add_option(
              "ARCHIVE", c.archive,
              "Base name or any file of an archive, a directory, or a comma-separated list; "
              "default: $PCP_ARCHIVE")
          ->type_name("");
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
  verb->set_version_flag("-V,--version", VersionText(),
                         "Show the versions of fdr and of its libraries");
  AddNameSpace(*verb, c.names);
  AddCommon(*verb, c.common);
  verb->footer(R"(
Examples:
  fdr dump -L -d 20240131
  fdr dump -rx 20240131 disk.dev
  fdr dump --json -m 20240131.0.xz | jq 'select(.time > "2024-01-31T12")')");
  verb->callback([&chosen, command] {
    if (command->archive.empty()) command->archive = ArchiveOfEnvironment();
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
