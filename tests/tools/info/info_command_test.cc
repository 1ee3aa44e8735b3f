// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr info` as users run it.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/golden_archives.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

// Whether each line of the text is a document that another program can read.
AssertionResult IsJson(const std::string& text) {
  const auto outcome = RunChild(
      {.argv = {"python3", "-ISc", "import json, sys\nfor line in sys.stdin: json.loads(line)"},
       .stdin_text = text});
  if (outcome && outcome->exit_status == 0) return AssertionSuccess();
  return AssertionFailure() << (outcome ? outcome->err : ErrorOf(outcome)) << text;
}

ChildOutcome Info(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "info");
  return RunFdr(std::move(arguments));
}

class InfoCommandTest : public testing::Test {
 protected:
  static constexpr MetricId kForks = MetricId::Build(60, 0, 1);

  // Records at 0, 1 and 5 s, and a mark at 1.001 s.
  std::string Make(const std::string& name, const WriterOptions& options) {
    ArchiveBuilder(directory_ / name, options)
        .Metric({.name = "toy.forks", .id = kForks})
        .Record(At(0), {Single(kForks, std::int64_t{7})})
        .Record(At(1), {Single(kForks, std::int64_t{8})})
        .Mark(At(1.001))
        .Record(At(5), {Single(kForks, std::int64_t{9})});
    return directory_ / name;
  }
  std::string Make(const std::string& name) {
    return Make(name, ArchiveBuilder::Options(Version::k2));
  }

  void CompressVolume(const std::string& base) const {
    WriteFile(base + ".0.xz", Compress({"xz", "-c"}, ReadFile(base + ".0")));
    std::filesystem::remove(base + ".0");
  }

  const TempDirectory directory_;
};

TEST_F(InfoCommandTest, ACompressedVolumeThatWasCutIsToldAndShown) {
  const std::string base = directory_ / "cut";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.forks", .id = kForks});
    for (int i = 0; i < 10000; ++i) archive.Record(At(i), {Single(kForks, std::int64_t{i * i})});
  }
  CompressVolume(base);
  ByteBuffer packed = test::ReadFile(base + ".0.xz");
  packed.resize(packed.size() - 4);
  test::WriteFile(base + ".0.xz", packed);
  const ChildOutcome outcome = Info({base});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_TRUE(Has(outcome.err, "fdr: warning: " + base + ".0.xz: ")) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "  volume 0   ")) << "it is shown all the same";
  EXPECT_FALSE(Has(outcome.out, "  volume 0   0 B"));
}

TEST_F(InfoCommandTest, TheTextOfAGoldenArchive) {
  const std::string base = TestData("golden/v3-marks-volumes");
  const ChildOutcome outcome = Info({"--exact", base});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            base +
                "\n"
                "  host       toyhost\n"
                "  version    3\n"
                "  zone       UTC, :Etc/UTC\n"
                "  start      2023-11-14 22:13:20 UTC\n"
                "  end        2023-11-14 22:13:30 UTC (last record)\n"
                "  span       10 s\n"
                "  metrics    1 (0 help texts, 0 label sets)\n"
                "  domains    0 with 0 instances over all time (0 full and 0 delta records)\n"
                "  records    7 and 2 marks, 6 values\n"
                "  gap        3.999 s at most, from 2023-11-14 22:13:21.001 UTC\n"
                "  volume 0   1000 B\n"
                "  volume 1   920 B\n"
                "  volume 2   920 B\n"
                "  metadata   879 B\n"
                "  index      936 B\n"
                "  writer     process 4242\n");
}

TEST_F(InfoCommandTest, TheJsonOfAGoldenArchive) {
  const std::string base = TestData("golden/v2-instances");
  const auto file = [&](int number, const char* suffix, const char* size) {
    return R"({"volume":)" + std::to_string(number) + R"(,"path":")" + base + suffix +
           R"(","bytes":)" + size + R"(,"compression":null,"content_bytes":)" + size + "}";
  };
  EXPECT_EQ(
      Info({"--json", "--exact", "--tz", "Asia/Tokyo", base}).out,
      R"({"schema":"fdr.info/1","archives":[{"base":")" + base +
          R"(","version":2,"host":"toyhost","timezone":"UTC","zoneinfo":"","features":0,)"
          R"("pid":4242,"writer":"process 4242","start":"2023-11-15T07:13:20.000000000+09:00",)"
          R"("end":"2023-11-15T07:14:10.000000000+09:00","end_from":"record","metrics":1,)"
          R"("indoms":1,"instances":7,"metadata_records":{"desc":1,"indom":5,"indom_delta":0,)"
          R"("labelset":0,"text":0},"index_entries":5,"files":[)" +
          file(0, ".0", "724") + "," + file(-1, ".meta", "553") + "," + file(-2, ".index", "232") +
          R"(],"exact":{"records":6,"marks":0,"values":20,"bytes":592,)"
          R"("longest_gap_seconds":10,"longest_gap_start":"2023-11-15T07:13:20.000000000+09:00",)"
          R"("complete":true}}]})"
          "\n");
}

TEST_F(InfoCommandTest, EveryGoldenArchiveIsTold) {
  std::string all;
  for (const GoldenArchive& golden : GoldenArchives()) {
    const ChildOutcome outcome = Info({"--exact", "--json", GoldenBase(golden)});
    EXPECT_EQ(outcome.exit_status, 0) << golden.name;
    EXPECT_EQ(outcome.err, "") << golden.name;
    EXPECT_TRUE(Has(outcome.out, R"("complete":true)")) << golden.name;
    all += outcome.out;
  }
  EXPECT_TRUE(IsJson(all));
}

TEST_F(InfoCommandTest, CompressedDataIsOnlyReadWhenAskedTo) {
  const std::string base = Make("xz");
  CompressVolume(base);
  const std::string at_once = Info({base}).out;
  EXPECT_TRUE(Has(at_once, "(last index entry; --exact reads the data)")) << at_once;
  EXPECT_TRUE(Has(at_once, ", xz of 272 B ("));
  std::filesystem::remove(base + ".index");
  EXPECT_TRUE(Has(Info({base}).out,
                  "  end        unknown (no index, and compressed data is not read without "
                  "--exact)\n"));
  const std::string json = Info({"--json", base}).out;
  EXPECT_TRUE(Has(json, R"("end":null,"end_from":"unknown")"));
  EXPECT_TRUE(Has(json, R"("compression":"xz","content_bytes":272)"));
}

TEST_F(InfoCommandTest, WhatWasReadTellsTheEnd) {
  const std::string base = Make("xz");
  CompressVolume(base);
  const std::string end = "  end        2023-11-14 22:13:25 UTC (last record)\n";
  EXPECT_TRUE(Has(Info({"--exact", base}).out, end));
  std::filesystem::remove(base + ".index");
  EXPECT_TRUE(Has(Info({"--exact", base}).out, end));
  EXPECT_TRUE(Has(Info({"--exact", "--json", base}).out,
                  R"("end":"2023-11-14T22:13:25.000000000Z","end_from":"record")"));
}

TEST_F(InfoCommandTest, AGapIsBetweenTwoRecords) {
  WriterOptions early = ArchiveBuilder::Options(Version::k2);
  early.label.start = At(-1000);
  early.keep_start = true;
  EXPECT_TRUE(Has(Info({"--exact", Make("early", early)}).out,
                  "  gap        3.999 s at most, from 2023-11-14 22:13:21.001 UTC\n"));
  ArchiveBuilder(directory_ / "one", early)
      .Metric({.name = "toy.forks", .id = kForks})
      .Record(At(0), {Single(kForks, std::int64_t{7})});
  EXPECT_FALSE(Has(Info({"--exact", directory_ / "one"}).out, "gap"));
  EXPECT_TRUE(Has(Info({"--exact", "--json", directory_ / "one"}).out,
                  R"("longest_gap_seconds":null,"longest_gap_start":null)"));
}

TEST_F(InfoCommandTest, DamageIsSaidOnceAndTold) {
  const std::string base = Make("torn");
  ByteBuffer bytes = ReadFile(base + ".0");
  bytes.pop_back();
  WriteFile(base + ".0", bytes);
  const ChildOutcome outcome = Info({"--exact", base});
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_TRUE(Has(outcome.out, "  records    2 and 1 mark, 2 values\n"));
  EXPECT_TRUE(Has(outcome.out, "  damage     not all data could be read; see fdr check\n"));
  const std::string message = "fdr: warning: " + base + ".0: ";
  EXPECT_EQ(outcome.err.find(message), 0u) << outcome.err;
  EXPECT_EQ(outcome.err.rfind(message), 0u) << outcome.err;
  EXPECT_TRUE(Has(Info({"--exact", "--json", base}).out, R"("complete":false)"));
  EXPECT_EQ(Info({"-q", "--exact", base}).err, "");
}

// The line of the end, without its source.
std::string EndIn(const std::string& out) {
  const std::size_t start = out.find("  end  ");
  return start == out.npos ? "none" : out.substr(start, out.find(" (", start) - start);
}

TEST_F(InfoCommandTest, AVolumeThatCannotBeDecompressedIsTold) {
  for (const int damaged : {1, 2}) {
    const std::string base = directory_ / ("damaged" + std::to_string(damaged));
    {
      ArchiveBuilder archive(base);
      archive.Metric({.name = "toy.forks", .id = kForks});
      for (int i = 0; i < 300; ++i) {
        if (i == 100 || i == 200) archive.Volume();
        archive.Record(At(i), {Single(kForks, std::int64_t{i})});
      }
    }
    for (int volume = 0; volume < 3; ++volume) {
      const std::string path = base + "." + std::to_string(volume);
      ByteBuffer packed = Compress({"xz", "-c"}, ReadFile(path));
      if (volume == damaged) packed[13] ^= std::byte{0xff};
      WriteFile(path + ".xz", packed);
      std::filesystem::remove(path);
    }
    const ChildOutcome exact = Info({"--exact", base});
    EXPECT_EQ(exact.exit_status, 3);
    EXPECT_TRUE(Has(exact.out, "  records    200 and 0 marks, 200 values\n")) << exact.out;
    EXPECT_TRUE(Has(exact.out, "  damage     not all data could be read; see fdr check\n"));
    EXPECT_TRUE(Has(Info({"--exact", "--json", base}).out, R"("complete":false)"));
    const std::string end = EndIn(exact.out);
    EXPECT_EQ(end, "  end        2023-11-14 22:18:19 UTC") << exact.out;
    EXPECT_EQ(end, EndIn(Info({base}).out));
    EXPECT_EQ(Has(exact.out, "(last record)"), damaged == 1) << exact.out;
  }
}

TEST_F(InfoCommandTest, WithoutARecordTheEndIsNotKnown) {
  const std::string base = Make("torn");
  ByteBuffer bytes = ReadFile(base + ".0");
  bytes.resize(132 + 10);
  WriteFile(base + ".0", bytes);
  std::filesystem::remove(base + ".index");
  const std::string end = "  end        unknown (no record tells it)\n";
  EXPECT_TRUE(Has(Info({base}).out, end));
  EXPECT_TRUE(Has(Info({"--exact", base}).out, end));
  CompressVolume(base);
  EXPECT_TRUE(Has(Info({"--exact", base}).out, end));
}

TEST_F(InfoCommandTest, FeaturesThatAreNotKnownAreSaid) {
  const std::string base = Make("new", ArchiveBuilder::Options(Version::k3));
  EXPECT_FALSE(Has(Info({base}).out, "features"));
  for (const char* suffix : {".meta", ".index", ".0"}) {
    ByteBuffer bytes = ReadFile(base + suffix);
    StoreU32(bytes.data() + 28, 0x80000102u);  // in the label; the highest bit is for tests
    WriteFile(base + suffix, bytes);
  }
  const ChildOutcome outcome = Info({base});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out, "  features   0x102, which fdr does not know\n"));
  EXPECT_TRUE(Has(Info({"--json", base}).out, R"("features":2147483906)"));
}

TEST_F(InfoCommandTest, SeveralArchivesAreOneDocument) {
  const std::string a = Make("a"), b = Make("b");
  const std::string title = "\n\n" + b + "\n  host ";
  for (const std::vector<std::string>& names :
       {std::vector{directory_.path()}, {a + "," + b}, {a + ".meta", b + ".0"}}) {
    std::vector<std::string> arguments = names;
    EXPECT_TRUE(Has(Info(arguments).out, title));
    arguments.insert(arguments.begin(), "--json");
    const std::string out = Info(arguments).out;
    EXPECT_TRUE(IsJson(out));
    EXPECT_TRUE(Has(out, R"(},{"base":")" + b + '"'));
  }
}

TEST_F(InfoCommandTest, WhatCannotBeOpenedIsLeftOut) {
  const std::string broken = directory_ / "a", good = Make("b");
  WriteFile(broken + ".meta", ReadFile(good + ".meta"));
  for (const std::string& bad : {broken, directory_ / "missing"}) {
    const ChildOutcome outcome = Info({"--json", bad, good});
    EXPECT_EQ(outcome.exit_status, 1);
    EXPECT_TRUE(IsJson(outcome.out));
    EXPECT_TRUE(Has(outcome.out, R"("archives":[{"base":")" + good + '"'));
    EXPECT_EQ(outcome.err.find("fdr: " + bad), 0u) << outcome.err;
    EXPECT_EQ(Info({bad, good}).out, Info({good}).out);
  }
  EXPECT_TRUE(IsJson(Info({"--json", directory_.path()}).out));
  EXPECT_EQ(Info({"--json", broken}).out, "{\"schema\":\"fdr.info/1\",\"archives\":[]}\n");
}

TEST_F(InfoCommandTest, AWrongCommandLineIsSaidOnce) {
  const std::string a = Make("a");
  const ChildOutcome outcome = Info({"--json", "--tz", "Nowhere/Land", a, a});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("fdr: "), 0u) << outcome.err;
  EXPECT_EQ(Info({}).exit_status, 2);
}

TEST_F(InfoCommandTest, NamesFromFilesDoNotControlTheTerminal) {
  WriterOptions options = ArchiveBuilder::Options(Version::k2);
  options.label.host = "evil\x1b]0;host";
  options.label.timezone = "UTC\x1b[2J";
  const std::string base = Make("new\nline", options);
  const std::string out = Info({base}).out;
  EXPECT_TRUE(Has(out, "  host       evil\\x1b]0;host\n"));
  EXPECT_TRUE(Has(out, "  zone       UTC\\x1b[2J\n"));
  EXPECT_TRUE(Has(out, "/new\\x0aline\n"));
  const std::string json = Info({"--json", base}).out;
  EXPECT_TRUE(IsJson(json));
  EXPECT_TRUE(Has(json, R"("host":"evil\u001b]0;host")"));
}

TEST_F(InfoCommandTest, NobodyToReadIsTheEnd) {
  const std::string good = Make("good"), torn = Make("torn");
  ByteBuffer bytes = ReadFile(torn + ".meta");
  bytes.pop_back();
  WriteFile(torn + ".meta", bytes);
  for (const char* json : {"", " --json"}) {
    const std::string script = std::string("{ ") + FDR_COMMAND + " info" + json +
                               " \"$@\"; echo $? >\"$1.status\"; } | true";
    std::vector<std::string> argv = {"sh", "-c", script, "sh"};
    argv.insert(argv.end(), 2000, good);
    argv.push_back(torn);
    const auto outcome = RunChild({.argv = argv});
    ASSERT_EQ(ErrorOf(outcome), "");
    EXPECT_EQ(outcome->err, "") << "it came to the last one";
    EXPECT_EQ(AsText(ReadFile(good + ".status")), "1\n");
  }
}

TEST(InfoWriterTest, TheRecorderIsNamedTruly) {
  const TempDirectory directory;
  const std::string base = directory / "ours";
  ASSERT_EQ(RunFdr({"record", "-q", "-s", "2", "-t", "10ms", base, "hinv.ncpu"}).exit_status, 0);
  EXPECT_NE(RunFdr({"info", base}).out.find("  writer     fdr, process "), std::string::npos);
  EXPECT_NE(RunFdr({"info", TestData("peer/v3-pmlogger")}).out.find("writer     pmlogger, process"),
            std::string::npos);
  ASSERT_EQ(RunFdr({"compress", "-q", base}).exit_status, 0);
  EXPECT_NE(RunFdr({"info", base}).out.find("  writer     pmlogger or fdr, process "),
            std::string::npos);
}

}  // namespace
}  // namespace fdr::test
