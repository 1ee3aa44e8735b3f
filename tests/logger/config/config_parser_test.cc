// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/config_parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/logger/config/host_pattern.h"
#include "fdr/tests/support/text_files.h"

namespace fdr {
namespace {

Result<LoggerConfig> Parse(const std::string& text) {
  const test::TextFiles files = {{"c", text}};
  return LoadLoggerConfig("c", {.read_file = test::ReaderOf(files)});
}

std::string Print(const InstanceSpec& instance) {
  if (const auto* id = std::get_if<InstanceId>(&instance)) return std::to_string(*id);
  return "'" + std::get<std::string>(instance) + "'";
}

/// One line for each statement: level, state, milliseconds, metrics with their instances.
std::string Print(const LoggerConfig& config) {
  std::string printed;
  for (const LogStatement& statement : config.statements) {
    printed += statement.level == LogLevel::kMandatory ? "M " : "A ";
    printed += statement.state == LogSwitch::kOff     ? "off"
               : statement.state == LogSwitch::kMaybe ? "maybe"
               : !statement.interval                  ? "default"
                                     : std::to_string(*statement.interval / 1'000'000);
    for (const MetricSpec& metric : statement.metrics) {
      printed += " " + metric.name;
      for (const InstanceSpec& instance : metric.instances) printed += "[" + Print(instance) + "]";
    }
    printed += "\n";
  }
  for (const AccessRule& rule : config.access) {
    printed += rule.allow ? "allow" : "disallow";
    for (const std::string& host : rule.hosts) printed += " " + host;
    printed += ":" + std::to_string(rule.operations) + "\n";
  }
  return printed;
}

std::string Parsed(const std::string& text) {
  const auto config = Parse(text);
  return config ? Print(*config) : config.error().Message();
}

TEST(ConfigParserTest, LevelsAndStates) {
  EXPECT_EQ(Parsed("log mandatory on once a\nlog mandatory off a\nlog mandatory maybe a\n"
                   "log advisory on once a\nadvisory off a\non once a\noff a\nlog off a"),
            "M 0 a\nM off a\nM maybe a\nA 0 a\nA off a\nA 0 a\nA off a\nA off a\n");
  EXPECT_EQ(Parsed(""), "");
  EXPECT_EQ(Parsed("# log on\n \t\n"), "");
}

TEST(ConfigParserTest, Intervals) {
  EXPECT_EQ(Parsed("on default a on every 2 sec a on 0 sec a on 5\n min a on 1sec a"),
            "A default a\nA 2000 a\nA 0 a\nA 300000 a\nA 1000 a\n");
  for (const char* unit : {"msec", "msecs", "millisecond", "milliseconds"})
    EXPECT_EQ(Parsed("on 3 " + std::string(unit) + " a"), "A 3 a\n");
  for (const char* unit : {"sec", "secs", "second", "seconds"})
    EXPECT_EQ(Parsed("on 3 " + std::string(unit) + " a"), "A 3000 a\n");
  for (const char* unit : {"min", "mins", "minute", "minutes"})
    EXPECT_EQ(Parsed("on 3 " + std::string(unit) + " a"), "A 180000 a\n");
  for (const char* unit : {"hour", "hours"})
    EXPECT_EQ(Parsed("on 3 " + std::string(unit) + " a"), "A 10800000 a\n");
  EXPECT_EQ(Parsed("on 268435455 msec a"), "A 268435455 a\n");
  EXPECT_EQ(Parsed("on 74 hours a"), "A 266400000 a\n");
}

TEST(ConfigParserTest, MetricsAndInstances) {
  EXPECT_EQ(Parsed("on once { a, b.c_1 d [x], e[1] # x\n f [ 1, \"two # 2\" th.ree, 007 ] }"),
            "A 0 a b.c_1 d['x'] e[1] f[1]['two # 2']['th.ree'][7]\n");
  EXPECT_EQ(Parsed("on once a [1 \"x\"] off b"), "A 0 a[1]['x']\nA off b\n");
}

TEST(ConfigParserTest, KeywordsAreNamesInBraces) {
  EXPECT_EQ(Parsed("on once { log on sec [log all] access }"),
            "A 0 log on sec['log']['all'] access\n");
}

TEST(ConfigParserTest, Access) {
  const std::string all = "on once {a}\n[access] ";
  EXPECT_EQ(Parsed(all + "allow * : all; disallow a-b.c,local:*,unix:/p/q:enquire;"),
            "A 0 a\nallow *:7\ndisallow a-b.c local:* unix:/p/q:4\n");
}

TEST(ConfigParserTest, HostsAndOperationsNeedNoBlanksBetween) {
  EXPECT_EQ(Parsed("[access] allow localhost:all;disallow fe80::1:enquire,advisory;"
                   "allow ::1 , 10.1.*:all except mandatory , enquire; disallow :* :mandatory;"
                   "allow fe80:: : all; allow unix: : all; allow fe80::*: all;"),
            "allow localhost:7\ndisallow fe80::1:5\nallow ::1 10.1.*:1\ndisallow :*:2\n"
            "allow fe80:::7\nallow unix::7\nallow fe80::*:7\n");
}

TEST(ConfigParserTest, HostPatterns) {
  for (const char* good : {"*",
                           ".*",
                           ":*",
                           "a",
                           "localhost",
                           "a-b.c_d",
                           "e3.com",
                           "1.2.3.4",
                           "1.*",
                           "1.2.3.*",
                           "::",
                           "::1",
                           "fe80::",
                           "fe80::*",
                           "fe80:*",
                           "1:2:3:4:5:6:7:8",
                           "1:2:3:4:5:6:7:*",
                           "1::8",
                           "unix:",
                           "local:/a*"})
    EXPECT_TRUE(IsHostPattern(good)) << good;
  for (const char* bad : {"",
                          ".",
                          ":",
                          "1",
                          "1.2.3",
                          "1.2.3.4.5",
                          "256.1.1.1",
                          "1.2.3.4.*",
                          "1*",
                          "**",
                          "a*",
                          "-a",
                          "1..*",
                          "1:2:3:4:5:6:7",
                          "1:2:3:4:5:6:7:8:9",
                          "1:2:3:4:5:6:7:8*",
                          "::1::",
                          ":::",
                          "12345::",
                          "g::",
                          "fe80:1",
                          "3com.com",
                          "1:2:3:4:5:6:7::8"})
    EXPECT_FALSE(IsHostPattern(bad)) << bad;
}

TEST(ConfigParserTest, EveryMistakeIsShownInItsPlace) {
  const std::string host =
      "expected a host: its name, its address, or the beginning of that with a *";
  const std::string number = "expected once, default, or a number with a unit of time";
  const struct {
    std::string text;
    std::size_t column;
    std::string complaint;
  } cases[] = {
      {"x", 0, "expected log, mandatory, advisory, on or off"},
      {"}", 0, "expected log, mandatory, advisory, on or off"},
      {"LOG ON 1 SEC a", 0, "expected log, mandatory, advisory, on or off"},
      {"maybe a", 0, "expected log, mandatory, advisory, on or off"},
      {"log a", 4, "expected mandatory, advisory, on or off"},
      {"log mandatory a", 14, "expected on, off or maybe"},
      {"advisory maybe a", 9, "expected on or off"},
      {"on a", 3, number},
      {"on every once a", 9, "expected a number"},
      {"on every default a", 9, "expected a number"},
      {"on 1 { a }", 5, "expected msec, sec, min or hour"},
      {"on 1.5 sec a", 4, "a character that means nothing here"},
      {"on 268435456 msec a", 3, "the longest interval is 268435455 msec"},
      {"on 75 hours a", 3, "the longest interval is 268435455 msec"},
      {"on 99999999999999999999 hours a", 3, "the longest interval is 268435455 msec"},
      {"on once", 7, "expected the name of a metric, or {"},
      {"on once log", 8, "expected the name of a metric: one like this only in braces"},
      {"on once {}", 9, "expected the name of a metric, or }"},
      {"on once { a", 11, "expected the name of a metric, or }"},
      {"on once { a, }", 13, "expected the name of a metric"},
      {"on once { a,, b }", 12, "expected the name of a metric"},
      {"on once { 5 }", 10, "expected the name of a metric, or }"},
      {"on once { \"a\" }", 10, "expected the name of a metric, or }"},
      {"on once { a-b }", 11, "a character that means nothing here"},
      {"on once { _a }", 10, "a character that means nothing here"},
      {"on once { a: }", 11, "expected the name of a metric, or }"},
      {"on once a [access]", 11,
       "expected the name of an instance: one like this only in quotes, and [access] behind }"},
      {"on once a []", 11, "expected the name of an instance, or its number"},
      {"on once a [1,]", 13, "expected the name of an instance, or its number"},
      {"on once a [1 {", 13, "expected the name of an instance, or its number"},
      {"on once a [1x]", 12, "expected a blank or a comma between instances"},
      {"on once a [2147483648]", 11, "too large for an instance number"},
      {"on once a [-1]", 11, "a character that means nothing here"},
      {"on once a [\"\"]", 11, "a string with nothing in it"},
      {"on once a [\"b]", 11, "this string does not end"},
      {"on once {a} ;", 12, "expected log, mandatory, advisory, on or off"},
      {"[", 1, "expected access"},
      {"[access", 7, "expected ]"},
      {"[access]", 8, "expected allow or disallow"},
      {"[access] user", 9, "expected allow or disallow"},
      {"[access] allow : all;", 15, host},
      {"[access] allow all : all;", 15, host},
      {"[access] allow \"a\" : all;", 15, host},
      {"[access] allow 10.1 : all;", 15, host},
      {"[access] allow", 14, host},
      {"[access] allow a, : all;", 18, host},
      {"[access] allow a all;", 17, "expected a comma, or a colon"},
      {"[access] allow a : ;", 19, "expected advisory, mandatory or enquire"},
      {"[access] allow a : log;", 19, "expected advisory, mandatory or enquire"},
      {"[access] allow a : enquire, all;", 28, "expected advisory, mandatory or enquire"},
      {"[access] allow a : all except all;", 30, "expected advisory, mandatory or enquire"},
      {"[access] allow a : all, enquire;", 22, "expected ;"},
      {"[access] allow a : enquire", 26, "expected ;"},
      {"[access] allow a : all;;", 23, "expected allow or disallow"},
      {"[access] allow a : all; on once a", 24, "expected allow or disallow"},
  };
  for (const auto& [text, column, complaint] : cases)
    EXPECT_EQ(Parsed("#\n" + text),
              fmt::format("c:2: {}\n{}\n{:{}}^ -- here\n", complaint, text, "", column));
  EXPECT_EQ(ParseLoggerConfig({}).value().statements.size(), 0u);
}

TEST(ConfigParserTest, PlacesAreThoseOfTheFiles) {
  const test::TextFiles files = {{"c", "on once {\n%include \"f\"\n}"}, {"f", "\na\nb"}};
  const auto config = LoadLoggerConfig("c", {.read_file = test::ReaderOf(files)});
  ASSERT_TRUE(config) << config.error().Message();
  EXPECT_EQ(config->PlaceOf(config->statements[0].metrics[1].line), (TextPlace{"f", 3}));
}

TEST(ConfigParserTest, AFileThatIsNotThereIsAnError) {
  EXPECT_EQ(LoadLoggerConfig("c", {}).error().Message(), "c: no such file");
}

}  // namespace
}  // namespace fdr
