// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Programs that keep memory mapped values do the same with our library as with PCP's.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "fdr/replay/sources/mmv/mmv_content.h"
#include "fdr/tests/mmv/mmv_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr const char* kDump = "/usr/lib/pcp/pmdas/mmv/mmvdump";

std::string OutputOf(const std::vector<std::string>& argv, const std::string& tmp = "/tmp",
                     const std::string& libraries = "") {
  const auto outcome = test::RunChild(
      {.argv = argv, .environment = {"PCP_TMP_DIR=" + tmp, "LD_LIBRARY_PATH=" + libraries}});
  EXPECT_TRUE(outcome && outcome->Succeeded()) << argv[0];
  return outcome ? outcome->out : "";
}

class MmvApiTest : public testing::Test {
 protected:
  MmvApiTest() {
    for (const char* side : {"ours", "peer", "drop-in"})
      std::filesystem::create_directories(directory_ / (std::string(side) + "/mmv"));
  }
  // Except for the numbers of processes.
  void ExpectSameFiles(const std::string& side, const std::string& other) const {
    EXPECT_EQ(test::FileNames(directory_ / (side + "/mmv")),
              test::FileNames(directory_ / (other + "/mmv")));
    for (const char* name : {"v1", "v2", "brief", "gone", "empty", "nothing"}) {
      ByteBuffer a = test::ReadFile(File(side, name)), b = test::ReadFile(File(other, name));
      for (ByteBuffer* file : {&a, &b}) {
        for (const std::size_t generation : {8u, 16u})
          test::Put(*file, generation, std::uint64_t{1});
        test::Put(*file, 32, 0);  // the process
      }
      EXPECT_TRUE(a == b) << side << " " << name;
    }
  }
  std::string File(const std::string& side, const std::string& name) const {
    return directory_ / (side + "/mmv/" + name);
  }

  test::TempDirectory directory_;
};

TEST_F(MmvApiTest, HasTheLayoutOfThePeersHeaders) {
  EXPECT_EQ(OutputOf({FDR_MMV_LAYOUT_OURS}), OutputOf({FDR_MMV_LAYOUT_PEER}));
}

TEST_F(MmvApiTest, HasTheSymbolsOfThePeersLibrary) {
  const auto symbols = [](const std::string& library) {
    const std::string all =
        OutputOf({"nm", "-D", "--defined-only", "--with-symbol-versions", library});
    return std::regex_replace(all, std::regex("(^|\n)[0-9a-f]+ "), "$1");
  };
  EXPECT_EQ(symbols(FDR_MMV_LIBRARY), symbols("/usr/lib/libpcp_mmv.so.1"));
}

TEST_F(MmvApiTest, AnswersAndWritesAsThePeersLibrary) {
  const std::string ours = OutputOf({FDR_MMV_DRIVER_OURS}, directory_ / "ours"),
                    peers = OutputOf({FDR_MMV_DRIVER_PEER}, directory_ / "peer");
  EXPECT_EQ(ours, peers);
  EXPECT_GT(ours.size(), 3500u);
  ExpectSameFiles("ours", "peer");
}

#ifdef FDR_PEER_LIBRARIES
TEST_F(MmvApiTest, AProgramThatWasLinkedWithThePeersLibraryRunsWithOurs) {
  const std::string peers = OutputOf({FDR_MMV_DRIVER_PEER}, directory_ / "peer"),
                    dropped_in =
                        OutputOf({FDR_MMV_DRIVER_PEER}, directory_ / "drop-in", FDR_PEER_LIBRARIES);
  EXPECT_EQ(dropped_in, peers);
  ExpectSameFiles("drop-in", "peer");
  // The other library lacks nothing that the program needs.
  const std::string loaded =
      OutputOf({"/usr/bin/ldd", FDR_MMV_DRIVER_PEER}, "/tmp", FDR_PEER_LIBRARIES);
  EXPECT_NE(loaded.find(std::string("libpcp_mmv.so.1 => ") + FDR_PEER_LIBRARIES), loaded.npos);
}

// Programs include the header as PCP's, and need no change.
TEST_F(MmvApiTest, BuildsThePeersOwnPrograms) {
  for (const char* program : {"mmv_simple", "mmv_genstats", "mmv_help", "mmv_instances", "mmv_poke",
                              "mmv_noinit", "mmv2_simple", "mmv2_genstats", "mmv2_instances",
                              "mmv3_simple", "mmv3_genstats", "mmv3_labels", "mmv3_bad_labels"}) {
    const std::string library = FDR_MMV_LIBRARY, folder = library.substr(0, library.rfind('/'));
    const auto compiled =
        test::RunChild({.argv = {"cc", "-w", std::string("-I") + FDR_PMAPI_INCLUDE,
                                 std::string("/var/lib/pcp/testsuite/src/") + program + ".c", "-o",
                                 directory_ / program, "-L" + folder, "-lfdr_mmv", "-lpcp"}});
    EXPECT_TRUE(compiled && compiled->Succeeded()) << program << ": " << compiled->err;
  }
}
#endif

// PCP's library leaves garbage behind the ends of labels.
TEST_F(MmvApiTest, FilesOfARegistryHaveTheContentOfThePeers) {
  OutputOf({FDR_MMV_DRIVER_OURS}, directory_ / "ours");
  OutputOf({FDR_MMV_DRIVER_PEER}, directory_ / "peer");
  const auto dump = [&](const std::string& side) {
    return std::regex_replace(OutputOf({kDump, File(side, "registry")}),
                              std::regex("(MMV file|Generated|Process) +=.*"), "$1");
  };
  EXPECT_EQ(dump("ours"), dump("peer"));
}

TEST_F(MmvApiTest, WritesFilesWithoutDefects) {
  OutputOf({FDR_MMV_DRIVER_OURS}, directory_ / "ours");
  for (const char* name : {"v1", "v2", "brief", "empty", "registry"}) {
    std::string defects;
    const ByteBuffer file = test::ReadFile(File("ours", name));
    EXPECT_TRUE(mmv::DecodeContent(file, [&](const mmv::Defect& defect) {
      // The driver labels what does not exist.
      if (defect.code != mmv::DefectCode::kLabelObject) defects += defect.what + "\n";
    })) << name;
    EXPECT_EQ(defects, "") << name;
  }
}

}  // namespace
}  // namespace fdr
