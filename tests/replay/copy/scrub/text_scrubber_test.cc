// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/text_scrubber.h"

#include <gtest/gtest.h>

#include "fdr/tests/replay/copy/scrub/blanked.h"

namespace fdr {
namespace {

using test::Blanked;
using F = TextForm;

struct Case {
  TextForm form;
  std::string_view text;
  std::string_view expected;  // without the digits of pseudonyms
};

class TextScrubberTest : public testing::Test {
 protected:
  void Expect(const std::vector<Case>& cases) {
    for (const Case& one : cases)
      EXPECT_EQ(Blanked(texts_.Scrub(one.form, one.text)), one.expected) << one.text;
  }

  TextScrubber texts_{Pseudonyms(ScrubKey("a key for the tests of fdr"))};
};

TEST_F(TextScrubberTest, WordsAndPlainFormsStay) {
  Expect({{F::kWord, "Linux", "Linux"},
          {F::kUser, "root", "root"},
          {F::kDisc, "sda1", "sda1"},
          {F::kDisc, "nvme0n1p2", "nvme0n1p2"},
          {F::kInterface, "lo", "lo"},
          {F::kInterface, "enp0s31f6", "enp0s31f6"},
          {F::kInterface, "eth0.100", "eth0.100"},
          {F::kProcessor, "cpu12", "cpu12"},
          {F::kNode, "DMA32::node1", "DMA32::node1"},
          {F::kLoadAverage, "5 minute", "5 minute"},
          {F::kNumbers, "0-3,8", "0-3,8"},
          {F::kNumbers, "0,2-5,7-9", "0,2-5,7-9"},
          {F::kCollector, "pmproxy", "pmproxy"}});
}

TEST_F(TextScrubberTest, WhatOnlyLooksLikeThemDoesNot) {
  Expect({{F::kWord, "Linux alice", "text-*"},
          {F::kUser, "Root", "user-*"},
          {F::kDisc, "sdbob", "device-*"},
          {F::kDisc, "sda123", "device-*"},
          {F::kDisc, "vg0-alice", "device-*"},
          {F::kInterface, "vpn-alice", "interface-*"},
          {F::kInterface, "enx525400123456", "interface-*"},
          {F::kInterface, "eth0.alice", "interface-*"},
          {F::kProcessor, "cpu49291234", "device-*"},
          {F::kProcessor, "cpu1\n", "device-*"},
          {F::kNode, "node1::alice", "node1::device-*"},
          {F::kLoadAverage, "7 minute", "text-*"},
          {F::kNumbers, "4929-1234-1234-1234", "text-*"},
          {F::kNumbers, "1140-3066-3702-9111", "text-*"},
          {F::kNumbers, "041-555", "text-*"},
          {F::kCollector, "alice", "text-*"}});
}

TEST_F(TextScrubberTest, PathsAreScrubbedByComponents) {
  Expect({{F::kPath, "/", "/"},
          {F::kPath, "/usr/bin", "/usr/bin"},
          {F::kPath, "/home/alice/usr", "/home/path-*/path-*"},
          {F::kPath, "/alice/usr", "/path-*/path-*"},
          {F::kPath, "/dev/sda1", "/dev/sda1"},
          {F::kPath, "/dev/mapper/vg-alice", "/dev/mapper/path-*"},
          {F::kPath, "/srv/sda1", "/srv/path-*"},
          {F::kPath, "usr/bin", "path-*/path-*"},
          {F::kPath, "tmpfs", "tmpfs"},
          {F::kPath, "alice", "path-*"},
          {F::kPath, "db1.example.com:/usr/bin", "host-*.host-*.host-*:/path-*/path-*"},
          {F::kUnknown, "/usr/bin", "/path-*/path-*"}});
}

TEST_F(TextScrubberTest, WhatBeginsAlikeStillDoes) {
  const std::string a = texts_.Scrub(F::kPath, "/home/alice/x"),
                    b = texts_.Scrub(F::kPath, "/home/alice/y");
  EXPECT_EQ(a.substr(0, a.rfind('/')), b.substr(0, b.rfind('/')));
  EXPECT_NE(a, b);
  const std::string whole = texts_.Scrub(F::kHost, "DB1.example.com");
  EXPECT_TRUE(whole.starts_with(texts_.Scrub(F::kHost, "db1") + "."));
}

TEST_F(TextScrubberTest, LongPathsAndHostsAreNamesAsAWhole) {
  std::string path;
  for (int i = 0; i < 1000; ++i) path += "/a";
  EXPECT_EQ(Blanked(texts_.Scrub(F::kPath, path)), "/path-*");
  EXPECT_EQ(Blanked(texts_.Scrub(F::kHost, "a.b.c.d.e.f")), "host-*.host-*.host-*");
  EXPECT_EQ(Blanked(texts_.Scrub(F::kHost, "a..")), "host-*..");
  EXPECT_EQ(Blanked(texts_.Scrub(F::kHost, "a host")), "host-*");
  std::string groups;
  for (int i = 0; i < 100'000; ++i) groups += "::a";
  EXPECT_EQ(Blanked(texts_.Scrub(F::kControlGroup, groups)), "unit-*::device-*");
}

TEST_F(TextScrubberTest, ProgramsStayIfTheyAreWellKnown) {
  Expect({{F::kProgram, "sshd", "sshd"},
          {F::kProgram, "/usr/sbin/sshd", "sshd"},
          {F::kProgram, "kworker/0:1-alice", "kworker/0:1"},
          {F::kProgram, "kswapd0", "kswapd0"},
          {F::kProgram, "(scsi_eh_12)", "scsi_eh_12"},
          {F::kProgram, "sshd4929", "program-*"},
          {F::kProgram, "billing", "program-*"},
          {F::kCommand, "[kworker/u8:2-x]", "kworker/u8:2 args-*"},
          {F::kCommand, "sshd: alice@pts/0", "sshd args-*"},
          {F::kCommand, "/usr/bin/python3 /home/alice/x.py --password=y", "python3 args-*"},
          {F::kCommand, "/opt/alice/run me", "program-* args-*"},
          {F::kCommand, "postgres: alice sales 192.0.2.1(3211) idle", "postgres args-*"},
          {F::kCommand, "sshd\talice", "sshd args-*"},
          {F::kCommand, "bash", "bash"}});
}

TEST_F(TextScrubberTest, ControlGroupsKeepTheirShape) {
  Expect({{F::kControlGroup, "/", "/"},
          {F::kControlGroup, "/system.slice/ssh.service", "/system.slice/ssh.service"},
          {F::kControlGroup, "/system.slice/alice.service", "/system.slice/unit-*.service"},
          {F::kControlGroup, "/docker/0123456789abcdef", "/docker/unit-*"},
          {F::kControlGroup, "/user.slice::cpu3", "/user.slice::cpu3"},
          {F::kControlGroup, "/user.slice::alice", "/user.slice::device-*"}});
  const std::string user = texts_.Scrub(F::kControlGroup, "/user.slice/user-1000.slice");
  EXPECT_EQ(user, "/user.slice/user-" + std::to_string(texts_.names().Of(1000)) + ".slice");
}

TEST_F(TextScrubberTest, UnknownTextsAreToldApartByTheirForm) {
  Expect(
      {{F::kUnknown, "alice and bob", "text-*"},
       {F::kUnknown, "cpu0", "text-*"},
       {F::kUnknown, "12345", "text-*"},
       {F::kUnknown, "alice@example.com", "user-*@host-*.host-*"},
       {F::kUnknown, "http://alice:secret@db1:8080/a/b?c=d",
        "http://user-*:text-*@host-*:8080/path-*/path-*?text-*"},
       {F::kUnknown, "gopher://db1/x", "text-*"},
       {F::kUnknown, R"({"hostname":"db1","a":{"b":[7,-7,1e9,5550123456,true,"x"]}})",
        R"({"hostname":"host-*","label_*":{"label_*":[7,"number-*","number-*","number-*",true,"text-*"]}})"},
       {F::kUnknown, R"({"a":"{\"b\":1}"})", R"({"label_*":"text-*"})"},
       {F::kUnknown, "[]", "[]"},
       {F::kUnknown, "{not json", "text-*"},
       {F::kUnknown, std::string_view("a\0b", 3), "text-*"},
       {F::kUnknown, "\xff\xfe", "text-*"},
       {F::kUnknown, "", ""}});
  EXPECT_EQ(texts_.Scrub(F::kUnknown, "192.0.2.1:22"), texts_.Scrub(F::kHost, "192.0.2.1") + ":22");
}

TEST_F(TextScrubberTest, VersionsAndModelsHaveNoRoomForNames) {
  Expect({{F::kVersion, "5.10.0-8-amd64", "5.10.0-8-amd64"},
          {F::kVersion, "6.0.3", "6.0.3"},
          {F::kVersion, "4.18.0-305.12.1.el8.x86_64", "4.18.0-305.12.1.el8.x86_64"},
          {F::kVersion, "5.10.0-alice", "5.10-text-*"},
          {F::kVersion, "192.168.1-alice", "192.168-text-*"},
          {F::kVersion, "192.0.2.17", "text-*"},
          {F::kVersion, "10.20.30.40-amd64", "text-*"},
          {F::kVersion, "52-54-00-12-34-56", "text-*"},
          {F::kVersion, "041-555-123", "text-*"},
          {F::kVersion, "4929.1234.1234.1234", "text-*"},
          {F::kModel, "Intel(R) Xeon(R) CPU E5-2620 v3 @ 2.40GHz",
           "Intel(R) Xeon(R) CPU E5-2620 v3 @ 2.40GHz"},
          {F::kModel, "AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763 64-Core Processor"},
          {F::kModel, "Intel(R) CPU 025-135-6414", "text-*"},
          {F::kModel, "Alice CPU 1", "text-*"},
          {F::kModel, "4929 1234 1234 1234", "text-*"},
          {F::kModel, "Intel 4929 1234 1234 1234", "text-*"}});
}

TEST_F(TextScrubberTest, ZonesKeepTheirOffsets) {
  Expect({{F::kZone, "CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3"},
          {F::kZone, "ALICE-1BOB,M3.5.0,M10.5.0/3", "AAA-1BBB,M3.5.0,M10.5.0/3"},
          {F::kZone, "UTC", "UTC"},
          {F::kZone, "<+03>-3", "<+03>-3"},
          {F::kZone, "<12345678>-3", "UTC"},
          {F::kZone, ":Europe/Alice", "UTC"},
          {F::kZone, ":Europe/../../../etc/passwd", "UTC"},
          {F::kZone, ":/home/alice/zone", "UTC"},
          {F::kZone, "alice", "UTC"},
          {F::kZone, "", ""}});
}

TEST_F(TextScrubberTest, AnInstanceThatIsItsOwnNumberStays) {
  const auto of = [&](TextForm form, InstanceId id, std::string_view name) {
    return Blanked(texts_.ScrubInstance(form, id, name));
  };
  EXPECT_EQ(of(F::kProcess, 548, "000548 python3 report.py"), "000548 python3 args-*");
  EXPECT_EQ(of(F::kProcess, 549, "000548 python3 report.py"), "args-*");
  EXPECT_EQ(of(F::kUnknown, 42, "42"), "42");
  EXPECT_EQ(of(F::kUnknown, 42, "42 alice"), "42 text-*");
  EXPECT_EQ(of(F::kUnknown, 42, "00000000000042"), "text-*");
  EXPECT_EQ(of(F::kUnknown, 7, "42"), "text-*");
}

TEST_F(TextScrubberTest, MetricsKeepTheNamesThatPcpHas) {
  const auto of = [&](std::string_view name) { return Blanked(texts_.ScrubMetricName(name)); };
  EXPECT_EQ(of("kernel.all.load"), "kernel.all.load");
  EXPECT_EQ(of("kernel.all.alice"), "kernel.all.metric_*");
  EXPECT_EQ(of("kernel.all.load.alice"), "kernel.all.load.metric_*");
  EXPECT_EQ(of("alice.kernel.all"), "metric_*.metric_*.metric_*");
  EXPECT_EQ(of("fdr.kernel.all.load.max"), "fdr.kernel.all.load.max");
  EXPECT_EQ(of("fdr.alice.max"), "fdr.metric_*.max");
  EXPECT_EQ(of("fdr.fdr.alice.max.max"), "fdr.metric_*.metric_*.metric_*.metric_*");
}

TEST_F(TextScrubberTest, TheNameOfTheHostNeverStays) {
  texts_.keeper().Forbid("Linux");
  texts_.keeper().Forbid("sda");
  texts_.keeper().Forbid("all");
  Expect({{F::kWord, "linux", "text-*"},
          {F::kWord, "Linux", "text-*"},
          {F::kDisc, "sda", "device-*"},
          {F::kDisc, "sdb", "sdb"}});
  EXPECT_EQ(Blanked(texts_.ScrubMetricName("kernel.all.x")), "kernel.metric_*.metric_*");
  EXPECT_EQ(texts_.ScrubMetricName("kernel.all.load"), "kernel.all.load");
}

TEST_F(TextScrubberTest, TheNameOfTheHostIsNeitherAZoneNorACollector) {
  for (const char* host : {"primary", "zurich", "CEST"}) texts_.keeper().Forbid(host);
  Expect({{F::kCollector, "primary", "text-*"},
          {F::kZone, ":Europe/Zurich", "UTC"},
          {F::kZone, "CET-1CEST", "CET-1AAA"},
          {F::kZone, ":Europe/Rome", ":Europe/Rome"}});
}

class KeptKindsTest : public TextScrubberTest {
 protected:
  void Keep(NameKind kind) {
    NameKindSet kept;
    kept.set(IndexOf(kind));
    kept.set(IndexOf(NameKind::kText));
    texts_ = TextScrubber(Pseudonyms(ScrubKey("a key for the tests of fdr"), kept));
  }
};

TEST_F(KeptKindsTest, PasswordsAreNoUsers) {
  Keep(NameKind::kUser);
  Expect({{F::kUnknown, "postgres://app:S3cret@db/x", "postgres://app:text-*@host-*/path-*"},
          {F::kUnknown, "alice@db1", "alice@host-*"},
          {F::kUnknown, "alice:S3cret@db1", "alice:text-*@host-*"}});
}

TEST_F(TextScrubberTest, APasswordWithMarksIsNoPath) {
  Expect({{F::kUnknown, "postgres://app:S3/cret@db/x", "text-*"},
          {F::kUnknown, "postgres://app:S3?cret@db/x", "text-*"}});
}

TEST_F(KeptKindsTest, ProgramsHaveNoDirectories) {
  Keep(NameKind::kProgram);
  Expect({{F::kProgram, "tool", "tool"},
          {F::kProgram, "/home/alice/bin/tool", "tool"},
          {F::kProgram, "bin/alice/", "program-*"},
          {F::kProgram, "kworker/0:1", "kworker/0:1"},
          {F::kCommand, "/home/alice/bin/tool --for bob", "tool args-*"}});
}

TEST_F(KeptKindsTest, HostsHaveTheFormOfHosts) {
  Keep(NameKind::kHost);
  Expect({{F::kHost, "db1.example.com", "db1.example.com"},
          {F::kHost, "a b", "host-*"},
          {F::kHost, "5550123456", "host-*"},
          {F::kUnknown, "http://S3:cret:x/y", "http://host-*/path-*"},
          {F::kUnknown, "alice@(555)1", "user-*@host-*"}});
  EXPECT_NE(texts_.Scrub(F::kHost, "192.0.2.1"), "192.0.2.1");
  EXPECT_NE(texts_.Scrub(F::kHost, "fe80::1"), "fe80::1");
}

}  // namespace
}  // namespace fdr
