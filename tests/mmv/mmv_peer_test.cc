// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The built-in collector and PCP's agent look at the same files of memory mapped values.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/mmv/instruments.h"
#include "fdr/tests/mmv/mmv_builder.h"
#include "fdr/tests/mmv/shown_metrics.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer_collector.h"

namespace fdr {
namespace {

using test::MappedMetric;
using test::ToyMmv;

constexpr const char* kPrograms = "/var/lib/pcp/testsuite/src/";

Timestamp SystemTime() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp{}.Plus(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

// Also the file of the driver that wishes no cluster, and has no prefix.
bool IsChosen(std::string_view name) {
  return name.find("any") != name.npos || name.starts_with("mmv.a.rather.") || name == "mmv.text";
}

class MmvPeerTest : public testing::Test {
 protected:
  MmvPeerTest() { std::filesystem::create_directory(folder_); }

  void Write(const std::string& name, const ToyMmv& toy) const {
    test::WriteFile(collector_.tmp() + "/new", toy.Build());
    std::filesystem::rename(collector_.tmp() + "/new", folder_ + "/" + name);
  }

  // Builds a program of PCP's tests with PCP's library, and lets it write the file `name`.
  void RunWriter(const std::string& program, const std::vector<std::string>& arguments) const {
    const std::string binary = directory_ / program;
    const auto compiled = test::RunChild(
        {.argv = {"cc", "-w", kPrograms + program + ".c", "-o", binary, "-lpcp_mmv", "-lpcp"}});
    ASSERT_TRUE(compiled && compiled->Succeeded()) << program << ": " << compiled->err;
    std::vector<std::string> argv = {binary};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const auto ran = test::RunChild(
        {.argv = std::move(argv), .environment = {"PCP_TMP_DIR=" + collector_.tmp()}});
    ASSERT_TRUE(ran) << program;
    ASSERT_EQ(ran->signal, 0) << program;
  }

  void Open() {
    auto peer = LiveContext::Open(collector_.unix_socket());
    ASSERT_TRUE(peer) << peer.error().Message();
    peer_ = std::move(*peer);
    auto local = LocalContext::Open(
        {.clock = SystemTime, .mmv = folder_, .log = [this](const std::string& line) {
           log_.push_back(line);
         }});
    ASSERT_TRUE(local);
    local_ = std::move(*local);
  }

  // Compares all metrics but those of `departures`, which only the peer has.
  void Compare(const std::set<std::string>& only_peer = {}) {
    auto peers = test::ShowMetrics(*peer_, IsChosen), ours = test::ShowMetrics(*local_, IsChosen);
    for (const std::string& name : only_peer) {
      EXPECT_EQ(peers.erase(name), 1u) << name;
      EXPECT_EQ(ours.count(name), 0u) << name;
    }
    // The values and texts of the agent itself are its own.
    for (const char* name : {"mmv.control.reload", "mmv.control.debug", "mmv.control.files"}) {
      EXPECT_EQ(peers[name].substr(0, 20), ours[name].substr(0, 20));
      peers.erase(name);
      ours.erase(name);
    }
    for (const auto& [name, text] : peers) {
      ASSERT_EQ(ours.count(name), 1u) << "only PCP has " << name;
      EXPECT_EQ(ours[name], text) << name;
    }
    for (const auto& [name, text] : ours) EXPECT_EQ(peers.count(name), 1u) << "only ours: " << name;
    for (const auto& [name, text] : ours)
      if (text.ends_with("some time ")) CompareIntervals(name);
  }

  void CompareIntervals(const std::string& name) {
    const auto before = test::IntervalsOf(*peer_, name), ours = test::IntervalsOf(*local_, name),
               after = test::IntervalsOf(*peer_, name);
    for (const auto& [instance, value] : ours) {
      EXPECT_GE(value, before.at(instance)) << name;
      EXPECT_LE(value, after.at(instance)) << name;
    }
  }

  std::int64_t FileCount(Context& context) {
    return test::IntervalsOf(context, "mmv.control.files").at(kSingular);
  }

  test::PeerCollector collector_{{"pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so",
                                  "mmv 70 dso mmv_init /var/lib/pcp/pmdas/mmv/pmda_mmv.so"}};
  test::TempDirectory directory_;
  std::string folder_ = collector_.tmp() + "/mmv";
  std::vector<std::string> log_;
  std::unique_ptr<LiveContext> peer_;
  std::unique_ptr<LocalContext> local_;
};

TEST_F(MmvPeerTest, ShowsTheFilesOfPcpsOwnPrograms) {
  const std::pair<const char*, std::vector<std::string>> writers[] = {
      {"mmv_simple", {"simple"}},       {"mmv_genstats", {"any1", "0"}},
      {"mmv_help", {"help"}},           {"mmv_nostats", {"nostats"}},
      {"mmv_instances", {"cats"}},      {"mmv2_simple", {"simple2"}},
      {"mmv2_genstats", {"any2", "0"}}, {"mmv2_instances", {"dogs"}},
      {"mmv2_nostats", {"nostats2"}},   {"mmv3_simple", {"any3"}},
      {"mmv3_genstats", {"any4", "0"}}, {"mmv3_labels", {"any5"}},
      {"mmv3_nostats", {"nostats3"}},
  };
  // One at a time: most wish the same cluster.
  for (const auto& [program, arguments] : writers) {
    RunWriter(program, arguments);
    Open();
    Compare();
    EXPECT_EQ(FileCount(*local_), FileCount(*peer_)) << program;
    for (const auto& file : std::filesystem::directory_iterator(folder_))
      std::filesystem::remove(file);
    // The agent in PCP's collector may crash once files have gone.
    collector_.Kill();
    collector_.Start();
  }
}

TEST_F(MmvPeerTest, ShowsTheFilesOfOurLibrary) {
  const auto ran = test::RunChild(
      {.argv = {FDR_MMV_DRIVER_OURS}, .environment = {"PCP_TMP_DIR=" + collector_.tmp()}});
  ASSERT_TRUE(ran && ran->Succeeded());
  Open();
  Compare();
  EXPECT_GT(local_->Traverse("mmv")->size(), 15u);
  EXPECT_EQ(FileCount(*local_), FileCount(*peer_));
}

TEST_F(MmvPeerTest, ShowsTheInstrumentsOfAProgram) {
  mmv::InstrumentFile file("program", {.cluster = 50});
  const mmv::Domain domain = file.AddDomain({"in", "out"});
  auto& hits = file.Add<mmv::Counter>("hits", {.help = "one line", .more_help = "lines"});
  file.Add<mmv::Gauge>("depth") = -5;
  file.Add<mmv::RealGauge>("load", {.item = 77}) = 0.25;
  file.Add<mmv::Text>("state") = "ready";
  auto& time = file.Add<mmv::Timer>("time");
  file.Add<mmv::Counter>("jobs", domain)["out"] += 3;
  file.Add<mmv::Counter>(std::string(90, 'n'), {.units = Units{.dim_space = 1}});
  ASSERT_TRUE(file.Publish(folder_));
  hits += 3;
  const auto running = time.Measure();
  Open();
  Compare();
  EXPECT_EQ(FileCount(*local_), 1);
  EXPECT_EQ(test::IntervalsOf(*peer_, "mmv.program.hits").at(kSingular), 3);
}

// Versions, semantics of values, and what is missing.
TEST_F(MmvPeerTest, ShowsFilesThatOthersWrite) {
  const std::vector<MappedMetric> numbers = {
      {.name = "i32", .item = 1, .type = 0, .values = {{.bits = ~std::uint64_t{0}}}},
      {.name = "half", .item = 2, .type = 0, .values = {{.bits = 0xffffffff}}},
      {.name = "u32", .item = 3, .type = 1, .values = {{.bits = 0xffffffff}}},
      {.name = "i64", .item = 4, .type = 2, .values = {{.bits = ~std::uint64_t{0}}}},
      {.name = "u64", .item = 5, .type = 3, .values = {{.bits = ~std::uint64_t{0}}}},
      {.name = "f", .item = 6, .type = 4, .values = {{.bits = ~std::uint64_t{0}}}},
      {.name = "d", .item = 7, .type = 5, .values = {{.bits = ~std::uint64_t{0}}}},
      {.name = "empty", .item = 8, .type = 6},
      {.name = "text", .item = 9, .type = 6, .semantics = 4, .values = {{.text = "some text"}}},
      {.name = "elapsed",
       .item = 10,
       .type = 9,
       .units = 0x10010000,
       .values = {{.bits = 1000, .extra = 0}}},
      {.name = "running",
       .item = 11,
       .type = 9,
       .units = 0x01001000,
       .values = {{.bits = 1000, .extra = -1'700'000'000'000'000}}},
      {.name = "no.value", .item = 12, .values = {}},
      {.name = "twice", .item = 13, .values = {{.bits = 1}, {.bits = 2}}},
      {.name = "unsupported", .item = 14, .type = -1},
  };
  Write("plain", {.cluster = 20, .metrics = numbers});
  Write("sentinel", {.flags = 4, .cluster = 21, .metrics = numbers});
  Write("no_prefix", {.flags = 1, .cluster = 22, .metrics = {{.name = "bare.x"}}});
  Write("alive", {.flags = 2, .process = ::getpid(), .cluster = 23, .metrics = {{.name = "x"}}});
  Write("dead", {.flags = 2, .process = 4'194'304, .cluster = 24, .metrics = {{.name = "x"}}});
  Write("texts",
        {.version = 2,
         .cluster = 25,
         .indoms = {{.serial = 2047, .instances = {{9, "nine"}, {1, "one"}}, .short_text = "s"},
                    {.serial = 3, .instances = {{0, "zero"}}, .long_text = "l"}},
         .metrics = {
             {.name = "short", .item = 1, .short_text = "s"},
             {.name = "long", .item = 2, .long_text = "l"},
             {.name = std::string(200, 'n'),
              .item = 1023,
              .serial = 2047,
              .values = {{.bits = 1, .instance = 1}, {.bits = 9, .instance = 9}}},
             {.name = "part", .item = 4, .serial = 2047, .values = {{.bits = 4, .instance = 9}}},
             {.name = "zero", .item = 5, .serial = 3, .values = {{.instance = 0}}}}});
  Write("labels",
        {.version = 3,
         .cluster = 26,
         .indoms = {{.serial = 1, .instances = {{1, "one"}, {2, "two"}}}},
         .metrics = {{.name = "x", .serial = 1, .values = {{.instance = 1}, {.instance = 2}}}},
         .labels = {{.flags = 8, .object = 26, .json = R"({"z":"last"})"},
                    {.flags = 8, .object = 26, .json = R"({"a":1})"},
                    {.flags = 16 | 128, .object = 1, .json = R"({"item":[1,2]})"},
                    {.flags = 4, .object = 1, .json = R"({"domain":null})"},
                    {.flags = 32, .object = 1, .instance = 2, .json = R"({"i":true})"}}});
  Write("high", {.cluster = 4095, .metrics = {{.name = "x"}}});
  Write("any_a", {.metrics = {{.name = "x"}}});
  Write("any_b", {.metrics = {{.name = "x"}}});
  Write("with.dot", {.cluster = 27, .metrics = {{.name = "x"}}});
  Open();
  Compare();
  EXPECT_EQ(FileCount(*local_), FileCount(*peer_));
}

TEST_F(MmvPeerTest, RefusesTheSameFiles) {
  const auto one = [](ToyMmv toy) {
    toy.metrics = {{.name = "x"}};
    return toy;
  };
  Write("generations", one({.cluster = 30}));
  Write("magic", one({.cluster = 31}));
  Write("version", one({.version = 1, .cluster = 32}));
  Write("large_cluster", one({.cluster = 4096}));
  Write("negative_cluster", one({.cluster = -1}));
  Write("zero", one({.generation = 0, .cluster = 33}));
  Write(".hidden", one({.cluster = 34}));
  const auto change = [&](const char* name, std::size_t at, auto value) {
    ByteBuffer bytes = test::ReadFile(folder_ + "/" + name);
    test::Put(bytes, at, value);
    test::WriteFile(folder_ + "/" + name, bytes);
  };
  change("generations", 16, std::uint64_t{3});
  change("magic", 0, 'm');
  change("version", 4, 4);
  for (const std::size_t size : {0u, 8u, 40u}) {
    ByteBuffer bytes = one({.cluster = 35}).Build();
    bytes.resize(size);
    test::WriteFile(folder_ + "/cut" + std::to_string(size), bytes);
  }
  std::filesystem::create_directory(folder_ + "/folder");
  Open();
  Compare();
  EXPECT_EQ(FileCount(*local_), 0);
  EXPECT_EQ(FileCount(*peer_), 0);
  EXPECT_EQ(log_.size(), 10u);
}

// The programs of PCP's tests that write damaged files.
TEST_F(MmvPeerTest, RefusesPcpsOwnDamagedFiles) {
  for (const char* kind : {"-h", "-c", "-i", "-m"}) RunWriter("badmmv", {kind});
  Open();
  Compare();
  EXPECT_EQ(FileCount(*local_), FileCount(*peer_));
}

// docs/compatibility.md has the reasons.
TEST_F(MmvPeerTest, DepartsWhereThePeerMakesNamesAndTypesThatDoNotExist) {
  Write("odd", {.cluster = 41,
                .metrics = {{.name = "1x", .item = 1},
                            {.name = "", .item = 2},
                            {.name = "a..b", .item = 3},
                            {.name = "fine", .item = 4},
                            {.name = "a b", .item = 5},
                            {.name = "type", .item = 6, .type = 77},
                            {.name = "semantics", .item = 7, .semantics = 9},
                            {.name = "item", .item = 1024},
                            {.name = "again", .item = 4}}});
  Open();
  const auto ours = test::ShowMetrics(*local_, IsChosen),
             peers = test::ShowMetrics(*peer_, IsChosen);
  EXPECT_EQ(ours.size(), 4u);
  EXPECT_EQ(ours.count("mmv.odd.fine"), 1u);
  EXPECT_GT(peers.size(), ours.size());
  ASSERT_EQ(log_.size(), 1u);
  EXPECT_NE(log_[0].find("(and 7 more)"), std::string::npos) << log_[0];
}

TEST_F(MmvPeerTest, DepartsWhereTheLastSectionOfAFileIsCut) {
  ByteBuffer bytes = ToyMmv{.cluster = 35, .metrics = {{.name = "x"}}}.Build();
  bytes.resize(200);
  test::WriteFile(folder_ + "/cut", bytes);
  Open();
  Compare({"mmv.cut.x"});
}

TEST_F(MmvPeerTest, HasHelpTextsOfDomainsWhichThePeerLacks) {
  Write("texts", {.cluster = 25,
                  .indoms = {{.serial = 7, .short_text = "one line", .long_text = "all of it"}},
                  .metrics = {{.name = "x", .serial = 7, .values = {}}}});
  Open();
  const std::uint32_t domain = local_->DescOf(local_->Find("mmv.texts.x").value())->indom.value;
  EXPECT_FALSE(peer_->Text(TextKind::kInDomOneLine, domain));
  EXPECT_EQ(local_->Text(TextKind::kInDomOneLine, domain).value(), "one line");
  EXPECT_EQ(local_->Text(TextKind::kInDomHelp, domain).value(), "all of it");
}

TEST_F(MmvPeerTest, DepartsWhereTwoFilesWishOneCluster) {
  Write("a", {.cluster = 12, .metrics = {{.name = "x", .values = {{.bits = 1}}}}});
  Write("b", {.cluster = 12, .metrics = {{.name = "x", .values = {{.bits = 2}}}}});
  Open();
  EXPECT_EQ(peer_->Find("mmv.a.x").value(), peer_->Find("mmv.b.x").value());
  EXPECT_NE(local_->Find("mmv.a.x").value(), local_->Find("mmv.b.x").value());
  EXPECT_EQ(test::IntervalsOf(*local_, "mmv.b.x").at(kSingular), 2);
}

}  // namespace
}  // namespace fdr
