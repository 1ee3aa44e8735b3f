// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts from which the sources of the built-in collector are built.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "fdr/replay/sources/local/cgroups/container_name.h"
#include "fdr/replay/sources/local/derived_column.h"
#include "fdr/replay/sources/local/disks/block_device_names.h"
#include "fdr/replay/sources/local/field_scanner.h"
#include "fdr/replay/sources/local/grid.h"
#include "fdr/replay/sources/local/instance_table.h"
#include "fdr/replay/sources/local/kernel_file.h"
#include "fdr/replay/sources/local/keyed_columns.h"
#include "fdr/replay/sources/local/network/tcp_states.h"
#include "fdr/replay/sources/local/processors/node_map.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::local {
namespace {

TEST(FieldScannerTest, TakesWordsAndLines) {
  FieldScanner in("one\t two\nthree");
  EXPECT_EQ(in.Word(), "one");
  EXPECT_EQ(in.Line(), "\t two");
  EXPECT_EQ(in.Word(), "three");
  EXPECT_EQ(in.Word(), "");
  EXPECT_TRUE(in.AtEnd());
  EXPECT_EQ(in.Line(), "");
}

TEST(FieldScannerTest, TakesNumbersOfEitherSign) {
  FieldScanner in("17 -1 18446744073709551615 x");
  std::uint64_t number = 0;
  EXPECT_TRUE(in.Number(number));
  EXPECT_EQ(number, 17u);
  EXPECT_TRUE(in.Number(number));
  EXPECT_EQ(number, ~std::uint64_t{0});
  EXPECT_TRUE(in.Number(number));
  EXPECT_EQ(number, ~std::uint64_t{0});
  EXPECT_FALSE(in.Number(number));
  EXPECT_EQ(in.rest(), "x");
  EXPECT_FALSE(FieldScanner("-").Number(number));
  EXPECT_FALSE(FieldScanner("").Number(number));
}

TEST(FieldScannerTest, TakesHexadecimalNumbers) {
  std::uint64_t number = 0;
  EXPECT_TRUE(FieldScanner(" 0000035b").Number(number, 16));
  EXPECT_EQ(number, 0x35bu);
  EXPECT_FALSE(FieldScanner("g").Number(number, 16));
  EXPECT_FALSE(FieldScanner("10000000000000000").Number(number, 16)) << "too large";
}

TEST(FieldScannerTest, TakesRealNumbers) {
  double number = 0;
  EXPECT_TRUE(FieldScanner(" 0.25 ").Real(number));
  EXPECT_EQ(number, 0.25);
  EXPECT_FALSE(FieldScanner("x").Real(number));
}

TEST(FieldScannerTest, SkipsWhatItIsToldTo) {
  FieldScanner in("  key: value");
  std::string_view text;
  EXPECT_FALSE(in.UpTo(';', text));
  EXPECT_FALSE(in.Skip("value"));
  EXPECT_TRUE(in.Skip("key"));
  EXPECT_TRUE(in.UpTo(':', text));
  EXPECT_EQ(text, "");
  EXPECT_EQ(Trimmed(in.rest()), "value");
  EXPECT_EQ(Trimmed(" \t\n"), "");
}

TEST(GridTest, ForgetsWhatNoMetricAsksFor) {
  Grid grid;
  const Column one = grid.Add("one");
  EXPECT_EQ(grid.Add("one"), one);
  EXPECT_EQ(grid.Find("two"), kNoColumn);
  grid.AddRow(7);
  grid.SetInteger(kNoColumn, 1);
  grid.SetReal(kNoColumn, 1);
  grid.SetText(kNoColumn, "text");
  grid.AddInteger(0, kNoColumn, 1);
  EXPECT_EQ(grid.At(0, one).kind, Cell::Kind::kNone);
  EXPECT_FALSE(grid.Integer(0, kNoColumn));
  EXPECT_FALSE(grid.Integer(0, one));
  EXPECT_FALSE(grid.Integer(1, one));
}

TEST(GridTest, NothingIsSetWithoutARow) {
  Grid grid;
  const Column a = grid.Add("a");
  grid.SetInteger(a, 1);
  grid.SetText(a, "text");
  grid.SetZeros();
  grid.SetInteger(7, a, 1);
  grid.AddRow(1);
  EXPECT_EQ(grid.At(0, a).kind, Cell::Kind::kNone);
}

TEST(GridTest, KeepsTextsApart) {
  Grid grid;
  const Column a = grid.Add("a"), b = grid.Add("b");
  grid.AddRow(1);
  grid.SetText(a, "first");
  grid.SetText(b, "");
  grid.AddRow(2);
  grid.SetText(0, b, "third");
  EXPECT_EQ(grid.Text(grid.At(0, a)), "first");
  EXPECT_EQ(grid.Text(grid.At(0, b)), "third");
  EXPECT_EQ(grid.TextWithNul(grid.At(0, a)), std::string_view("first\0", 6));
  EXPECT_EQ(grid.At(1, a).kind, Cell::Kind::kNone);
  grid.Clear();
  EXPECT_TRUE(grid.rows().empty());
}

TEST(GridTest, AddsUp) {
  Grid grid;
  const Column a = grid.Add("a");
  grid.AddRow(1);
  grid.AddInteger(0, a, 2);
  grid.AddInteger(0, a, 3);
  EXPECT_EQ(grid.Integer(0, a), 5u);
  grid.SetNone(a);
  EXPECT_FALSE(grid.Integer(0, a));
}

TEST(DerivedColumnTest, NeedsAllTermsUnlessToldOtherwise) {
  Grid grid;
  const Column sum = grid.Add("sum"), some = grid.Add("some"), a = grid.Add("a"), b = grid.Add("b");
  DerivedColumn all(grid, "sum", {"a"}, {"b"});
  DerivedColumn any(grid, "some", {"a", "b"}, {}, DerivedColumn::Missing::kIsZero);
  grid.AddRow(1);
  all.Fill();
  any.Fill();
  EXPECT_FALSE(grid.Integer(0, sum));
  EXPECT_FALSE(grid.Integer(0, some));
  grid.SetInteger(a, 10);
  all.Fill();
  any.Fill();
  EXPECT_FALSE(grid.Integer(0, sum));
  EXPECT_EQ(grid.Integer(0, some), 10u);
  grid.SetInteger(b, 4);
  all.Fill(1024, 2);
  EXPECT_EQ(grid.Integer(0, sum), 6u * 512);
}

TEST(KeyedColumnsTest, FollowsAFileThatChanges) {
  Grid grid;
  const Column a = grid.Add("a"), b = grid.Add("b");
  KeyedColumns columns(grid);
  EXPECT_EQ(columns.At(0, "a"), a);
  EXPECT_EQ(columns.At(1, "b"), b);
  EXPECT_EQ(columns.At(0, "b"), b);
  EXPECT_EQ(columns.At(1, "c"), kNoColumn);
  EXPECT_EQ(columns.At(1'000'000'000, "a"), a) << "without memory for all that could come before";
}

TEST(InstanceTableTest, GivesOutIdentifiersOnce) {
  InstanceTable table;
  EXPECT_EQ(table.IdOf("sda"), 0);
  EXPECT_EQ(table.IdOf("sdb"), 1);
  EXPECT_EQ(table.IdOf("sda"), 0);
  table.Name(7, "cpu7");
  table.Name(7, "cpu7");
  EXPECT_EQ(table.IdOf("new"), 8);
  EXPECT_EQ(table.NameOf(7), "cpu7");
  EXPECT_EQ(table.NameOf(100), "");
  table.Name(7, "other");
  EXPECT_EQ(table.IdOf("cpu7"), 9) << "another one by now";
}

TEST(InstanceTableTest, WhatIsKeptOfInstancesThatAreGoneCanBeDropped) {
  std::unordered_map<InstanceId, int> map = {{1, 1}, {2, 2}, {3, 3}};
  const InstanceId all[] = {1, 2, 3}, some[] = {4, 2};
  KeepOnly(map, all);
  EXPECT_EQ(map.size(), 3u);
  KeepOnly(map, some);
  EXPECT_EQ(map, (std::unordered_map<InstanceId, int>{{2, 2}}));
}

TEST(KernelFileTest, IsReadAnew) {
  const test::TempDirectory directory;
  ReadBuffer buffer;
  KernelFile file(directory / "file");
  EXPECT_FALSE(file.Read(buffer));
  test::WriteFile(directory / "file", AsBytes("first"));
  EXPECT_EQ(file.Read(buffer), "first");
  test::WriteFile(directory / "file", AsBytes("2nd"));
  EXPECT_EQ(file.Read(buffer), "2nd");
}

TEST(KernelFileTest, MayBeLargerThanTheBuffer) {
  const test::TempDirectory directory;
  const std::string large(1'000'000, 'x');
  test::WriteFile(directory / "file", AsBytes(large));
  for (const Pieces pieces : {Pieces::kOne, Pieces::kMany}) {
    ReadBuffer buffer;
    EXPECT_EQ(buffer.ReadFile(AT_FDCWD, (directory / "file").c_str(), pieces), large);
  }
}

TEST(KernelFileTest, ADirectoryIsNoFile) {
  const test::TempDirectory directory;
  ReadBuffer buffer;
  EXPECT_FALSE(buffer.ReadFile(AT_FDCWD, directory.path().c_str()));
  EXPECT_FALSE(buffer.ReadFile(AT_FDCWD, (directory / "none").c_str()));
  KernelFile file(directory.path());
  EXPECT_FALSE(file.Read(buffer));
}

TEST(NodeMapTest, ReadsListsOfNumbers) {
  EXPECT_EQ(NumberList("0-2,8\n"), (std::vector<InstanceId>{0, 1, 2, 8}));
  EXPECT_EQ(NumberList("3"), std::vector<InstanceId>{3});
  EXPECT_TRUE(NumberList("").empty());
  EXPECT_TRUE(NumberList("2-").empty());
  EXPECT_TRUE(NumberList("0-4294967295").empty()) << "more than there can be";
}

TEST(NodeMapTest, ReadsNumberedNames) {
  EXPECT_EQ(NumberedName("cpu12", "cpu"), 12);
  EXPECT_FALSE(NumberedName("cpu", "cpu"));
  EXPECT_FALSE(NumberedName("cpufreq", "cpu"));
  EXPECT_FALSE(NumberedName("node1", "cpu"));
  EXPECT_FALSE(NumberedName("cpu99999999999", "cpu"));
}

TEST(BlockDeviceNamesTest, KnowsKindsByName) {
  for (const char* disk : {"sda", "sdaa", "nvme0n1", "mmcblk0", "nbd0", "rbd0", "cciss/c0d0"})
    EXPECT_EQ(KindOf(disk), BlockDeviceKind::kDisk) << disk;
  for (const char* part : {"sda1", "nvme0n1p1", "mmcblk0p2", "xvda1", "cciss/c0d0p1", "7", "p1"})
    EXPECT_EQ(KindOf(part), BlockDeviceKind::kPartition) << part;
  EXPECT_EQ(KindOf("dm-3"), BlockDeviceKind::kDeviceMapper);
  EXPECT_EQ(KindOf("md127"), BlockDeviceKind::kRaid);
  for (const char* other : {"loop0", "ram1", "zram0", "sr0"})
    EXPECT_EQ(KindOf(other), BlockDeviceKind::kOther) << other;
}

TEST(ContainerNameTest, IsTheFirst64HexadecimalDigits) {
  const std::string id(64, 'a');
  EXPECT_EQ(ContainerOf("/docker/" + id), id);
  EXPECT_EQ(ContainerOf("/system.slice/docker-" + id + ".scope"), id);
  EXPECT_EQ(ContainerOf("/" + id.substr(1)), "");
  EXPECT_EQ(ContainerOf(""), "");
}

TEST(TcpStatesTest, CountsWhatIsListed) {
  const auto counts = CountListed(
      "  sl  local_address rem_address   st tx_queue\n"
      "   0: 0100007F:07E8 00000000:0000 0A 00000000\n"
      "   1: 0100007F:07E8 00000000:0000 0A 00000000\n"
      "   2: 0100007F:07E8 00000000:0000 01 00000000\n"
      "   3: 0100007F:07E8 00000000:0000 FF 00000000\n"
      "   4: torn\n");
  EXPECT_EQ(counts[10], 2u);
  EXPECT_EQ(counts[1], 1u);
  EXPECT_EQ(counts[0], 0u);
  EXPECT_EQ(CountListed("")[10], 0u);
}

TEST(TcpStatesTest, AsksTheKernelForWhatItLists) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(listen(listener, 1), 0);
  SocketDiagnosis diagnosis;
  ReadBuffer buffer;
  // Connections may come and go between the two counts.
  bool are_equal = false;
  for (int i = 0; i < 50 && !are_equal; ++i) {
    const auto asked = diagnosis.Count();
    ASSERT_TRUE(asked) << "no sock_diag(7)?";
    const auto list = buffer.ReadFile(AT_FDCWD, "/proc/net/tcp");
    ASSERT_TRUE(list);
    EXPECT_GE(asked->ip4[10], 1u);
    are_equal = asked->ip4 == CountListed(*list);
  }
  EXPECT_TRUE(are_equal);
  close(listener);
}

}  // namespace
}  // namespace fdr::local
