// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/web_sources.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <thread>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tests/hosts/model_host.h"
#include "fdr/tests/serve/sources/toy_folder.h"
#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/got.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::At;

class WebSourcesTest : public testing::Test {
 protected:
  WebSourcesTest() {
    options_.clocks = {[this] { return now_; }, [] { return At(500); }};
    options_.machine.clock = [] { return At(500); };
    options_.log = [this](const std::string& line) { lines_.push_back(line); };
  }
  WebSources& Open() {
    Result<std::unique_ptr<WebSources>> opened = WebSources::Open(pool_, options_);
    EXPECT_TRUE(opened) << opened.error().Message();
    sources_ = std::move(*opened);
    return *sources_;
  }
  static std::string Ids(WebSources& sources) {
    std::string ids;
    for (const auto& source : sources.List()) ids += (ids.empty() ? "" : " ") + source->id();
    return ids;
  }
  static std::string FoundAs(WebSources& sources, std::string_view hostspec) {
    const Result<std::shared_ptr<WebSource>> found = sources.FindHost(hostspec);
    return found ? (*found)->id() : found.error().what;
  }
  // Tests have one thread, which is that of every lane.
  static Context& ContextOf(WebSources& sources, std::string_view hostspec) {
    const auto source = std::dynamic_pointer_cast<LiveSource>(*sources.FindHost(hostspec));
    const Result<Context*> context = source->Connected();
    if (!context) throw std::runtime_error(context.error().Message());
    return **context;
  }

  const test::TempDirectory here_;
  WebSourcesOptions options_;
  std::chrono::nanoseconds now_ = 100s;
  std::vector<std::string> lines_;
  WorkerPool pool_{1};
  std::unique_ptr<WebSources> sources_;
};

TEST_F(WebSourcesTest, ThisMachineIsTheDefault) {
  test::WriteArchive(here_ / "a", "db1");
  options_.archives = {here_.path()};
  WebSources& sources = Open();
  EXPECT_EQ(Ids(sources), "localhost db1");
  EXPECT_EQ(sources.Default()->kind(), WebSource::Kind::kMachine);
  Context& machine = ContextOf(sources, "");
  EXPECT_TRUE(machine.Find("hinv.ncpu"));
  EXPECT_EQ(FoundAs(sources, "pcp://127.0.0.1"), "localhost");
  EXPECT_EQ(FoundAs(sources, machine.HostName()), "localhost");
  EXPECT_EQ(FoundAs(sources, "archive:db1"), "db1");
  EXPECT_EQ(sources.Find("db1")->kind(), WebSource::Kind::kArchive);
}

TEST_F(WebSourcesTest, WithoutThisMachineTheFirstArchiveIs) {
  options_.has_machine = false;
  options_.archives = {here_.path()};
  EXPECT_EQ(Open().Default(), nullptr);
  EXPECT_EQ(FoundAs(*sources_, "localhost"), "Unknown source");
  test::WriteArchive(here_ / "a", "db1");
  EXPECT_EQ(FoundAs(Open(), "localhost"), "db1");
}

TEST_F(WebSourcesTest, NamesAreNeverPaths) {
  test::WriteArchive(here_ / "secret", "db1");
  std::filesystem::create_directory(here_ / "served");
  test::WriteArchive(here_ / "served/a", "db2");
  options_.archives = {here_ / "served"};
  WebSources& sources = Open();
  for (const std::string& name :
       {std::string("archive:../secret"), "archive:" + (here_ / "secret"),
        "archive:" + (here_ / "served/a"), std::string("archive:db2/../../secret"),
        std::string("archive:a"), std::string("archive:"), here_ / "secret",
        std::string("archive:db1?rate=1"), "archive:" + std::string(5000, 'x')})
    EXPECT_EQ(FoundAs(sources, name), "Unknown source") << name;
}

TEST_F(WebSourcesTest, AHostThatIsNotAllowedIsUnknown) {
  options_.allowed_hosts = {"db*"};
  WebSources& sources = Open();
  for (const char* name :
       {"other", "db1:22", "unix:/run/pcp/pmcd.socket", "db1@db2", "[::", "db1:x"})
    EXPECT_EQ(FoundAs(sources, name), "Unknown source") << name;
  EXPECT_EQ(FoundAs(sources, "db1"), "db1");
  EXPECT_EQ(*sources.FindHost("db1"), *sources.FindHost("db1")) << "one connection for all";
  EXPECT_NE(*sources.FindHost("db1"), *sources.FindHost("db1?container=web"));
  EXPECT_EQ(Ids(sources), "localhost");
}

TEST_F(WebSourcesTest, OnlySoManyHostsAreAskedAtATime) {
  options_.allowed_hosts = {"db*"};
  WebSources& sources = Open();
  std::vector<std::shared_ptr<WebSource>> used;
  for (int i = 0; i < 64; ++i) used.push_back(*sources.FindHost("db" + std::to_string(i)));
  EXPECT_EQ(FoundAs(sources, "db64"), "Too many hosts and tapes are in use");
  EXPECT_EQ(FoundAs(sources, "db1"), "db1");
  used.pop_back();
  EXPECT_EQ(FoundAs(sources, "db64"), "db64");
}

TEST_F(WebSourcesTest, AHostIsAskedThroughItsCollector) {
  const test::ModelHost model;
  const test::ScriptedCollector collector([&](test::ClientEnd& client) { model.Serve(client); });
  options_.hosts = {{"web", collector.host()}};
  WebSources& sources = Open();
  EXPECT_EQ(Ids(sources), "localhost web");
  for (const char* name : {"web", "pcp://web", "web?note=x"})
    EXPECT_EQ(ContextOf(sources, name).HostName(), "modelhost") << name;
  EXPECT_EQ(sources.Find("web"), *sources.FindHost("web"));
}

TEST_F(WebSourcesTest, AHostThatIsGoneFailsUntilItIsBack) {
  const test::ModelHost model;
  auto collector = std::make_unique<test::ScriptedCollector>(
      [&](test::ClientEnd& client) { model.Serve(client); });
  options_.hosts = {{"web", collector->host()}};
  const auto source = std::dynamic_pointer_cast<LiveSource>(Open().Find("web"));
  EXPECT_TRUE(source->Connected());
  collector.reset();
  const Result<Context*> lost = source->Connected();
  EXPECT_FALSE(lost);
  EXPECT_EQ(test::ErrorOf(source->Connected()), test::ErrorOf(lost)) << "not tried again yet";
}

TEST_F(WebSourcesTest, TwoHostsCannotHaveOneName) {
  options_.hosts = {{"web", "a"}, {"web", "b"}};
  EXPECT_EQ(test::ErrorOf(WebSources::Open(pool_, options_)),
            "The name of a host is empty, or taken: \"web\"");
}

TEST_F(WebSourcesTest, AMissingArchiveIsAnError) {
  options_.archives = {here_ / "none"};
  EXPECT_EQ(test::ErrorOf(WebSources::Open(pool_, options_)), "No such archive");
}

TEST_F(WebSourcesTest, ADamagedArchiveDoesNotSpoilOthers) {
  test::WriteArchive(here_ / "a", "db1");
  test::WriteArchive(here_ / "b", "db2");
  std::filesystem::resize_file(here_ / "b.meta", 200);
  options_.archives = {here_.path()};
  WebSources& sources = Open();
  EXPECT_FALSE(std::dynamic_pointer_cast<ArchiveSource>(sources.Find("db2"))->Borrow());
  EXPECT_TRUE(std::dynamic_pointer_cast<ArchiveSource>(sources.Find("db1"))->Borrow());
  EXPECT_EQ(lines_.size(), 1u);
}

TEST_F(WebSourcesTest, NewArchivesAreFoundLater) {
  options_.archives = {here_.path()};
  WebSources& sources = Open();
  test::WriteArchive(here_ / "a", "db1");
  EXPECT_EQ(Ids(sources), "localhost") << "too early to look";
  now_ += 10s;
  EXPECT_EQ(Ids(sources), "localhost db1");
  test::WriteArchive(here_ / "b", "db2");
  now_ += 10s;
  EXPECT_TRUE(test::WaitUntil([&] { return sources.Find("db2") != nullptr; }))
      << "another thread has looked";
}

class PlayedArchiveTest : public WebSourcesTest {
 protected:
  void SetUp() override {
    archive_ = test::BeginArchive(here_ / "a", "db1", 0, 100);
    options_.archives = {here_.path()};
    Open();
  }
  // "LOAD at STAMP".
  std::string Fetched(const std::string& attributes) {
    Context& context = ContextOf(*sources_, "archive:db1?" + attributes);
    FetchResult result;
    if (!test::Got(context.Fetch(std::vector{test::kToyLoad}, result))) return "nothing";
    return std::to_string(std::lround(result.AllValues()[0].AsDouble())) + " at " +
           std::to_string(std::lround(SecondsBetween(At(0), result.stamp())));
  }

  std::unique_ptr<test::ArchiveBuilder> archive_;
};

TEST_F(PlayedArchiveTest, ValuesFollowTheTapeWithTheStampsOfNow) {
  const std::string tape = "start=@" + std::to_string(test::kEpoch + 10) + "&rate=10";
  EXPECT_EQ(Fetched(tape), "10 at 500");
  now_ += 2s;
  EXPECT_EQ(Fetched(tape), "30 at 500");
  EXPECT_EQ(Fetched(tape + "&stamps=recorded"), "10 at 10") << "another tape, which begins now";
  now_ += 20s;
  EXPECT_EQ(Fetched(tape), "99 at 500") << "holds at the end";
}

TEST_F(PlayedArchiveTest, ATapeAtTheEndFollowsTheArchive) {
  EXPECT_EQ(Fetched("stamps=recorded"), "99 at 99");
  archive_->Record(At(100), {test::Single(test::kToyLoad, 100.0)});
  ASSERT_TRUE(archive_->writer().Sync());
  now_ += 2s;
  EXPECT_EQ(Fetched("stamps=recorded"), "99 at 99") << "goes on from there";
  now_ += 2s;
  EXPECT_EQ(Fetched("stamps=recorded"), "100 at 100");
}

TEST_F(PlayedArchiveTest, DamageIsLoggedAndPassed) {
  test::DamageRecord(here_ / "a.0", 98);
  EXPECT_EQ(Fetched("stamps=recorded"), "99 at 99");
  EXPECT_EQ(lines_.size(), 1u) << "looking for the last sample meets it";
  now_ += 2s;
  EXPECT_EQ(Fetched("stamps=recorded"), "99 at 99");
}

TEST_F(PlayedArchiveTest, StoresMoveTheTape) {
  const auto source =
      std::dynamic_pointer_cast<LiveSource>(*sources_->FindHost("archive:db1?stamps=recorded"));
  const MetricId rate = *(*source->Connected())->Find("fdr.tape.rate");
  FetchResult values;
  values.Begin({});
  values.AddSet(rate, SetStatus::kValues);
  values.LastSet().format = ValueFormat::kPointer;
  values.AddNumber(kSingular, Type::kDouble, 8, std::bit_cast<std::uint64_t>(-10.0));
  EXPECT_TRUE(source->Store(values));
  now_ += 2s;
  EXPECT_EQ(Fetched("stamps=recorded"), "79 at 79");
}

TEST_F(PlayedArchiveTest, WrongAttributesAreErrors) {
  EXPECT_EQ(FoundAs(*sources_, "archive:db1?speed=1"), "an archive has no attribute \"speed\"");
  const auto source =
      std::dynamic_pointer_cast<LiveSource>(*sources_->FindHost("archive:db1?start=nonsense"));
  EXPECT_EQ(test::ErrorOf(source->Connected()).substr(0, 7), "start: ");
}

TEST_F(WebSourcesTest, ThisMachineTakesNoValues) {
  const auto machine = std::dynamic_pointer_cast<LiveSource>(Open().Default());
  EXPECT_EQ(machine->Store(FetchResult()).error().pcp_error, kPcpPermission);
}

}  // namespace
}  // namespace fdr
