// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instances and metrics that are chosen by their labels.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/tests/serve/viewer/viewer_fixture.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

const InDomId kLabelledDisks = InDomId::Build(60, 1);
const MetricId kDiskRead = MetricId::Build(60, 0, 4), kDiskBusy = MetricId::Build(60, 1, 1),
               kPlainLoad = MetricId::Build(60, 2, 0);

std::string Encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) encoded += fmt::format("%{:02x}", static_cast<unsigned char>(c));
  return encoded;
}

// Disks 0 to 2, of which 1 is gone at the end.
class ViewerLabelsTest : public ViewerTest {
 protected:
  ViewerLabelsTest() {
    ArchiveBuilder archive(directory_ / "toy", Version::k3);
    archive.Metric({.name = "disk.read", .id = kDiskRead, .indom = kLabelledDisks})
        .Metric({.name = "disk.busy", .id = kDiskBusy, .indom = kLabelledDisks})
        .Metric({.name = "load", .id = kPlainLoad})
        .InDom(At(1000), kLabelledDisks, {{0, "sda"}, {1, "sdb"}, {2, "dm-0"}})
        .LabelSets(At(1000), LabelLevel::kContext, 0, {{{{"hostname", "\"toyhost\""}}}})
        .LabelSets(At(1000), LabelLevel::kDomain, 60, {{{{"agent", "\"linux\""}}}})
        .LabelSets(At(1000), LabelLevel::kInDom, kLabelledDisks.value,
                   {{{{"device_type", "\"block\""}, {"speed", "100"}}}})
        .LabelSets(At(1000), LabelLevel::kItem, kDiskBusy.value, {{{{"kind", "\"share\""}}}})
        .LabelSets(At(1000), LabelLevel::kInstances, kLabelledDisks.value,
                   {{{{"device_type", "\"disk\""}, {"rack", "\"A 1\""}}, 0},
                    {{{"device_type", "\"disk\""}, {"rack", "\"B 7\""}, {"speed", "5"}}, 1}})
        .Record(At(1000), {All(kDiskRead), All(kDiskBusy), Single(kPlainLoad, std::uint64_t{1})})
        .Record(At(1010), {All(kDiskRead), All(kDiskBusy), Single(kPlainLoad, std::uint64_t{2})})
        .InDom(At(1015), kLabelledDisks, {{0, "sda"}, {2, "dm-0"}})
        .LabelSets(At(1015), LabelLevel::kInstances, kLabelledDisks.value,
                   {{{{"device_type", "\"disk\""}, {"rack", "\"C 3\""}}, 0}})
        .Record(At(1020), {{kDiskRead, {{0, std::uint64_t{7}}, {2, std::uint64_t{9}}}}})
        .Close();
  }

  static Values All(MetricId metric) {
    return {metric, {{0, std::uint64_t{1}}, {1, std::uint64_t{2}}, {2, std::uint64_t{3}}}};
  }

  // The instances of disk.read that a choice has, in the answer of a path.
  std::string Chosen(const std::string& choice, const std::string& path) {
    const std::string answer = Get(path + "&i=" + Encoded(choice));
    std::string chosen;
    for (const char* name : {"sda", "sdb", "dm-0"})
      if (answer.find('"' + std::string(name) + '"') != std::string::npos)
        chosen += (chosen.empty() ? "" : " ") + std::string(name);
    return chosen;
  }
  std::string Chosen(const std::string& choice) {
    return Chosen(choice, "buckets?m=disk.read&from=1700001000&to=1700001030&n=3&format=json");
  }
};

TEST_F(ViewerLabelsTest, LabelsOfAnInstanceAreThoseOfAllLevels) {
  EXPECT_EQ(Chosen(R"({device_type == "disk"})"), "sda sdb");
  EXPECT_EQ(Chosen(R"({device_type == "block"})"), "dm-0") << "its own labels have priority";
  EXPECT_EQ(Chosen(R"({agent : "lin*" && hostname == toyhost})"), "sda sdb dm-0");
  EXPECT_EQ(Chosen("{speed < 50}"), "sdb");
  EXPECT_EQ(Chosen(R"({rack =~ "^[AB]"})"), "sdb") << "those of sda have changed";
  EXPECT_EQ(Chosen(R"({rack != "C 3"})"), "sdb dm-0") << "also without such a label";
  EXPECT_EQ(Chosen("{kind == share}"), "");
  EXPECT_EQ(Chosen(R"({instance.name : "sd*", metric.name == disk.read || rack == "x"})"),
            "sda sdb");
}

TEST_F(ViewerLabelsTest, AllPathsWithInstancesKnowConditions) {
  for (const char* path :
       {"buckets?m=disk.read&from=1700001000&to=1700001030&format=json",
        "heat?m=disk.read&from=1700001000&to=1700001030&n=3", "at?m=disk.read&t=1700001010",
        "records?m=disk.read&t=1700001000", "meta?m=disk.read", "at?t=1700001010"}) {
    EXPECT_EQ(Chosen(R"({rack == "B 7"})", path), "sdb") << path;
    EXPECT_EQ(Chosen("{kind == share}", path),
              path == std::string("at?t=1700001010") ? "sda sdb dm-0" : "")
        << path;
  }
  EXPECT_NE(Get("at?t=1700001010&i=" + Encoded("{kind == none}")).find("\"load\""),
            std::string::npos)
      << "a metric without instances stays";
}

TEST_F(ViewerLabelsTest, ConditionsAndNamesAreAlternatives) {
  EXPECT_EQ(Chosen(R"({device_type == "block"})",
                   "buckets?m=disk.read&from=1700001000&to=1700001030&format=json&i=sda"),
            "sda dm-0");
  EXPECT_EQ(Chosen("{kind == none}", "at?m=disk.read[sdb]&t=1700001010"), "sdb");
}

TEST_F(ViewerLabelsTest, WrongConditionsAreRefused) {
  for (const char* wrong :
       {"{", "{}", "{rack}", "{rack ==}", "{rack = x}", "{rack == x", "{rack == x} y",
        "{rack == x}[samples:3]", R"({rack =~ "("})", "{rack == x && }", "{\xff}"}) {
    const std::string answer = Get("at?m=disk.read&i=" + Encoded(wrong), 400);
    EXPECT_NE(answer.find("\"message\":\"i: "), std::string::npos) << answer;
  }
  EXPECT_NE(Get("at?i=" + Encoded("{rack = x}"), 400).find(R"("i: syntax error at \"= x}\"")"),
            std::string::npos);
  EXPECT_NE(Get("at?i=" + Encoded("{rack == x"), 400).find("at the end"), std::string::npos);
  std::string many = "{rack =~ x";
  for (int i = 0; i < 16; ++i) many += " || rack =~ x";
  Get("at?m=disk.read&i=" + Encoded(many + "}"), 400);
  Get("at?m=disk.read&i=" + Encoded("{a == b}") + "&i=" + Encoded("{a == c}"), 400);
}

TEST_F(ViewerLabelsTest, WordsFindLabels) {
  const std::string found = Get("find?q=SHARE");
  EXPECT_NE(found.find(R"({"total":1,"matches":[{"m":"disk.busy")"), std::string::npos) << found;
  EXPECT_NE(found.find(R"("where":"label","label":"kind=share")"), std::string::npos) << found;
  EXPECT_NE(Get("find?q=rack=b").find(R"("total":2)"), std::string::npos) << "labels that were";
  EXPECT_NE(Get("find?q=disk+agent").find(R"("total":2)"), std::string::npos);
  EXPECT_NE(Get("find?q=toyhost").find(R"("total":0)"), std::string::npos)
      << "labels of the source would find everything";
  const std::string both = Get("find?q=disk");
  EXPECT_NE(both.find(R"("where":"name")"), std::string::npos);
  EXPECT_EQ(both.find(R"("where":"label")"), std::string::npos) << "names come first";
}

}  // namespace
}  // namespace fdr::test
