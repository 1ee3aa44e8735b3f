// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Plants secrets wherever an archive can hold text, scrubs it with the command, and searches each
// byte of the result.  The test is the attacker: it knows all rules that keep something.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "fdr/archive/archive.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/replay/copy/scrub/secrets.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 2, 0);
constexpr MetricId kUser = MetricId::Build(60, 0, 20);
constexpr InDomId kLoads = InDomId::Build(60, 2);

// Metrics of PCP's agents whose texts may stay, each with a domain of its own.
constexpr std::array kTexts = {"kernel.uname.release",
                               "kernel.uname.version",
                               "kernel.uname.sysname",
                               "kernel.uname.machine",
                               "kernel.uname.nodename",
                               "kernel.uname.distro",
                               "hinv.machine",
                               "hinv.cpu.model",
                               "hinv.cpu.model_name",
                               "hinv.cpu.vendor",
                               "hinv.cpu.stepping",
                               "hinv.cpu.flags",
                               "hinv.map.dmname",
                               "hinv.map.scsi",
                               "disk.dev.scheduler",
                               "disk.wwid.scsi_paths",
                               "filesys.mountdir",
                               "network.interface.inet_addr",
                               "network.interface.ipv6_addr",
                               "network.interface.ipv6_scope",
                               "network.interface.hw_addr",
                               "ipc.shm.owner",
                               "ipc.shm.status",
                               "proc.psinfo.cmd",
                               "proc.psinfo.psargs",
                               "proc.psinfo.exe",
                               "proc.psinfo.cwd",
                               "proc.psinfo.environ",
                               "proc.psinfo.sname",
                               "proc.psinfo.cgroups",
                               "proc.psinfo.policy_s",
                               "proc.psinfo.cpusallowed",
                               "proc.psinfo.wchan_s",
                               "proc.psinfo.ttyname",
                               "proc.id.uid_nm",
                               "proc.id.gid_nm",
                               "proc.id.container",
                               "proc.memory.maps",
                               "cgroup.cpuset.cpus",
                               "cgroup.cpuset.mems",
                               "cgroup.memory.id.container",
                               "cgroup.mounts.subsys",
                               "pmcd.version",
                               "pmcd.timezone",
                               "pmcd.zoneinfo",
                               "pmcd.hostname",
                               "pmcd.services",
                               "pmcd.simabi",
                               "pmcd.pmlogger.archive",
                               "pmcd.pmlogger.host",
                               "pmcd.pmie.logfile",
                               "pmcd.client.whoami",
                               "nfsclient.export",
                               "nfsclient.options.clientaddr",
                               "nfsclient.options.proto",
                               "network.persocket.src",
                               "network.persocket.cgroup",
                               "swapdev.length",
                               "kernel.percpu.cpu.user",
                               "kernel.pernode.cpu.user",
                               "mem.numa.util.free",
                               "mem.buddyinfo.pages",
                               "network.softnet.percpu.processed",
                               "xfs.perdev.log.writes",
                               "cgroup.cpuacct.usage"};

// What is planted, and what the result must still have.
class Plant {
 public:
  Plant(Secrets& secrets, std::string base, Version version)
      : secrets_(secrets), base_(std::move(base)), version_(version) {}

  /// An archive with about a thousand secrets.
  void Write() {
    WriterOptions options = ArchiveBuilder::Options(version_);
    options.label.host = LabelText(secrets_.Word() + "." + secrets_.Word());
    options.label.timezone = LabelText(Zone());
    if (version_ == Version::k3) options.label.zoneinfo = LabelText(":Europe/" + secrets_.Word());
    ArchiveBuilder builder(base_, options);
    builder.Metric({.name = "kernel.all.load", .id = kLoad, .type = Type::kFloat, .indom = kLoads})
        .Metric({.name = "kernel.all.cpu.user",
                 .id = kUser,
                 .type = Type::kU64,
                 .semantics = Semantics::kCounter})
        .InDom(At(0), kLoads, {{1, "1 minute"}, {5, "5 minute"}, {15, secrets_.Disguised()}});
    for (std::uint32_t i = 0; i < kTexts.size(); ++i) AddKnown(i, builder);
    for (std::uint32_t i = 0; i < 40; ++i) AddUnknown(i, builder);
    AddLabels(builder);
    for (int second = 1; second <= 6; ++second) {
      if (second == 3) builder.Volume();
      if (second == 5) builder.Mark(At(4.5));
      builder.Record(At(second), ValuesAt(second));
    }
    builder.Close();
  }

 private:
  std::string Zone() {
    std::string name = secrets_.Word();
    return secrets_.Below(2) == 0 ? name + "-2" : "<" + name + ">-2";
  }

  // The names of instances differ in their first words.
  InstanceList Members(const std::string& names) const {
    InstanceList members;
    std::size_t at = 0;
    for (InstanceId id = 42; at < names.size(); ++id) {
      const std::size_t end = names.find('\0', at);
      members.push_back({id, std::string_view(names).substr(at, end - at)});
      at = end + 1;
    }
    return members;
  }

  std::string Names() {
    std::string names;
    std::set<std::string> firsts;
    while (firsts.size() < 3) {
      const std::string name = secrets_.Disguised();
      if (firsts.insert(std::string(FirstWordOf(name))).second) names += name + '\0';
    }
    return names;
  }

  void AddKnown(std::uint32_t i, ArchiveBuilder& builder) {
    // A text where PCP has a number, and domains of agents that are not PCP's.
    const auto domain = 100 + i;
    const MetricId id = MetricId::Build(domain, 0, i);
    const InDomId indom = InDomId::Build(domain, 1);
    builder.Metric({.name = kTexts[i], .id = id, .type = Type::kString, .indom = indom})
        .Text(TextKind::kMetricOneLine, id.value, secrets_.Disguised())
        .Text(TextKind::kMetricHelp, id.value, secrets_.Disguised())
        .Text(TextKind::kInDomOneLine, indom.value, secrets_.Disguised());
    const std::string names = Names();
    builder.InDom(At(0), indom, Members(names));
    texts_.push_back(id);
  }

  std::string MetricName() {
    constexpr std::array kForms = {"{}.a",          "kernel.all.{}", "kernel.all.load.{}",
                                   "{}.kernel.all", "a.{}.b",        "fdr.{}.max",
                                   "disk.dev.{}",   "proc.{}.psinfo"};
    std::string name =
        fmt::format(fmt::runtime(kForms[secrets_.Below(kForms.size())]), secrets_.Word());
    return name;
  }

  void AddUnknown(std::uint32_t i, ArchiveBuilder& builder) {
    constexpr std::array kTypes = {Type::kString,    Type::kString, Type::kU64,
                                   Type::kAggregate, Type::kEvent,  Type::kHighresEvent};
    const Type type = kTypes[i % kTypes.size()];
    // The numbers are those of agents that PCP has.
    const std::uint32_t domain = i % 2 == 0 ? 60 : 3;
    const MetricId id = MetricId::Build(domain, 3000 + i, 1);
    const InDomId indom = InDomId::Build(domain, 1000 + i);
    builder.Metric({.name = MetricName(),
                    .id = id,
                    .type = type,
                    .indom = indom,
                    .semantics = i % 4 == 0 ? Semantics::kDiscrete : Semantics::kInstant});
    const std::string names = Names();
    builder.InDom(At(0), indom, Members(names));
    unknown_.push_back({id, type});
  }

  std::vector<Labels> LabelSet(InstanceId instance) {
    constexpr std::array kNames = {"hostname", "userid", "agent", "device_type", "interval", "of"};
    const std::string own = secrets_.Word();
    return {{.labels = {{kNames[secrets_.Below(kNames.size())],
                         "\"" + secrets_.DisguisedForJson() + "\""},
                        {own, "{\"" + secrets_.Word() + "\":[\"" + secrets_.DisguisedForJson() +
                                  "\"," + secrets_.Digits() + ",true]}"},
                        {secrets_.Word(), secrets_.Digits(), true}},
             .instance = instance}};
  }

  void AddLabels(ArchiveBuilder& builder) {
    builder.LabelSets(At(0), LabelLevel::kContext, kContextId, LabelSet(kSingular));
    builder.LabelSets(At(0), LabelLevel::kDomain, 60, LabelSet(kSingular));
    builder.LabelSets(At(0), LabelLevel::kInDom, kLoads.value, LabelSet(kSingular));
    builder.LabelSets(At(0), LabelLevel::kCluster, kLoad.value & ~0x3ffu, LabelSet(kSingular));
    builder.LabelSets(At(0), LabelLevel::kItem, kLoad.value, LabelSet(kSingular));
    builder.LabelSets(At(0), LabelLevel::kInstances, kLoads.value, LabelSet(5));
  }

  // A string with a secret behind its end.
  std::string Text() { return secrets_.Disguised() + '\0' + secrets_.Word(); }

  Payload Unknown(Type type) {
    switch (type) {
      case Type::kU64:
        return secrets_.Number();
      case Type::kAggregate: {
        const std::string text = secrets_.Disguised();
        const Bytes bytes = AsBytes(text);
        return ByteBuffer(bytes.begin(), bytes.end());
      }
      case Type::kEvent:
      case Type::kHighresEvent: {
        const std::string blob = secrets_.Disguised();
        const Bytes bytes = AsBytes(blob);
        return std::vector<Event>{
            {.stamp = At(0.5),
             .fields = {
                 {unknown_[0].first, Type::kString, secrets_.Disguised()},
                 {texts_[0], Type::kString, secrets_.Disguised()},
                 {unknown_[2].first, Type::kU64, secrets_.Number()},
                 {kUser, Type::kU64, std::uint64_t{7}},
                 {MetricId::Build(400, 1, 1), Type::kString, secrets_.Disguised()},
                 {unknown_[3].first, Type::kAggregate, ByteBuffer(bytes.begin(), bytes.end())}}}};
      }
      default:
        return Text();
    }
  }

  std::vector<Values> ValuesAt(int second) {
    std::vector<Values> values = {{kLoad, {{1, 0.25 * second}, {5, 0.125}, {15, 1.0}}},
                                  Single(kUser, std::int64_t{1'000'000} * second)};
    for (const MetricId id : texts_) values.push_back({id, {{42, Text()}, {43, Text()}}});
    for (const auto& [id, type] : unknown_)
      values.push_back({id, {{42, Unknown(type)}, {44, Unknown(type)}}});
    return values;
  }

  Secrets& secrets_;
  std::string base_;
  Version version_;
  std::vector<MetricId> texts_;
  std::vector<std::pair<MetricId, Type>> unknown_;
};

class ScrubSecretsTest : public testing::TestWithParam<Version> {
 protected:
  void CompressVolumes(const std::string& base) {
    for (const char* suffix : {".0", ".1", ".meta"}) {
      const std::string path = base + suffix;
      WriteFile(path + ".xz", Compress({"xz", "-0", "-c"}, ReadFile(path)));
      std::filesystem::remove(path);
    }
  }

  std::vector<std::string> Values(const std::string& base) {
    auto archive = Archive::Open(base);
    EXPECT_EQ(ErrorOf(archive), "");
    std::vector<std::string> values;
    RecordCursor cursor(**archive);
    ResultRecord record;
    for (auto next = cursor.Next(); next && *next; next = cursor.Next()) {
      EXPECT_EQ(ErrorOf(record.Decode(GetParam(), (*next)->body)), "");
      std::string text = fmt::format("{}: ", record.stamp().sec);
      for (const ValueSet& set : record.sets())
        for (std::uint32_t i = 0; i < set.size(); ++i)
          if (set.id() == kLoad || set.id() == kUser)
            text += fmt::format("{} {} {:x} ", ToString(set.id()), set.Instance(i),
                                set.in_place() ? set.Word(i) : LoadLast(set.Block(i).payload));
      values.push_back(text);
    }
    return values;
  }
  static std::uint64_t LoadLast(Bytes payload) {
    return payload.size() == 8 ? LoadU64(payload.data()) : LoadU32(payload.data());
  }

  void ExpectThatPeerReads(const std::string& base) {
    EXPECT_EQ(PeerOutput({"pmlogcheck", base}), "");
    for (const std::vector<std::string>& tool :
         {std::vector<std::string>{"pmdumplog", "-a"}, {"pminfo", "-fmdtTl", "-a"}}) {
      std::vector<std::string> words = tool;
      words.push_back(base);
      const ChildOutcome outcome = RunPeer(words);
      EXPECT_EQ(outcome.exit_status, 0) << words[0] << outcome.err;
    }
    EXPECT_TRUE(Has(PeerOutput({"pmlogsummary", base, "kernel.all.cpu.user"}), "  1000000.000 "));
  }

  const TempDirectory directory_;
};

TEST_P(ScrubSecretsTest, NoneSurvives) {
  const std::uint32_t seeds = IsSoak() ? 60 : 4;
  std::size_t planted = 0;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    Secrets secrets(seed * 2 + static_cast<std::uint32_t>(GetParam()));
    const std::string in = directory_ / "in", out = directory_ / "out";
    Plant(secrets, in, GetParam()).Write();
    const std::vector<std::string> before = Values(in);
    // The search finds a planted text.
    EXPECT_GT(secrets.FoundIn(ReadFile(in + ".0")).size(), 200u);
    CompressVolumes(in);
    const ChildOutcome outcome = RunFdr({"copy", "--scrub", in, out});
    ASSERT_EQ(outcome.exit_status, 0) << outcome.err;
    for (const std::string& name : FileNames(directory_.path())) {
      if (!name.starts_with("out")) continue;
      for (const std::string& found : secrets.FoundIn(ReadFile(directory_ / name)))
        ADD_FAILURE() << name << ": " << found << ", seed " << seed;
      EXPECT_TRUE(secrets.FoundIn(AsBytes(name)).empty()) << name;
    }
    EXPECT_TRUE(secrets.FoundIn(AsBytes(outcome.out)).empty()) << outcome.out;
    EXPECT_EQ(Values(out), before);
    if (seed <= 3) ExpectThatPeerReads(out);
    planted += secrets.size();
    for (const std::string& name : FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
  EXPECT_GE(planted, 10000u);
}

INSTANTIATE_TEST_SUITE_P(Versions, ScrubSecretsTest, testing::Values(Version::k2, Version::k3));

}  // namespace
}  // namespace fdr::test
