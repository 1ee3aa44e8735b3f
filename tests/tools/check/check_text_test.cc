// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/check/check_text.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

CheckReport Report() {
  CheckReport report{.base = "/a/toy", .summary = {}, .findings = {}};
  report.findings = {
      {CheckCode::kLabelEarly, "/a/toy", 0, Timestamp{5, 0}, {}, "early"},
      {CheckCode::kDataBackwards, "/a/toy.0", 132, Timestamp{10, 500'000'000}, {}, "back"},
      {CheckCode::kDataNoDesc, "/a/toy.0", 200, Timestamp{-1, 0}, MetricId::Build(60, 0, 4),
       "no\x1b"},
      {CheckCode::kDataNoDesc, "/a/toy.0", 300, {}, MetricId::Build(60, 0, 5), "none"},
      {CheckCode::kDescScale, "/a/toy.meta", 7, {}, {}, "scale \"7\""},
  };
  report.summary.findings = {6, 1, 1};
  report.summary.omitted = {{CheckCode::kDataNoDesc, "/a/toy.0", 3}};
  report.summary.label.emplace().version = Version::k2;
  report.summary.metrics = 1;
  report.summary.records = 9;
  report.summary.values = 123;
  report.summary.bytes = 2048;
  return report;
}

std::string Text(const CheckTextStyle& style) {
  std::string text;
  AppendText(Report(), Zone(), style, text);
  return text;
}

TEST(CheckTextTest, FindingsAreGroupedByFileAndNotesAreOnlyCounted) {
  EXPECT_EQ(
      Text({}),
      "/a/toy.0:\n"
      "  error    data.backwards          at 132         1970-01-01 00:00:10.500000 UTC  back\n"
      "  error    data.no-desc            at 200         no\\x1b\n"
      "  error    data.no-desc            at 300         none\n"
      "  error    data.no-desc            and 3 more\n"
      "/a/toy.meta:\n"
      "  warning  desc.scale              at 7           scale \"7\"\n"
      "/a/toy: 6 errors, 1 warning, 1 note; 1 metric, 9 records, 123 values, 2.0 KiB\n");
}

TEST(CheckTextTest, NotesAreListedOnRequest) {
  EXPECT_TRUE(Text({.notes = true})
                  .starts_with("/a/toy:\n  note     label.early             at 0           "
                               "1970-01-01 00:00:05.000000 UTC  early\n/a/toy.0:\n"));
}

TEST(CheckTextTest, TheLastLineCanBeLeftOut) {
  EXPECT_EQ(Text({.summary = false}).find("9 records"), std::string::npos);
}

TEST(CheckTextTest, ColorsTellSeverities) {
  const std::string text = Text({.color = true});
  EXPECT_NE(text.find("\x1b[1;31merror  \x1b[0m  data.backwards"), std::string::npos);
  EXPECT_NE(text.find("\x1b[33mwarning\x1b[0m  desc.scale"), std::string::npos);
  EXPECT_EQ(Text({}).find('\x1b'), std::string::npos);
}

TEST(CheckTextTest, JsonHasEverything) {
  std::string json;
  AppendJson(Report(), Zone(), json);
  EXPECT_EQ(json, R"({"base":"/a/toy","ok":false,"errors":6,"warnings":1,"notes":1,)"
                  R"("metrics":1,"records":9,"values":123,"bytes":2048,"findings":[)"
                  R"({"code":"label.early","severity":"info","file":"/a/toy","offset":0,)"
                  R"("time":"1970-01-01T00:00:05.000000000Z","sentence":"early"},)"
                  R"({"code":"data.backwards","severity":"error","file":"/a/toy.0","offset":132,)"
                  R"("time":"1970-01-01T00:00:10.500000000Z","sentence":"back"},)"
                  R"({"code":"data.no-desc","severity":"error","file":"/a/toy.0","offset":200,)"
                  R"("metric":"60.0.4","sentence":"no\u001b"},)"
                  R"({"code":"data.no-desc","severity":"error","file":"/a/toy.0","offset":300,)"
                  R"("metric":"60.0.5","sentence":"none"},)"
                  R"({"code":"desc.scale","severity":"warning","file":"/a/toy.meta","offset":7,)"
                  R"("sentence":"scale \"7\""}],)"
                  R"("omitted":[{"code":"data.no-desc","file":"/a/toy.0","count":3}]})");
}

}  // namespace
}  // namespace fdr::tools
