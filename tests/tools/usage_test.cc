// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages of the command about a wrong command line.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

const std::string kArchive = TestData("golden/v2-instances");

TEST(UsageTest, OneLineSaysWhatIsWrongAndWhereToReadMore) {
  const struct {
    std::vector<std::string> arguments;
    std::string message;
  } cases[] = {
      {{"inof", "x"}, "There is no verb inof; did you mean info? fdr --help"},
      {{"Replay", "x"}, "There is no verb Replay; did you mean replay? fdr --help"},
      {{"help", "inof"}, "There is no verb inof; did you mean info? fdr --help"},
      {{"zzzzzz"}, "There is no verb zzzzzz; fdr --help"},
      {{kArchive},
       "There is no verb " + kArchive + "; to see that archive: fdr info " + kArchive +
           "; fdr --help"},
      {{"--nosuch"}, "There is no option --nosuch; fdr --help"},
      {{"--vresion"}, "There is no option --vresion; did you mean --version? fdr --help"},
      {{"info"},
       "info: ARCHIVE is required, as in fdr info /var/log/pcp/pmlogger/myhost/20240131; "
       "fdr info --help"},
      {{"info", "--nosuch"}, "info: There is no option --nosuch; fdr info --help"},
      {{"info", "--jsno"}, "info: There is no option --jsno; did you mean --json? fdr info --help"},
      {{"replay", "--Follow=1", "x"},
       "replay: There is no option --Follow; did you mean --follow? fdr replay --help"},
      {{"info", kArchive, "-Q"}, "info: There is no option -Q; did you mean -q? fdr info --help"},
      {{"info", kArchive, "-X"}, "info: There is no option -X; fdr info --help"},
      {{"serve", "--http", "0", "--cors", "http://Grafana:3000"},
       "serve: --cors: Browsers call this origin http://grafana:3000; fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "http://grafana:3000/"},
       "serve: --cors: Browsers call this origin http://grafana:3000; fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "https://grafana:443"},
       "serve: --cors: Browsers call this origin https://grafana; fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "http://[0:0::1]:80/d/x?y#z"},
       "serve: --cors: Browsers call this origin http://[::1]; fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "HTTPS://grafana:80"},
       "serve: --cors: Browsers call this origin https://grafana:80; fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "grafana:3000"},
       "serve: --cors grafana:3000: expected an origin, such as http://localhost:3000, or *; fdr "
       "serve --help"},
      {{"serve", "--http", "0", "--cors", "http://"},
       "serve: --cors http://: expected an origin, such as http://localhost:3000, or *; fdr serve "
       "--help"},
      {{"serve", "--http", "0", "--cors", "ftp://grafana"},
       "serve: --cors ftp://grafana: expected an origin, such as http://localhost:3000, or *; fdr "
       "serve --help"},
      {{"serve", "--http", "0", "--cors", "http://me@grafana"},
       "serve: --cors http://me@grafana: expected an origin, such as http://localhost:3000, or *; "
       "fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "http://grafana:x"},
       "serve: --cors http://grafana:x: expected an origin, such as http://localhost:3000, or *; "
       "fdr serve --help"},
      {{"serve", "--http", "0", "--cors", "http://[::1"},
       "serve: --cors http://[::1: expected an origin, such as http://localhost:3000, or *; fdr "
       "serve --help"},
      {{"serve", "--http", "0", "--cors", "http://*.com"},
       "serve: --cors http://*.com: expected an origin, such as http://localhost:3000, or *; fdr "
       "serve --help"},
      {{"serve", "--http", "0", "--memory", "63MiB"},
       "serve: --memory: With --http, it is 64MiB at least and 1TiB at most; fdr serve --help"},
      {{"serve", "--http", "0", "--memory", "8EiB"},
       "serve: --memory: With --http, it is 64MiB at least and 1TiB at most; fdr serve --help"},
      {{"status", "a", "b"}, "status: \"b\" is one word too many; fdr status --help"},
      {{"info", "--memory", "-1", "x"},
       "info: --memory -1: expected a size, as in --memory 64MiB; fdr info --help"},
      {{"info", "--memory", "64Mib5", "x"},
       "info: --memory 64Mib5: expected a size, as in --memory 64MiB; fdr info --help"},
      {{"info", "--memory", "99999999999GiB", "x"},
       "info: --memory 99999999999GiB: expected a size, as in --memory 64MiB; fdr info --help"},
      {{"info", "--memory"}, "info: --memory needs a size, as in --memory 64MiB; fdr info --help"},
      {{"check", "--limit", "-1", "x"},
       "check: --limit -1: expected a whole number, as in --limit 3; fdr check --help"},
      {{"check", "-j", "", "x"},
       "check: --jobs '': expected a whole number, as in --jobs 3; fdr check --help"},
      {{"replay", "-s", "abc", "x", "y"},
       "replay: --samples abc: expected a whole number, as in --samples 3; fdr replay --help"},
      {{"replay", "-s", "1", "-s", "2", "x", "y"},
       "replay: --samples is there twice: 1 and 2; fdr replay --help"},
      {{"replay", "--rate", "3x", "x", "y"},
       "replay: --rate 3x: expected a number greater than 0, as in --rate 3; fdr replay --help"},
      {{"replay", "--width", "9", "--plot", "x", "y"},
       "replay: --width 9: expected a number from 20 to 1000, as in --width 20; "
       "fdr replay --help"},
      {{"replay", "--height", "40", "x", "y"},
       "replay: --height works only with --plot; fdr replay --help"},
      {{"record", "--from", "x", "--append", "y"},
       "record: --append and --from exclude each other; fdr record --help"},
      {{"replay", "--csv", "--plot", "x", "y"},
       "replay: --csv and --plot exclude each other; fdr replay --help"},
      {{"replay", "--csv=foo", "x", "y"}, "replay: --csv takes no value; fdr replay --help"},
      {{"record", "--compress", "gz", "x"},
       "record: --compress gz: expected none, xz or zstd; fdr record --help"},
      {{"live", "-h"}, "live: --host needs a host, as in --host db1; fdr live --help"},
      {{"compress", "--level", "x", "y"},
       "compress: --level x: expected a number, as in --level 3; fdr compress --help"},
      {{"dump"}, "dump: ARCHIVE, or -v with a file, is required; fdr dump --help"},
      {{"repair", "x"}, "repair: OUT is required, or -n; fdr repair --help"},
  };
  for (const auto& c : cases) {
    const ChildOutcome outcome = RunFdr(c.arguments);
    EXPECT_EQ(outcome.exit_status, 2) << c.message;
    EXPECT_EQ(outcome.out, "") << c.message;
    EXPECT_EQ(outcome.err, std::string("fdr: ") + c.message + " explains more\n");
  }
}

TEST(UsageTest, EveryVerbRefusesAnUnknownZoneBeforeItBegins) {
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{"check"},
                                             {"diff"},
                                             {"dump"},
                                             {"dump", "-Z", "UTC"},
                                             {"info"},
                                             {"names"},
                                             {"repair", "-n"},
                                             {"replay"},
                                             {"summary"}}) {
    std::vector<std::string> arguments = verb;
    arguments.insert(arguments.end(), {"--tz", "Nowhere/Land", kArchive});
    if (verb[0] == "replay") arguments.push_back("x");
    const ChildOutcome outcome = RunFdr(arguments);
    EXPECT_EQ(outcome.exit_status, 2) << verb[0];
    EXPECT_EQ(outcome.out, "") << verb[0];
    EXPECT_EQ(outcome.err,
              "fdr: \"Nowhere/Land\" is not a time zone; try local, archive, utc or a name like "
              "Europe/Berlin\n")
        << verb[0];
  }
}

TEST(UsageTest, NamesOfSomethingElseAreExplained) {
  const TempDirectory directory;
  const std::string file = directory / "file", out = directory / "out";
  WriteFile(file, {});
  const std::string no_archive =
      "fdr: " + file + ": Not a file of an archive: those end in .meta, .index, or a number\n";
  const std::string is_directory =
      "fdr: " + directory.path() + ": A directory: name one of the archives in it\n";
  EXPECT_EQ(RunFdr({"check", file}).err, no_archive);
  EXPECT_EQ(RunFdr({"dump", file}).err, no_archive);
  EXPECT_EQ(RunFdr({"info", file}).err, no_archive);
  EXPECT_EQ(RunFdr({"names", file}).err, no_archive);
  EXPECT_EQ(RunFdr({"replay", file, "x"}).err, no_archive);
  EXPECT_EQ(RunFdr({"repair", file, out}).err, no_archive);
  EXPECT_EQ(RunFdr({"repair", directory.path(), out}).err, is_directory);
  const std::string no_archive_in_it =
      "fdr: " + directory.path() + ": No archive in this directory\n";
  EXPECT_EQ(RunFdr({"dump", directory.path()}).err, no_archive_in_it);
  EXPECT_EQ(RunFdr({"info", directory.path()}).err, no_archive_in_it);
  EXPECT_EQ(RunFdr({"replay", directory.path(), "x"}).err, no_archive_in_it);
}

// Into these pipes no program writes.
TEST(UsageTest, APipeIsNoArchiveAndIsNotWaitedFor) {
  const TempDirectory directory;
  const std::string pipe = directory / "pipe";
  for (const char* name : {"pipe", "other.meta", "other.0"})
    ASSERT_EQ(::mkfifo((directory / name).c_str(), 0600), 0);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"check", pipe},
                                             {"info", pipe},
                                             {"names", pipe},
                                             {"dump", pipe},
                                             {"diff", pipe},
                                             {"summary", pipe},
                                             {"replay", pipe, "x"},
                                             {"find", pipe, "--where", "x > 1"},
                                             {"repair", pipe, directory / "out"}}) {
    const ChildOutcome outcome = RunFdr(command);
    EXPECT_EQ(outcome.exit_status, 1) << command[0];
    EXPECT_EQ(outcome.err, "fdr: " + pipe +
                               ": Not a file of an archive: those end in .meta, .index, or a "
                               "number\n");
  }
  const std::string other = directory / "other";
  EXPECT_EQ(RunFdr({"info", other}).err, "fdr: " + other + ": No such archive\n");
}

TEST(UsageTest, AMisspeltArchiveGetsASuggestion) {
  const std::string directory = TestData("golden/");
  for (const char* verb : {"info", "check", "dump", "names"}) {
    const ChildOutcome outcome = RunFdr({verb, directory + "v2-instanecs"});
    EXPECT_EQ(outcome.exit_status, 1);
    EXPECT_NE(outcome.err.find("No such archive; did you mean v2-instances"), std::string::npos)
        << outcome.err;
  }
}

TEST(UsageTest, WhatIsMissingOfAListKeepsNobodyFromTheRest) {
  const std::string list = "/missing," + kArchive;
  for (const auto& [verb, status] : {std::pair{"info", 1}, {"check", 1}, {"names", 3}}) {
    const ChildOutcome outcome = RunFdr({verb, list});
    EXPECT_EQ(outcome.exit_status, status) << verb;
    EXPECT_NE(outcome.err.find("/missing: No such archive\n"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out, "") << verb;
    EXPECT_EQ(RunFdr({verb, "/missing,/gone"}).exit_status, 1) << verb;
  }
}

TEST(UsageTest, APatternStandsForTheArchivesWhoseNamesMatch) {
  const std::string directory = TestData("golden/");
  const ChildOutcome outcome = RunFdr({"info", directory + "v2-i*"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("v2-instances\n"), outcome.out.npos);
  EXPECT_EQ(outcome.out.find("v3-"), outcome.out.npos);
  EXPECT_EQ(RunFdr({"names", directory + "v2-instance?"}).out,
            RunFdr({"names", directory + "v2-instances"}).out);
  const ChildOutcome none = RunFdr({"info", directory + "nothing*"});
  EXPECT_EQ(none.exit_status, 1);
  EXPECT_NE(none.err.find("nothing*: No archive has such a name\n"), none.err.npos) << none.err;
}

TEST(UsageTest, ADashReadsTheNamesOfArchives) {
  const auto info = [](const std::string& input) {
    const auto outcome = RunChild(
        {.argv = {"sh", "-c", input + " | " FDR_COMMAND " info -"}, .environment = {"TZ=UTC"}});
    EXPECT_EQ(ErrorOf(outcome), "");
    return outcome.value_or(ChildOutcome{});
  };
  EXPECT_EQ(info("echo " + kArchive + ".meta").out, RunFdr({"info", kArchive}).out);
  const ChildOutcome bytes = info("cat " + kArchive + ".0");
  EXPECT_EQ(bytes.exit_status, 2);
  EXPECT_EQ(bytes.err,
            "fdr: standard input: Not a list of names; - reads the names of archives, one in each "
            "line, as in find . -name '*.meta' | fdr info -\n");
  EXPECT_EQ(info("true").exit_status, 2);
}

TEST(UsageTest, ADirectoryIsNoNameForANewArchive) {
  const TempDirectory directory;
  const ChildOutcome outcome = RunFdr({"repair", kArchive, directory / "."});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_EQ(outcome.err,
            "fdr: " + directory.path() + "/.: A directory: add a name for the new archive\n");
  EXPECT_EQ(FileNames(directory.path()), std::vector<std::string>{});
}

// A full disk, a closed descriptor, and a reader that has gone.  Only the last one needs no words.
TEST(UsageTest, EveryVerbFailsIfItsOutputIsLost) {
  const TempDirectory directory;
  const std::string archive = TestData("peer/v3-pmlogger");
  ASSERT_EQ(::mkfifo((directory / "gone").c_str(), 0600), 0);
  for (const char* arguments : {"info \"$1\"",
                                "info --json \"$1\"",
                                "names \"$1\"",
                                "names -v \"$1\"",
                                "names --json \"$1\"",
                                "summary \"$1\"",
                                "summary --csv \"$1\"",
                                "summary --json \"$1\"",
                                "summary --pcp \"$1\"",
                                "check \"$1\"",
                                "check --json \"$1\"",
                                "dump \"$1\"",
                                "dump --json \"$1\"",
                                "repair --dry-run \"$1\"",
                                "repair --dry-run --json \"$1\"",
                                "find \"$1\" --where 'kernel.all.load > 0'",
                                "find \"$1\" --json --where 'kernel.all.load > 0'",
                                "diff \"$1\" --at 2s --before 0s",
                                "diff \"$1\" --json --at 2s --before 0s",
                                "replay \"$1\" kernel.all.load",
                                "replay --csv \"$1\" kernel.all.load",
                                "replay --json \"$1\" kernel.all.load",
                                "replay --markdown \"$1\" kernel.all.load",
                                "replay --plot \"$1\" kernel.all.load"}) {
    SCOPED_TRACE(arguments);
    const std::string command = std::string(FDR_COMMAND " ") + arguments;
    const auto run = [&](const std::string& line) {
      const auto outcome =
          RunChild({.argv = {"bash", "-c", line, "bash", archive, directory / "gone"},
                    .environment = {"FDR_CONFIG=/dev/null", "TZ=UTC"}});
      EXPECT_EQ(ErrorOf(outcome), "");
      return outcome.value_or(ChildOutcome{});
    };
    const ChildOutcome full = run(command + " >/dev/full"), closed = run(command + " >&-");
    EXPECT_EQ(full.exit_status, 1);
    EXPECT_EQ(full.err, "fdr: standard output: No space left on device\n");
    EXPECT_EQ(closed.exit_status, 1);
    EXPECT_EQ(closed.err, "fdr: standard output: Bad file descriptor\n");
    const ChildOutcome gone = run("{ read -r <\"$2\"; " + command +
                                  "; } | { exec <&-; echo >\"$2\"; }; exit ${PIPESTATUS[0]}");
    EXPECT_EQ(gone.exit_status, 1);
    EXPECT_EQ(gone.err, "");
  }
}

TEST(UsageTest, FdrAloneListsTheVerbs) {
  const ChildOutcome alone = RunFdr({});
  EXPECT_EQ(alone.exit_status, 2);
  EXPECT_EQ(alone.out, RunFdr({"--help"}).out);
}

TEST(UsageTest, HelpGoesToStandardOutput) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"dump", "--help"}, {"--version"}}) {
    const ChildOutcome outcome = RunFdr(arguments);
    EXPECT_EQ(outcome.exit_status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_GT(outcome.out.size(), 20u);
  }
  EXPECT_EQ(RunFdr({"help"}).out, RunFdr({"--help"}).out);
  EXPECT_EQ(RunFdr({"help", "replay"}).out, RunFdr({"replay", "--help"}).out);
  EXPECT_EQ(RunFdr({"info", "-h"}).out, RunFdr({"info", "--help"}).out);
  const auto full = RunChild({.argv = {"sh", "-c", FDR_COMMAND " --help >/dev/full"}});
  ASSERT_EQ(ErrorOf(full), "");
  EXPECT_EQ(full->exit_status, 1);
  EXPECT_EQ(full->err, "fdr: standard output: No space left on device\n");
}

}  // namespace
}  // namespace fdr::test
