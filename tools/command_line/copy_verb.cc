// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

namespace {

void DescribeRewriting(CLI::App& verb, RewriteWords& words) {
  verb.add_option("--rewrite", words.files,
                  "Change what is copied by the rules of this file, or of all files of this "
                  "directory: the language of pmlogrewrite. May be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  verb.add_option("--rename", words.renames,
                  "Give a metric, or all metrics below a name, another name. May be repeated")
      ->type_name("OLD=NEW")
      ->allow_extra_args(false);
  verb.add_option("--host", words.host, "The host of the new archive")->type_name("NAME");
  verb.add_option("--shift", words.shift,
                  "Move all times by this much: +2h, -90s; random: into the past, by a secret "
                  "number of weeks")
      ->type_name("TIME");
  verb.add_option("--zone", words.zone, "The time zone of the new archive, in the form of TZ")
      ->type_name("ZONE");
  verb.add_option("--label", words.labels, "Give the archive this label. May be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb.add_flag("--lossy", words.is_lossy,
                "A value that does not fit into its new type becomes the nearest one that does. By "
                "default, it ends the copy");
}

void DescribeChoice(CLI::App& verb, CopyCommand& c) {
  const auto names = [&](const char* option, std::vector<std::string>& to, const char* what,
                         const char* type = "METRIC") {
    verb.add_option(option, to, what)->type_name(type)->allow_extra_args(false);
  };
  names("--only", c.metrics.only,
        "Copy only this metric, all below this name, all that match a pattern, or those of a "
        "report such as :vmstat. May be repeated, or a list with commas");
  names("--without", c.metrics.without, "Leave out these metrics");
  verb.add_option(
          "-c,--config", c.config,
          "Copy only the metrics, and instances of them, that this file names: the language "
          "of pmlogextract. The options above and below choose among these")
      ->type_name("FILE");
  AddReports(verb, c.metrics.report_files);
  names(
      "--instance", c.instances.only,
      "A domain that has this instance keeps only this one: a name, its first word, or a pattern. "
      "May be repeated",
      "INSTANCE");
  names("--without-instance", c.instances.without, "Leave out these instances", "INSTANCE");
  names("--user", c.instances.users, "Copy only those processes that belong to this user", "USER");
  names("--process", c.instances.processes,
        "Copy only those processes that have this command, or a command line that matches",
        "PATTERN");
}

void DescribeWindow(CLI::App& verb, CopyCommand& c) {
  CLI::Option* const hold =
      verb.add_flag("--hold", c.hold,
                    "Begin with the values of discrete metrics that hold at the start of the "
                    "window, though they were recorded before it");
  verb.add_flag("--daily", c.daily, "Copy the window of each day: -S @12:00 -T @13:00")
      ->excludes(hold);
}

void DescribeAround(CLI::App& verb, AroundWords& around) {
  CLI::Option* const time =
      verb.add_option("--around", around.time, "Copy what is around this time, as -S has it")
          ->type_name("TIME");
  for (const char* const other : {"--start", "--finish", "--origin", "--align", "--daily"})
    time->excludes(verb.get_option(other));
  const auto length = [&](const char* name, std::string& to, const char* what) {
    verb.add_option(name, to, what)->type_name("INTERVAL")->needs(time);
  };
  length("--before", around.before, "With --around: how much before it. Default: 10m");
  length("--after", around.after, "With --around: how much after it. Default: 10m");
}

void DescribeThinning(CLI::App& verb, ThinOptions& thin) {
  CLI::Option* const interval =
      verb.add_option(
              "-t,--interval", thin.interval,
              "Thin the archive: of each interval, such as 1m, one record. Counters are on a "
              "straight line there, other values are the last ones")
          ->type_name("INTERVAL");
  CLI::Option* const as_recorded =
      verb.add_flag("--as-recorded", thin.as_recorded,
                    "With -t: of each interval the last record of each kind, unchanged")
          ->needs(interval);
  verb.add_flag("--statistics", thin.statistics,
                "With -t: beside each instantaneous metric NAME its smallest and largest value and "
                "its mean, as fdr.NAME.min, fdr.NAME.max and fdr.NAME.mean. A list chooses some; "
                "rates adds the smallest and largest rates of counters, alone to all three")
      ->option_text("[=min,max,mean,rates]")
      ->needs(interval)
      ->excludes(as_recorded);
}

void DescribeJoin(CLI::App& verb, CopyCommand& c) {
  verb.add_option("-V,--archive-version", c.version,
                  "Version of the new archive: 2 or 3. Default: the highest of the archives. "
                  "Version 2 has whole microseconds, and ends in 2038")
      ->check(OneOf({"2", "3"}))
      ->type_name("N");
  verb.add_option("--conflict", c.conflict,
                  "What to do about metrics that the archives describe differently: stop; convert "
                  "values to a common type and units; split them into several metrics; or drop "
                  "them. Default: stop")
      ->check(OneOf({"stop", "convert", "split", "drop"}))
      ->type_name("WHAT");
  verb.add_option("--gaps", c.gaps,
                  "Marks where an archive ends and the next one begins: auto: unless that one goes "
                  "on; always; or never. Default: auto")
      ->check(OneOf({"auto", "always", "never"}))
      ->type_name("WHEN");
  verb.add_option("--same-host", c.same_host,
                  "The archives are of one machine that had several names; the new archive is of "
                  "this one")
      ->type_name("NAME");
}

void DescribeScrubbing(CLI::App& verb, ScrubOptions& scrub) {
  verb.add_flag(
      "--scrub", scrub.scrub,
      "Replace the names of machines, people and things in the new archive by pseudonyms, "
      "and leave out what may hold names");
  verb.add_option("--scrub-key", scrub.key_file,
                  "The same key gives the same name the same pseudonym in every archive. The file "
                  "is made if it does not exist. Default: a key that is used once")
      ->type_name("FILE");
  verb.add_option("--scrub-map", scrub.map_file,
                  "Write the pseudonyms with their originals to this new file, for yourself only")
      ->type_name("FILE");
  verb.add_option("--scrub-keep", scrub.kept,
                  "Do not replace names of this kind. May be repeated, or a list with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(OneOf({"host", "user", "group", "addr", "path", "device", "interface", "program",
                     "args", "unit", "metric", "label", "text", "number", "help"}))
      ->type_name("KIND");
}

void DescribeOutput(CLI::App& verb, CopyCommand& c) {
  verb.add_option("-v,--volume", c.volume,
                  "Begin a new data volume after 1000 (records) or 100MB. Default: where the "
                  "archive does")
      ->type_name("LIMIT");
  verb.add_option("--compress", c.compress,
                  "Compression of the new volumes: none, xz or zstd. Default: none; of a whole "
                  "archive, and with --in-place, as it is")
      ->check(OneOf({"none", "xz", "zstd"}))
      ->type_name("KIND");
  verb.add_flag("--each", c.each,
                "OUT is a directory: each archive gets a copy of its own there, with its name. So "
                "it is if OUT ends in /");
  verb.add_flag("--in-place", c.in_place,
                "Without OUT: put the copy of each archive in its place, in one switch");
}

}  // namespace

void DescribeCopy(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<CopyCommand>();
  CopyCommand& c = *command;
  verb->add_option(
          "IN", c.words,
          "Archives, directories, comma-separated lists, or @FILE with a name in each line; then "
          "OUT, the base name of the new archive. Nothing is overwritten")
      ->option_text("... OUT")
      ->required();
  verb->add_flag("-n,--dry-run", c.dry_run, "Report what would be written, and write nothing");
  DescribeChoice(*verb, c);
  DescribeWindow(*verb, c);
  DescribeThinning(*verb, c.thin);
  AddDerived(*verb, c.derive.options);
  DescribeRewriting(*verb, c.rewrite);
  DescribeJoin(*verb, c);
  DescribeScrubbing(*verb, c.scrub);
  DescribeOutput(*verb, c);
  AddCommon(*verb, c.common);
  AddWindow(*verb, c.window);
  DescribeAround(*verb, c.around);
  verb->footer(R"(
Without a window (-S, -T, -O, -A, --around), the files of one archive are copied as they are.
Otherwise the records and the metadata of the window are copied as they are; metadata that hold at
its start are written there in full. Several archives become one, in the order of time.

With --in-place, each archive is replaced by its copy. At any moment, all of the old archive or all
of the new one is there. Owner, mode and compression are kept. A damaged archive stays as it is.

Exit status: 0 if nothing is missing, 3 if the archive is damaged or --lossy changed values, 1 if
there is no new archive, or one was not replaced.

Examples:
  fdr copy today backup
  fdr copy today night -S @03:40 -T @04:10
  fdr copy today disks --only disk.dev,hinv.ndisk
  fdr copy today listed -c part.config
  fdr copy monday tuesday both
  fdr copy today vendor --scrub --scrub-map vendor.names
  fdr copy monday tuesday week/ --only disk.dev
  fdr copy --in-place --without proc /var/log/pcp/pmlogger/myhost
  fdr copy today renamed --rename disk.dev=disc --host db2
  fdr copy old new --rewrite change.rules
  fdr copy today small -t 10m --statistics
  fdr copy today computed -t 1m --derive 'disk.busy=rate(disk.all.avactive)'
  fdr copy --dry-run /var/log/pcp/pmlogger/myhost month -S -30d)");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
