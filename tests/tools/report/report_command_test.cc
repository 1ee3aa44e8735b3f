// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"
#include "fdr/tools/run/interrupt.h"

namespace fdr::test {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0), kBusy = MetricId::Build(60, 0, 46);
constexpr InDomId kLoads = InDomId::Build(60, 2), kDisks = InDomId::Build(60, 1);

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class ReportCommandTest : public testing::Test {
 protected:
  // Ten minutes of a load, and of disks with these names.
  void WriteArchive(const std::vector<std::string>& disks) {
    ArchiveBuilder archive(base_);
    archive.Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kFloat, .indom = kLoads})
        .Metric({.name = "disk.dev.avactive",
                 .id = kBusy,
                 .indom = kDisks,
                 .semantics = Semantics::kCounter,
                 .units = Units{.dim_time = 1, .scale_time = kMillisecondScale}});
    InstanceList members;
    for (const std::string& name : disks)
      members.push_back({static_cast<InstanceId>(members.size()), name});
    archive.InDom(At(0), kLoads, {{1, "1 minute"}}).InDom(At(0), kDisks, members);
    for (std::uint64_t second = 0; second <= 600; second += 10) {
      Values busy{kBusy, {}};
      for (const auto& [id, name] : members)
        busy.values.emplace_back(id, second * static_cast<std::uint64_t>(id + 1));
      archive.Record(At(static_cast<double>(second)), {Values{kLoad, {{1, 1.5}}}, busy});
    }
  }

  std::string Report(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"report", base_, "-o", page_});
    const ChildOutcome outcome = RunFdr(std::move(more));
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out, "");
    std::ifstream file(page_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy", page_ = directory_ / "incident.html";
};

TEST_F(ReportCommandTest, APageHasAllParts) {
  WriteArchive({"sda"});
  EXPECT_EQ(RunFdr({"note", base_, "10m", "the <b>fan</b> stopped"}).exit_status, 0);
  const std::string page = Report();
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_TRUE(Has(page, "<h1>toyhost: what happened</h1>"));
  std::string parts;
  const std::regex heading("<h2[^>]*>([^<]*)</h2>");
  for (std::sregex_iterator found(page.begin(), page.end(), heading), end; found != end; ++found)
    parts += (*found)[1].str() + '|';
  EXPECT_EQ(parts, "Verdict|Charts|What changed|Notes|How it was recorded|");
  EXPECT_EQ(CountOf(page, "<figure "), 2u);
  EXPECT_EQ(CountOf(page, "<svg "), 2u);
  EXPECT_TRUE(Has(page, "the &lt;b&gt;fan&lt;/b&gt; stopped"));
  EXPECT_TRUE(Has(page, "<summary>2 metrics</summary>"));
}

// A mail shows it without asking anybody.
TEST_F(ReportCommandTest, APageNeedsNothingElse) {
  WriteArchive({"sda"});
  std::string page = Report();
  for (const char* outside : {" src=", " href=", "@import", "url(", "fetch(", "XMLHttp"})
    EXPECT_FALSE(Has(page, outside)) << outside;
  EXPECT_EQ(CountOf(page, "http://www.w3.org/2000/svg"), CountOf(page, "http:"))
      << "only the name of a name space";
  EXPECT_EQ(CountOf(page, "https:"), 0u);
  EXPECT_TRUE(Has(page, "default-src 'none'"));
}

TEST_F(ReportCommandTest, NothingOfAnArchiveIsObeyed) {
  WriteArchive({"<script>alert(1)</script>", "</title></svg><script>alert(2)</script>",
                "\"><img onerror=alert(3) x=\"", "'><script>alert(4)</script>", "&lt;b&gt;",
                "\x1b[2J\xe2\x80\xae"});
  const std::string page = Report();
  EXPECT_EQ(CountOf(page, "<script"), 1u) << "that of the page itself";
  EXPECT_EQ(CountOf(page, "</script"), 1u);
  EXPECT_FALSE(Has(page, "<img"));
  EXPECT_FALSE(Has(page, "\x1b"));
  EXPECT_FALSE(Has(page, "\xe2\x80\xae"));
  EXPECT_TRUE(Has(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_FALSE(Has(page, "</title></svg>&lt;"));
}

TEST_F(ReportCommandTest, APageIsSmall) {
  std::vector<std::string> disks;
  for (int i = 0; i < 300; ++i) disks.push_back("disk-with-a-long-name-" + std::to_string(i));
  WriteArchive(disks);
  EXPECT_LE(Report().size(), 2'000'000u);
}

// Each of these letters becomes four.
TEST_F(ReportCommandTest, NamesOfAnyLengthAreCut) {
  std::vector<std::string> disks;
  for (int i = 0; i < 10; ++i) disks.push_back(std::string(30'000, '<') + std::to_string(i));
  WriteArchive(disks);
  const std::string page = Report();
  EXPECT_LE(page.size(), 2'000'000u);
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST_F(ReportCommandTest, WhatIsLeftOutIsSaid) {
  WriteArchive({"sda"});
  std::ofstream notes(base_ + ".notes.jsonl");
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "\xc3\xa4";
  for (int i = 0; i < 400; ++i)
    notes << R"({"id":")" << i << R"(","t":1700000060,"text":")" << text << "\"}\n";
  notes.close();
  const std::string page = Report();
  EXPECT_LE(page.size(), 2'000'000u);
  EXPECT_GE(CountOf(page, text), 5u);
  EXPECT_TRUE(std::regex_search(
      page, std::regex("<p>Left out, since this file would be too large: [0-9]+ more lines.</p>")));
  EXPECT_EQ(CountOf(page, "<svg "), 2u);
}

TEST_F(ReportCommandTest, NotesOfAllArchivesAreShown) {
  WriteArchive({"sda"});
  const std::string later = directory_ / "later";
  ArchiveBuilder(later)
      .Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kFloat, .indom = kLoads})
      .InDom(At(900), kLoads, {{1, "1 minute"}})
      .Record(At(900), {Values{kLoad, {{1, 1.5}}}})
      .Record(At(910), {Values{kLoad, {{1, 1.5}}}});
  EXPECT_EQ(RunFdr({"note", later, "@22:28:25", "second"}).exit_status, 0);
  EXPECT_EQ(RunFdr({"note", base_, "@22:15:00", "first"}).exit_status, 0);
  const ChildOutcome outcome = RunFdr({"report", base_ + ',' + later, "-o", "-"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex("first\n.*second\n")));
}

TEST_F(ReportCommandTest, NamesCanBeTakenOut) {
  WriteArchive({"secret-disk"});
  EXPECT_EQ(RunFdr({"note", base_, "10m", "secret words"}).exit_status, 0);
  EXPECT_TRUE(Has(Report(), "secret-disk"));
  const std::string page = Report({"--scrub"});
  EXPECT_FALSE(Has(page, "secret"));
  EXPECT_FALSE(Has(page, "toyhost"));
  EXPECT_FALSE(Has(page, base_));
  EXPECT_FALSE(Has(page, "fdr-report-")) << "the place of the copy";
  EXPECT_TRUE(Has(page, "Pseudonyms stand for names."));
  EXPECT_EQ(CountOf(page, "<svg "), 2u);
}

TEST_F(ReportCommandTest, AReportMayBeAboutAPart) {
  WriteArchive({"sda"});
  const std::string page = Report({"-S", "2m", "-T", "3m"});
  EXPECT_TRUE(Has(page, "22:15:20"));
  EXPECT_TRUE(Has(page, "22:18:20"));
  EXPECT_TRUE(Has(page, "data-start=\"1700000120.000\" data-end=\"1700000300.000\""));
  const ChildOutcome never = RunFdr({"report", base_, "-S", "@2024-01-01", "-o", page_});
  EXPECT_EQ(never.exit_status, 1);
  EXPECT_TRUE(Has(never.err, "There is no recording from"));
}

TEST_F(ReportCommandTest, NoTimeIsNamedThatTheArchiveDoesNotHave) {
  WriteArchive({"sda"});
  const std::string page = Report({"-S", "@22:05:00", "-T", "@22:40:00"});
  EXPECT_TRUE(Has(page, "data-start=\"1700000000.000\""));
  EXPECT_FALSE(Has(page, "22:05:00"));
  EXPECT_FALSE(Has(page, "22:40:00"));
}

// The clocks are set in the middle of the archive.
TEST_F(ReportCommandTest, EachMomentHasItsOffset) {
  WriteArchive({"sda"});
  EXPECT_TRUE(Has(Report({"-Z", "AAA0BBB,J318/22:20,J330/0"}),
                  "data-offsets=\"1700000000,0;1700000400,3600\""));
  EXPECT_TRUE(Has(Report({"--tz", "utc"}), "data-offsets=\"1700000000,0\""));
}

// An hour has more records than a chart has points.
TEST_F(ReportCommandTest, ShortPeaksAreShown) {
  const auto write = [this](double peak) {
    ArchiveBuilder archive(base_);
    archive.Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kFloat, .indom = kLoads})
        .InDom(At(0), kLoads, {{1, "1 minute"}});
    for (int second = 0; second <= 3600; ++second)
      archive.Record(At(second), {Values{kLoad, {{1, second == 1805 ? peak : 1.5}}}});
  };
  write(1.5);
  EXPECT_FALSE(Has(Report(), ">800<")) << "a label of the axis";
  EXPECT_EQ(RunFdr({"copy", base_, directory_ / "old"}).exit_status, 0);
  for (const char* part : {".0", ".index", ".meta"}) std::filesystem::remove(base_ + part);
  write(987);
  const std::string page = Report();
  EXPECT_TRUE(Has(page, ">800<"));
  EXPECT_TRUE(Has(page, "the highest values between points"));
}

TEST_F(ReportCommandTest, NoFileOfTheArchiveIsReplaced) {
  WriteArchive({"sda"});
  EXPECT_EQ(RunFdr({"note", base_, "10m", "a note"}).exit_status, 0);
  const std::string link = directory_ / "link.html", other_name = directory_ / "other.html";
  std::filesystem::create_symlink(base_ + ".0", link);
  std::filesystem::create_hard_link(base_ + ".meta", other_name);
  const auto size = std::filesystem::file_size(base_ + ".0");
  std::vector<std::string> files = {link, other_name};
  for (const char* part : {".0", ".meta", ".index", ".notes.jsonl", ".7", ".0.xz", ".meta.zst"})
    files.push_back(base_ + part);
  for (const std::string& file : files) {
    const bool was_there = std::filesystem::exists(file);
    for (const std::string& archive : {base_, directory_ / "."}) {
      const ChildOutcome outcome = RunFdr({"report", archive, "-o", file});
      EXPECT_EQ(outcome.exit_status, 2) << file;
      EXPECT_TRUE(Has(outcome.err, "A file of the archive; choose another name for the page"));
    }
    EXPECT_EQ(std::filesystem::exists(file), was_there) << file;
  }
  EXPECT_EQ(std::filesystem::file_size(base_ + ".0"), size);
  EXPECT_EQ(RunFdr({"report", base_, "-o", base_ + ".html"}).exit_status, 0);
}

TEST(InterruptTest, CleansUpAndEndsBySecondSignalsOnlyThen) {
  const auto run = [] {
    tools::CatchInterrupts();
    tools::CleanUpIfInterrupted([] { std::fputs("cleaned up\n", stderr); });
    tools::CatchInterrupts();  // as fdr copy does
    std::raise(SIGHUP);
    std::raise(SIGHUP);
    tools::EndAsInterrupted();
  };
  EXPECT_EXIT(run(), testing::KilledBySignal(SIGHUP), "cleaned up");
}

// The reader takes a line, and then stops.  The pipe holds less than a report.
TEST_F(ReportCommandTest, ASignalEndsItThoughNothingReadsItsOutput) {
  WriteArchive({"sda"});
  const std::string pipe = directory_ / "pipe", copies = directory_ / "copies";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  ASSERT_TRUE(std::filesystem::create_directory(copies));
  const local::UniqueFd held(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_GE(::fcntl(held.get(), F_SETPIPE_SZ, 4096), 4096);
  const auto outcome = RunChild(
      {.argv = {"bash", "-c",
                "\"$1\" report --scrub \"$2\" -o - >\"$3\" & read -r line <\"$3\"; kill -TERM $!; "
                "wait $!",
                "bash", FDR_COMMAND, base_, pipe},
       .environment = {"FDR_CONFIG=/dev/null", "TZ=UTC", "TMPDIR=" + copies}});
  ASSERT_TRUE(outcome) << ErrorOf(outcome);
  EXPECT_EQ(outcome->exit_status, 128 + SIGTERM);
  EXPECT_EQ(outcome->err, "");
  EXPECT_TRUE(std::filesystem::is_empty(copies));
}

TEST_F(ReportCommandTest, WhatCannotBeWrittenIsSaid) {
  WriteArchive({"sda"});
  const std::string nowhere = directory_ / "no/page.html";
  const ChildOutcome outcome = RunFdr({"report", base_, "-o", nowhere});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, nowhere));
  EXPECT_EQ(RunFdr({"report", base_}).exit_status, 2);
}

}  // namespace
}  // namespace fdr::test
