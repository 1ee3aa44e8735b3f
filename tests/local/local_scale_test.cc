// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The cost of the built-in collector: it allocates no memory once it is in use.  Very many
// processes do not cost much.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/local/kernel_tree.h"
#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

std::unique_ptr<LocalContext> OpenTree(const std::string& tree) {
  LocalOptions options;
  options.clock = [] { return Timestamp{1'700'000'000, 0}; };
  options.proc = tree + "/proc";
  options.sys = tree + "/sys";
  options.etc = tree + "/etc";
  options.run = tree + "/run";
  auto context = LocalContext::Open(options);
  EXPECT_TRUE(context);
  return std::move(*context);
}

std::vector<MetricId> IdsBelow(LocalContext& context, std::string_view top) {
  std::vector<MetricId> ids;
  const auto names = context.Traverse(top);
  const auto found = context.Find(*names);
  for (const auto& id : *found) ids.push_back(id.value());
  return ids;
}

TEST(LocalScaleTest, NothingIsAllocatedOnceAllHasBeenRead) {
  const auto context = OpenTree(test::TestData("local/two-nodes"));
  const std::vector<MetricId> ids = IdsBelow(*context, "");
  FetchResult result;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(context->Fetch(ids, result));
  ASSERT_GT(result.AllValues().size(), 1500u);
  const test::AllocationLimit limit(0);
  ASSERT_TRUE(context->Fetch(ids, result));
  EXPECT_EQ(limit.peak(), 0u);
}

TEST(LocalScaleTest, InterfacesThatComeAndGoLeaveNoFilesOpen) {
  const auto open_files = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  const test::KernelTree tree;
  const auto context = OpenTree(tree.Path(""));
  const std::vector<MetricId> ids = IdsBelow(*context, "network.interface");
  FetchResult result;
  std::ptrdiff_t at_first = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "veth" + std::to_string(i);
    tree.Write("proc/net/dev", "\n\n" + name + ": 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
    for (const char* file : {"/type", "/speed", "/duplex", "/address"})
      tree.Write("sys/class/net/" + name + file, "1\n");
    ASSERT_TRUE(context->Fetch(ids, result));
    if (i == 10) at_first = open_files();
  }
  EXPECT_GT(result.AllValues().size(), 20u);
  EXPECT_LE(open_files(), at_first + 4);
}

TEST(LocalScaleTest, AHundredThousandProcessesAreRead) {
  // Under a sanitizer only every tenth number is a process.
  constexpr int kLastProcess = 100'000, kProcesses = kLastProcess / test::kSlowness;
  const test::KernelTree tree;
  const auto path_of = [&](int pid) { return "proc/" + std::to_string(pid); };
  const std::string first = path_of(test::kSlowness);
  tree.Write(first + "/stat",
             "1 (toy) S 0 1 1 0 -1 4194304 11 12 13 14 25 36 47 58 20 -5 1 0 3734267 4096000 20 "
             "18446744073709551615 1 2 3 4 5 6 7 8 9 1 0 0 17 1 0 0 21 22 23\n");
  tree.Write(first + "/cmdline", std::string_view("toy\0", 4));
  for (int pid = 2 * test::kSlowness; pid <= kLastProcess; pid += test::kSlowness)
    std::filesystem::create_symlink(std::to_string(test::kSlowness), tree.Path(path_of(pid)));
  const auto context = OpenTree(tree.Path(""));
  const MetricId ids[] = {context->Find("proc.psinfo.utime").value(),
                          context->Find("proc.nprocs").value()};
  FetchResult result;
  ASSERT_TRUE(context->Fetch(ids, result));
  EXPECT_EQ(result.Values(result.sets()[0]).size(), std::size_t{kProcesses});
  EXPECT_EQ(result.Values(result.sets()[1])[0].Word(), std::uint32_t{kProcesses});
  const auto members = context->Instances(InDomId::Build(3, 9));
  ASSERT_EQ(members->size(), std::size_t{kProcesses});
  EXPECT_EQ(members->back().name, "100000 toy");

  // The collector reads only the instances that the profile wants.
  Profile profile;
  profile.SetAll(false);
  profile.Include(InDomId::Build(3, 9), {4710});
  context->SetProfile(profile);
  ASSERT_TRUE(context->Fetch(ids, result));
  EXPECT_EQ(result.Values(result.sets()[0]).size(), 1u);
  EXPECT_EQ(result.Values(result.sets()[0])[0].instance, 4710);
}

}  // namespace
}  // namespace fdr
