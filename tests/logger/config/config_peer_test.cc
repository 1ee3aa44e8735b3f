// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compares how fdr and the installed PCP understand the logger's configurations: the output of
// PCP's preprocessor, the verdicts of its logger, and the instances that it would log.  FDR_SOAK in
// the environment adds random configurations.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "fdr/logger/config/config_parser.h"
#include "fdr/logger/config/log_state.h"
#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/tests/logger/config/config_samples.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr std::size_t kSoakFactor = 30;
std::size_t Count(std::size_t usual) { return IsSoak() ? usual * kSoakFactor : usual; }

Result<std::string> ReadText(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    return Fail(Errc::kNotFound, "no such file", path);
  return std::string(AsText(ReadFile(path)));
}

Result<std::string> RunShell(const std::string& command) {
  auto outcome = RunChild({.argv = {"sh", "-c", command}});
  if (!outcome) return Fail(outcome.error());
  return outcome->out;
}

class ConfigPeerTest : public testing::Test {
 protected:
  const PreprocessorOptions options_{.read_file = ReadText, .run_command = RunShell};
  TempDirectory directory_;

  std::string Write(const std::string& name, const std::string& text) const {
    WriteFile(directory_ / name, AsBytes(text));
    return directory_ / name;
  }
};

// Preprocessing.

std::string OurLines(const Result<PreprocessedText>& text) {
  if (!text) return "error\n";
  std::string printed;
  for (const PreprocessedText::Line& line : text->lines)
    printed += text->PlaceOf(line).Text() + ": " + std::string(text->TextOf(line)) + "\n";
  return printed;
}

/// The peer's output in the form of OurLines().  A line "# NUMBER "FILE"" of the peer tells where
/// the next line is from.
std::string PeersLines(const ChildOutcome& outcome) {
  if (!outcome.Succeeded()) return "error\n";
  std::string printed, line;
  TextPlace place;
  for (std::istringstream lines(outcome.out); std::getline(lines, line);) {
    if (line.starts_with("# ") && line.ends_with('"')) {
      std::istringstream marker(line.substr(2));
      marker >> place.line;
      place.file = line.substr(line.find('"') + 1);
      place.file.pop_back();
      continue;
    }
    if (!line.empty()) printed += place.Text() + ": " + line + "\n";
    ++place.line;
  }
  return printed;
}

TEST_F(ConfigPeerTest, RandomTextsArePreprocessedAlike) {
  ConfigSamples samples(1);
  std::size_t errors = 0;
  const std::size_t count = Count(100);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string path = Write("c", samples.MacroText(true));
    Write("a", samples.MacroText(false));
    Write("b", samples.MacroText(false));
    const std::string peers = PeersLines(RunPeer({"/usr/lib/pcp/bin/pmcpp", "-rs", path}));
    errors += peers == "error\n";
    ASSERT_EQ(OurLines(PreprocessFile(path, options_)), peers)
        << ReadText(path).value() << "--- a\n"
        << ReadText(directory_ / "a").value() << "--- b\n"
        << ReadText(directory_ / "b").value();
  }
  EXPECT_GT(errors, count / 10);
  EXPECT_LT(errors, count * 9 / 10);
}

// Verdicts.

/// Lets the peer's logger check a configuration for this machine.  The logger may die.
ChildOutcome AskPeer(const std::string& path) {
  const auto outcome = RunChild({.argv = {"pmlogger", "-o", "-C", "-Dlog", "-l", "-", "-c", path},
                                 .environment = {"PCP_DERIVED_CONFIG="}});
  EXPECT_TRUE(outcome) << outcome.error().Message();
  EXPECT_FALSE(outcome && outcome->timed_out) << path;
  return outcome.value_or(ChildOutcome());
}

/// The peer reports an error of its preprocessor, but goes on with the lines before the error.
bool IsRightToPeer(const ChildOutcome& outcome) {
  return outcome.Succeeded() &&
         (outcome.out + outcome.err).find("pmcpp: Error") == std::string::npos;
}

/// If the peer frees memory twice, it prints a traceback, and then exits as after any error.
bool IsDead(const ChildOutcome& outcome) {
  return outcome.signal != 0 || outcome.err.find("Procedure call traceback") != std::string::npos ||
         outcome.out.find("Procedure call traceback") != std::string::npos;
}

class ConfigVerdictTest : public ConfigPeerTest {
 protected:
  void Compare(const std::string& text) {
    const std::string path = Write("c", text);
    const ChildOutcome peer = AskPeer(path);
    const auto ours = LoadLoggerConfig(path, options_);
    const bool is_right = IsRightToPeer(peer);
    ++(IsDead(peer) ? deaths_ : is_right ? right_ : wrong_);
    if (IsDead(peer)) return;
    EXPECT_EQ(ours.has_value(), is_right)
        << text << "\n"
        << (ours ? "" : ours.error().Message()) << peer.out << peer.err;
  }

  std::size_t right_ = 0, wrong_ = 0, deaths_ = 0;
};

TEST_F(ConfigVerdictTest, ConfigurationsWrittenByHandAreRightToBoth) {
  for (const std::string& text : ConfigSamples::ByHand()) Compare(text);
  EXPECT_EQ(deaths_, 0u);
  EXPECT_GT(right_, 40u);
  EXPECT_GT(wrong_, 40u);
}

/// Some correct configurations with several lists of instances make the peer free memory twice.
TEST_F(ConfigVerdictTest, RandomConfigurationsAreRightToBoth) {
  ConfigSamples samples(2);
  const std::size_t count = Count(100);
  for (std::size_t i = 0; i < count && !HasFailure(); ++i) Compare(samples.Config());
  EXPECT_LE(deaths_, count / 50);
  EXPECT_GT(right_, count / 5);
  EXPECT_GT(wrong_, count / 5);
}

TEST_F(ConfigPeerTest, WhatWeUnderstandOtherwise) {
  const struct {
    const char* text;
    bool is_right;  // for fdr; the peer says the opposite
  } cases[] = {
      {"on once { kernel.all.load [1x] }\n", false},          // the peer: instances 1 and x
      {"on once { kernel.all.load [a\"b\"] }\n", false},      // the peer: a and b
      {"on once { kernel.all.load [4294967297] }\n", false},  // the peer: 1
      {"on once { kernel.all.load [1] }\non onc", false},     // the peer loses the last line
      {"%ifdef x", false},                                    // the peer loses this line, too
      // The peer: a macro defined twice.
      {"%ifdef x\n%else\n%endif\n%ifdef y\n%else\n%endif\n", true},
      {"[access]\nallow localhost : all;\ndisallow ::1:all;\n", true},
      {"[access]\nallow fade:all;\n", true},                    // the peer: an address
      {"[access]\nallow nosuchhost.invalid : all;\n", true},    // the peer asks for its address
      {"[access]\nallow * : all;\ndisallow * : all;\n", true},  // the peer compares rules
  };
  for (const auto& [text, is_right] : cases) {
    const std::string path = Write("c", text);
    EXPECT_EQ(LoadLoggerConfig(path, options_).has_value(), is_right) << text;
    EXPECT_EQ(IsRightToPeer(AskPeer(path)), !is_right) << text;
  }
}

TEST_F(ConfigPeerTest, ConfigurationsOfThePackageAreRight) {
  std::size_t count = 0;
  for (const char* path :
       {"/etc/pcp/pmlogger/config.pmstat", "/var/lib/pcp/config/pmlogger/config.pmstat",
        "/var/lib/pcp/testsuite/archives/config.verify",
        "/var/lib/pcp/testsuite/archives/config.shping",
        "/var/lib/pcp/testsuite/tmparch/config.foo", "/var/lib/pcp/testsuite/tmparch/config.bar",
        "/var/lib/pcp/testsuite/tmparch/config.bigbin"}) {
    const auto config = LoadLoggerConfig(path, options_);
    EXPECT_TRUE(config) << config.error().Message();
    if (config) count += config->statements.size();
  }
  EXPECT_GT(count, 6u);
}

TEST_F(ConfigPeerTest, WhatPmlogconfWritesIsRight) {
  const PeerCollector collector;
  const std::string path = directory_ / "made";
  const ChildOutcome made = RunPeer({"pmlogconf", "-c", "-q", "-h", collector.tcp(), path});
  ASSERT_TRUE(made.Succeeded()) << made.out << made.err;
  const auto config = LoadLoggerConfig(path, options_);
  ASSERT_TRUE(config) << config.error().Message();
  EXPECT_GT(config->statements.size(), 5u);
  EXPECT_GT(config->access.size(), 1u);
}

// Effects.

constexpr InDomId kLoads = InDomId::Build(60, 2);

/// The logged instances of kernel.all.load, by level and milliseconds: "A1000 1 5".
using Effects = std::set<std::string>;

Effects OurEffects(const LogState& state) {
  Effects effects;
  for (const LogTask& task : state.Tasks()) {
    std::string line = (task.level == LogLevel::kMandatory ? "M" : "A") +
                       std::to_string(task.interval / 1'000'000);
    for (const InstanceId instance : task.metrics.at(0).instances)
      line += " " + std::to_string(instance);
    effects.insert(line);
  }
  return effects;
}

/// Reads the peer's trace.  It has a line " state: ..., mand, on delta: 1000 usec ..." for each
/// task; in fact these are milliseconds.  Lines " Request @ ..." follow, each with a line of its
/// instances.
Effects PeersEffects(const std::string& trace) {
  Effects effects;
  std::string line, task;
  std::set<int> instances;
  bool is_request = false;
  const auto finish = [&] {
    if (instances.empty()) return;
    for (const int instance : instances) task += " " + std::to_string(instance);
    effects.insert(task);
    instances.clear();
  };
  for (std::istringstream lines(trace); std::getline(lines, line);) {
    if (line.starts_with(" state:")) {
      finish();
      task.clear();
      if (line.find(", on delta: ") != std::string::npos)
        task = (line.find("mand,") != std::string::npos ? "M" : "A") +
               std::to_string(std::atoi(line.c_str() + line.find("delta:") + 6));
    } else if (is_request && !task.empty()) {
      std::istringstream numbers(line.substr(line.find(']') + 1));
      for (int instance = 0; numbers >> instance;) instances.insert(instance);
    }
    is_request = line.find("Request @") != std::string::npos;
  }
  finish();
  return effects;
}

std::size_t Refusals(const std::string& trace) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = trace.find("Incompatible request", at)) != std::string::npos; ++at)
    ++count;
  return count;
}

LogState StateOf(const LoggerConfig& config) {
  ResolvedNames host;
  host.names["kernel.all.load"] = {{{"kernel.all.load", MetricId::Build(60, 2, 0), kLoads}}, {}};
  host.domains[kLoads] = {{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}};
  return LogState::Make(config, 60'000'000'000, host);
}

TEST_F(ConfigPeerTest, InstancesHaveTheSameEffects) {
  ConfigSamples samples(3);
  for (std::size_t i = 0; i < Count(60) && !HasFailure(); ++i) {
    const std::string text = samples.Instances();
    const std::string path = Write("c", text);
    const ChildOutcome peer = AskPeer(path);
    ASSERT_TRUE(peer.Succeeded()) << text << peer.err;
    const auto config = LoadLoggerConfig(path, options_);
    ASSERT_TRUE(config) << config.error().Message();
    const LogState ours = StateOf(*config);
    EXPECT_EQ(OurEffects(ours), PeersEffects(peer.out + peer.err)) << text;
    EXPECT_EQ(ours.warnings().size(), Refusals(peer.out + peer.err)) << text << peer.out;
  }
}

/// pmlogger(1) says that a later request replaces the earlier one.  It also says that single
/// instances are refused while all are logged.  The peer does neither, as its trace and its
/// recordings show.
TEST_F(ConfigPeerTest, RequestsForAllInstancesStayInForceWithThePeer) {
  const auto peers_tasks = [this](const std::string& text) {
    const ChildOutcome peer = AskPeer(Write("c", text));
    std::size_t tasks = 0;
    for (std::size_t at = 0; (at = peer.err.find(", on delta: ", at)) != std::string::npos; ++at)
      ++tasks;
    for (std::size_t at = 0; (at = peer.out.find(", on delta: ", at)) != std::string::npos; ++at)
      ++tasks;
    return tasks;
  };
  const auto our_tasks = [this](const std::string& text) {
    const auto config = LoadLoggerConfig(Write("c", text), options_);
    return config ? StateOf(*config).Tasks().size() : 99;
  };
  const std::string all = "on 1 sec { kernel.all.load }\n";
  for (const char* later : {"off { kernel.all.load }\n", "mandatory off { kernel.all.load }\n"}) {
    EXPECT_EQ(peers_tasks(all + later), 1u) << later;
    EXPECT_EQ(our_tasks(all + later), 0u) << later;
  }
  for (const char* later :
       {"on 2 sec { kernel.all.load }\n", "on 2 sec { kernel.all.load [1] }\n"}) {
    EXPECT_EQ(peers_tasks(all + later), 2u) << later;
    EXPECT_EQ(our_tasks(all + later), 1u) << later;
  }
}

}  // namespace
}  // namespace fdr::test
