// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Hostile texts in archives, hosts, files and command lines.  A terminal shows them and does
// nothing else.  Pipes and files get them unchanged.

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/copy_archive.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/support/text_files.h"
#include "fdr/tests/tools/hostile_host.h"
#include "fdr/tests/tools/hostile_text.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

using Words = std::vector<std::string>;

constexpr MetricId kText = MetricId::Build(60, 0, 1);
constexpr MetricId kNumber = MetricId::Build(60, 0, 2);
constexpr MetricId kEvents = MetricId::Build(60, 0, 3);
constexpr InDomId kTexts = InDomId::Build(60, 1);

// Makes every text hostile that an archive allows to be.
void BuildArchive(const std::string& base) {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.label.host = LabelText(HostileName());
  options.label.timezone = LabelText("UTC" + HostileName());
  options.label.zoneinfo = LabelText(":" + HostileName());
  ArchiveBuilder archive(base, options);
  archive.Metric({.name = "toy.text", .id = kText, .type = Type::kString, .indom = kTexts})
      .Metric({.name = "toy." + HostileName(), .id = kNumber, .indom = kTexts})
      .Metric({.name = "toy.events", .id = kEvents, .type = Type::kEvent});
  InstanceList instances;
  Values texts{kText, {}}, numbers{kNumber, {}};
  std::vector<Labels> labels;
  std::string help;
  for (const std::string& text : HostileTexts()) {
    const auto id = static_cast<InstanceId>(instances.size());
    instances.push_back({id, text});
    texts.values.push_back({id, text});
    numbers.values.push_back({id, std::uint64_t{7}});
    labels.push_back({{{"a", '"' + text + '"'}}, id});
    help += text + '\n';
  }
  archive.InDom(At(0), kTexts, instances)
      .LabelSets(At(0), LabelLevel::kInstances, kTexts.value, labels)
      .LabelSets(At(0), LabelLevel::kContext, 0, {labels[0]})
      .Text(TextKind::kMetricHelp, kText.value, help)
      .Text(TextKind::kMetricOneLine, kNumber.value, HostileTexts()[0]);
  for (const double second : {0.0, 1.0, 2.0}) {
    const Event event{.stamp = At(second), .fields = {{kText, Type::kString, help}}};
    archive.Record(At(second), {texts, numbers, Single(kEvents, std::vector<Event>{event})});
  }
}

class HostileTextTest : public testing::Test {
 protected:
  HostileTextTest() { BuildArchive(base_); }

  // Runs fdr with both streams on a terminal with colours.  A harmless screen alone would prove
  // nothing, so the hostile text must also be there, escaped as "\x1b" or "\u".
  static std::string Screen(Words words, bool has_hostile = true, const std::string& keys = "") {
    words.insert(words.begin(), FDR_COMMAND);
    TerminalChild child(
        {.argv = words,
         .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=xterm", "NO_COLOR", "PAGER=cat"}});
    if (!keys.empty()) child.Press(keys);
    const std::string screen = child.WaitForEnd().out;
    const std::string called = testing::PrintToString(words);
    EXPECT_EQ(TroubleOnScreen(screen), "") << called;
    const bool was_hostile =
        screen.find("\\x1b") != std::string::npos || screen.find("\\u") != std::string::npos;
    EXPECT_TRUE(was_hostile || !has_hostile) << called << screen;
    return screen;
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / HostileName();
};

TEST_F(HostileTextTest, NoVerbLetsATerminalObeyAnArchive) {
  const std::string metric = "toy", out = directory_ / ("out" + HostileName());
  for (const Words& words : std::vector<Words>{{"info", base_},
                                               {"info", "--exact", "--tz", "archive", base_},
                                               {"info", "--json", base_},
                                               {"names", base_},
                                               {"names", "-v", base_},
                                               {"names", "--json", base_},
                                               {"dump", base_},
                                               {"dump", "-a", base_},
                                               {"dump", "-e", "-h", "-I", base_},
                                               {"dump", "-z", base_},
                                               {"dump", "--json", "-a", "-e", "-h", "-I", base_},
                                               {"check", base_},
                                               {"check", "--json", base_},
                                               {"replay", base_, metric, "--wide"},
                                               {"replay", base_, metric, "--wide", "--long"},
                                               {"replay", base_, metric, "--csv"},
                                               {"replay", base_, metric, "--json"},
                                               {"replay", base_, metric, "--wide", "-z"},
                                               {"repair", "--json", base_, out},
                                               {"record", "--from", base_, "-t", "1s", out + "2"},
                                               {"record", "--from", base_, "-t", "1s", out}})
    Screen(words, words[0] != "record" || words.back() == out);
  Screen({"dump", "-v", base_ + ".meta"}, false);
  Screen({"repair", "-n", base_}, false);
  Screen({"repair", base_, directory_ / "plain"}, false);
  Screen({"replay", base_, metric, "--plot"}, false);
  for (const char* form : {"--csv", "--json"})
    Screen({"replay", base_, metric, form, "--rate", "1000"}, true, "q");
  Screen({"replay", base_, metric, "--wide", "--rate", "1000", "-s", "2"});
  Screen({"replay", base_, metric, "--plot", "--rate", "1000"}, false, "q");
  for (const char* verb : {"compress", "decompress"}) Screen({verb, base_}, false);
}

TEST_F(HostileTextTest, NoVerbLetsATerminalObeyADamagedArchive) {
  for (const char* suffix : {".0", ".meta", ".index"}) {
    const std::string path = base_ + suffix;
    const ByteBuffer whole = ReadFile(path);
    for (const std::size_t size : {whole.size() - 5, whole.size() / 2, std::size_t{9}}) {
      WriteFile(path, Bytes(whole).first(size));
      for (const char* verb : {"info", "names", "dump", "check"}) Screen({verb, base_}, false);
      Screen({"replay", base_, "toy"}, false);
      Screen({"check", "-v", base_}, true);
      Screen({"repair", "-n", base_}, false);
      Screen({"repair", base_, base_ + std::to_string(size) + suffix}, false);
    }
    WriteFile(path, whole);
  }
}

TEST_F(HostileTextTest, NoMessageLetsATerminalObeyACommandLine) {
  const std::string name = HostileName(), missing = directory_ / "no" + name;
  const std::string file = directory_ / "file" + name;
  const std::string nonsense = name + "\n" + HostileTexts()[0] + "\n";
  WriteFile(file, AsBytes(nonsense));
  for (const Words& words : std::vector<Words>{{name},
                                               {"--" + name},
                                               {"info", "--" + name},
                                               {"info", missing},
                                               {"info", file},
                                               {"info", "--tz", name, base_},
                                               {"names", missing},
                                               {"names", base_, "toy." + missing},
                                               {"names", "-n", file, base_},
                                               {"names", "-n", missing, base_},
                                               {"names", "--derive", name, base_},
                                               {"names", "--derived", file, base_},
                                               {"names", "-h", name},
                                               {"dump", missing},
                                               {"dump", base_, name},
                                               {"dump", "-S", name, base_},
                                               {"dump", "-Z", name, base_},
                                               {"dump", "-v", missing},
                                               {"check", missing},
                                               {"check", "--limit", name, base_},
                                               {"compress", missing},
                                               {"decompress", missing},
                                               {"repair", missing, missing},
                                               {"repair", base_, directory_.path()},
                                               {"repair", base_, base_},
                                               {"replay", missing, "toy"},
                                               {"replay", base_, name},
                                               {"replay", base_, "toy.text[" + name + "]"},
                                               {"replay", base_, "toy.text + " + name},
                                               {"replay", base_, "toy", "-t", name},
                                               {"replay", base_, "toy", "-A", name},
                                               {"replay", base_, "toy", "-Z", name},
                                               {"replay", base_, "toy", "--rate", name},
                                               {"record", "-c", file, missing},
                                               {"record", "-c", missing, missing},
                                               {"record", "-h", name, "-T", "200ms", missing},
                                               {"record", missing + "/" + name, "hinv.ncpu"},
                                               {"record", "--from", missing, "-t", "1s", missing},
                                               {"record", "-l", missing + "/" + name, missing},
                                               {"record", "--keep", name, missing + "%Y%m%d"},
                                               {"live", name},
                                               {"live", "-h", name, "toy"},
                                               {"live", "hinv.ncpu", "-t", name},
                                               {"status", name}})
    Screen(words, words.back() != directory_.path());
  Screen({"info", "--memory", name, base_}, false);
}

TEST_F(HostileTextTest, NoVerbLetsATerminalObeyAHost) {
  const ModelHost model = HostileHost();
  const ScriptedCollector collector([&](ClientEnd& client) { model.Serve(client); });
  const std::string host = collector.host(), out = directory_ / HostileName() + "host";
  Screen({"names", "-h", host});
  Screen({"names", "-v", "-h", host});
  Screen({"names", "--json", "-h", host});
  for (const char* form : {"--csv", "--json", "-q", "-z"})
    Screen({"live", "-h", host, "toy", form, "-t", "10ms", "-s", "2"});
  Screen({"live", "-h", host, "toy", "--plot", "-t", "10ms", "-s", "2"}, false);
  Screen({"record", "-h", host, "-t", "10ms", "-s", "2", out}, false);
  Screen({"record", "-r", "-h", host, "-t", "10ms", "-s", "2", out, "toy"});
  Screen({"info", out});
}

TEST_F(HostileTextTest, NoRecorderLetsATerminalObeyIt) {
  const std::string out = directory_ / ("rec" + HostileName());
  TerminalChild recorder(
      {.argv = {FDR_COMMAND, "record", "--ring", "1m", out, "hinv.ncpu", "-t", "20ms"},
       .environment = {"TERM=xterm", "NO_COLOR"}});
  std::string screen = recorder.WaitFor(" samples");
  const std::string pid = std::to_string(recorder.pid());
  Screen({"status", pid});
  Screen({"status", "--json", pid});
  Screen({"status", "--snapshot", pid});
  EXPECT_TRUE(SendSignal(recorder.pid(), SIGTERM));
  screen += recorder.WaitForEnd().out;
  EXPECT_EQ(TroubleOnScreen(screen), "");
}

TEST_F(HostileTextTest, IntoAPipeGoesWhatWasRecorded) {
  const std::string plain = directory_ / "plain";
  for (const char* suffix : {".0", ".meta", ".index"})
    std::filesystem::copy_file(base_ + suffix, plain + suffix);
  const ChildOutcome dump = RunFdr({"dump", "-a", base_});
  EXPECT_EQ(dump.out, RunPeer({"pmdumplog", "-a", plain}).out);
  const ChildOutcome csv = RunFdr({"replay", plain, "toy.text", "--csv"});
  const ChildOutcome json = RunFdr({"replay", plain, "toy.text", "--json"});
  for (const std::string& text : HostileTexts()) {
    EXPECT_NE(dump.out.find(text), std::string::npos) << text;
    EXPECT_NE(csv.out.find(text), std::string::npos) << text;
  }
  EXPECT_NE(json.out.find("\u202e"), std::string::npos) << json.out;
  EXPECT_NE(json.out.find("\\u001b[35mred"), std::string::npos) << json.out;
}

// A text is written in pieces.  No end of a piece may tear a character.
TEST_F(HostileTextTest, LongTextsOfOrdinaryCharactersStayWhole) {
  std::string text = "x";
  while (text.size() < 600'000) text += "\u00e9\u20ac\U0001f600";
  const std::string base = directory_ / "long";
  ArchiveBuilder(base)
      .Metric({.name = "toy.text", .id = kText, .type = Type::kString})
      .Record(At(0), {Single(kText, text)})
      .Close();
  const std::string screen = Screen({"dump", base}, false);
  EXPECT_EQ(screen.find("\\x"), std::string::npos);
  EXPECT_NE(screen.find(text), std::string::npos);
}

// JSON that is shown on a terminal is still JSON.
TEST_F(HostileTextTest, OnATerminalJsonStaysJson) {
  for (const Words& words : std::vector<Words>{{"dump", "--json", "-a", base_},
                                               {"replay", base_, "toy", "--json"},
                                               {"names", "--json", "-v", base_}}) {
    const std::string screen = Screen(words);
    EXPECT_EQ(screen.find("\\x"), std::string::npos) << screen;
    EXPECT_NE(screen.find("\\u202e"), std::string::npos) << screen;
  }
}

}  // namespace
}  // namespace fdr::test
