// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers of the built-in collector about the host as a whole, and answers that do not depend on
// PCP.

#include <gtest/gtest.h>
#include <utmp.h>

#include <cstring>

#include "fdr/tests/local/kernel_tree.h"

namespace fdr {
namespace {

using test::KernelTree;

LocalOptions OptionsOf(const KernelTree& tree) {
  LocalOptions options;
  options.clock = [] { return Timestamp{1'700'000'000, 0}; };
  options.proc = tree.Path("proc");
  options.sys = tree.Path("sys");
  options.etc = tree.Path("etc");
  options.run = tree.Path("run");
  return options;
}

std::string TimeZoneOf(const KernelTree& tree) {
  return (*LocalContext::Open(OptionsOf(tree)))->TimeZone();
}

TEST(LocalHostTest, TheTimeZoneIsTheRuleAtTheEndOfTheZoneFile) {
  const KernelTree tree;
  EXPECT_EQ(TimeZoneOf(tree), "UTC") << "no such file";
  tree.Write("etc/localtime", "TZif2...\nAEST-10AEDT,M10.1.0,M4.1.0/3\n");
  EXPECT_EQ(TimeZoneOf(tree), "AEST-10AEDT,M10.1.0,M4.1.0/3");
  for (const char* zone :
       {"TZif2...\nUTC0\n", "TZif2...\n\n", "TZif2", "TZif2...\ntorn", "AEST-10\n"}) {
    tree.Write("etc/localtime", zone);
    EXPECT_EQ(TimeZoneOf(tree), "UTC") << zone;
  }
}

TEST(LocalHostTest, TheNameOfTheTimeZoneIsWhereTheZoneFileIs) {
  KernelTree tree;
  EXPECT_EQ(tree.Value("pmcd.zoneinfo"), "");
  KernelTree linked;
  linked.Link("etc/localtime", "/usr/share/zoneinfo/Australia/Melbourne");
  EXPECT_EQ(linked.Value("pmcd.zoneinfo"), ":Australia/Melbourne");
  EXPECT_EQ(linked.Value("pmcd.timezone"), "UTC") << "as the options say";
  KernelTree elsewhere;
  elsewhere.Link("etc/localtime", "/somewhere/Melbourne");
  EXPECT_EQ(elsewhere.Value("pmcd.zoneinfo"), "");
}

TEST(LocalHostTest, EachStartOfTheMachineHasNumbersOfItsOwn) {
  KernelTree tree, later, without;
  tree.Write("proc/sys/kernel/random/boot_id", "5f3c0123-89ab-cdef-0123-456789abcdef\n");
  later.Write("proc/sys/kernel/random/boot_id", "6f3c0123-89ab-cdef-0123-456789abcdef\n");
  EXPECT_EQ(tree.Value("pmcd.seqnum"), std::to_string(0x5f3c0123));
  EXPECT_EQ(tree.Value("pmcd.pid"), tree.Value("pmcd.seqnum"));
  EXPECT_NE(tree.Value("pmcd.pid"), later.Value("pmcd.pid"));
  EXPECT_EQ(without.Value("pmcd.pid"), "1");
}

// The peer's tools read the number as signed, though it is unsigned.
TEST(LocalHostTest, TheNumberOfAStartFitsASignedWordForThePeersTools) {
  KernelTree large, none;
  large.Write("proc/sys/kernel/random/boot_id", "df3c0123-89ab-cdef-0123-456789abcdef\n");
  none.Write("proc/sys/kernel/random/boot_id", "80000000-89ab-cdef-0123-456789abcdef\n");
  EXPECT_EQ(large.Value("pmcd.seqnum"), std::to_string(0x5f3c0123));
  EXPECT_EQ(large.Value("pmcd.pid"), std::to_string(0x5f3c0123));
  EXPECT_EQ(none.Value("pmcd.seqnum"), "1");
}

TEST(LocalHostTest, TheHostIsCalledAsTheKernelCallsIt) {
  KernelTree tree;
  EXPECT_EQ(tree.Value("pmcd.hostname"), "");
  EXPECT_EQ(tree.context().HostName(), "");
  tree.Write("proc/sys/kernel/hostname", "toyhost\n");
  EXPECT_EQ(tree.Value("pmcd.hostname"), "toyhost");
  EXPECT_NE(tree.Value("pmcd.version"), "");
}

TEST(LocalHostTest, ALabelHoldsNothingThatJsonWouldNeedEscapesFor) {
  KernelTree tree;
  tree.Write("proc/sys/kernel/hostname", "toy\"\\\x01host\n");
  const auto sets = tree.context().Labels(LabelLevel::kContext, 0);
  EXPECT_NE(sets->front().json.find("\"hostname\":\"toy???host\""), std::string::npos)
      << sets->front().json;
}

TEST(LocalHostTest, TheDistributionHasAFileOfItsOwn) {
  KernelTree debian, redhat, other, none;
  debian.Write("etc/debian_version", "12.11\n");
  EXPECT_EQ(debian.Value("kernel.uname.distro"), "Debian 12.11");
  redhat.Write("etc/redhat-release", "Red Hat Enterprise Linux release 9.4 (Plow)\n");
  EXPECT_EQ(redhat.Value("kernel.uname.distro"), "Red Hat Enterprise Linux release 9.4 (Plow)");
  other.Write("etc/os-release", "NAME=\"Alpine Linux\"\nPRETTY_NAME=\"Alpine Linux v3.20\"\n");
  EXPECT_EQ(other.Value("kernel.uname.distro"), "Alpine Linux v3.20");
  EXPECT_EQ(none.Value("kernel.uname.distro"), "?");
}

std::string Login(short type, const char* user) {
  utmp record = {};
  record.ut_type = type;
  std::strncpy(record.ut_user, user, sizeof record.ut_user - 1);
  return {reinterpret_cast<const char*>(&record), sizeof record};
}

TEST(LocalHostTest, UsersAreThoseWhoAreLoggedIn) {
  KernelTree tree;
  EXPECT_EQ(tree.Value("kernel.all.nusers"), "0") << "no such file";
  tree.Write("run/utmp", Login(BOOT_TIME, "reboot") + Login(USER_PROCESS, "root") +
                             Login(USER_PROCESS, "rooter") + Login(LOGIN_PROCESS, "LOGIN") +
                             Login(DEAD_PROCESS, "gone") + "torn");
  EXPECT_EQ(tree.Value("kernel.all.nusers"), "2");
  EXPECT_EQ(tree.Value("kernel.all.nroots"), "1");
  EXPECT_EQ(tree.Value("kernel.all.nsessions"), "3");
}

TEST(LocalHostTest, FileSystemsAreThoseOfBlockDevicesAndOfMemory) {
  KernelTree tree;
  tree.Write("proc/mounts",
             "/dev/sda1 / ext4 rw,relatime 0 0\n"
             "/dev/sda1 /again ext4 rw 0 0\n"
             "/dev/sdb1 /no\\040such\\040directory ext4 ro,noatime 0 0\n"
             "proc /proc proc rw 0 0\n"
             "tmpfs /tmp tmpfs rw 0 0\n");
  EXPECT_EQ(tree.Value("hinv.nfilesys"), "2");
  EXPECT_EQ(tree.Value("filesys.mountdir", "/dev/sda1"), "/");
  EXPECT_EQ(tree.Value("filesys.mountdir", "/dev/sdb1"), "/no such directory");
  EXPECT_EQ(tree.Value("filesys.readonly", "/dev/sda1"), "0");
  EXPECT_EQ(tree.Value("filesys.readonly", "/dev/sdb1"), "1");
  EXPECT_NE(tree.Value("filesys.capacity", "/dev/sda1"), "");
  EXPECT_EQ(tree.Value("filesys.capacity", "/dev/sdb1"), "") << "cannot be looked at";
  EXPECT_NE(tree.Value("tmpfs.maxfiles", "/tmp"), "");
}

}  // namespace
}  // namespace fdr
