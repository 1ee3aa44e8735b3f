// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr replay` and `fdr live` with --chart, --svg, --png and --size.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

constexpr MetricId kLoad = MetricId::Build(60, 0, 1), kBytes = MetricId::Build(60, 0, 2),
                   kUser = MetricId::Build(60, 0, 3);
constexpr InDomId kNames = InDomId::Build(60, 1), kCpus = InDomId::Build(60, 2);
constexpr int kCpuCount = 20;

std::string Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Prints the texts of an SVG file, after an independent parser has read it, and where its parts
// point to.
constexpr const char* kReadSvg = R"(
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
assert root.tag == '{http://www.w3.org/2000/svg}svg', root.tag
print(root.get('width') + ' x ' + root.get('height'))
for element in root.iter():
    if element.tag.endswith('text') or element.tag.endswith('title'): print(repr(element.text))
    assert not any(name.endswith('href') for name in element.attrib)
)";

// Decodes a PNG with nothing but zlib, and prints its size and its number of colours.
constexpr const char* kReadPng = R"(
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
assert data[:8] == b'\x89PNG\r\n\x1a\n'
at, pixels = 8, b''
while at < len(data):
    length, kind = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    assert zlib.crc32(kind + body) == struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0]
    if kind == b'IHDR': width, height, depth, colour = struct.unpack('>IIBB', body[:10])
    if kind == b'IDAT': pixels += body
    at += 12 + length
assert kind == b'IEND' and (depth, colour) == (8, 2), (kind, depth, colour)
assert len(zlib.decompress(pixels)) == height * (1 + 3 * width)
print(width, 'x', height)
)";

class ChartFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    ArchiveBuilder archive(base_, Version::k3);
    archive.Metric({.name = "toy.load", .id = kLoad, .type = Type::kFloat, .indom = kNames})
        .Metric({.name = "toy.bytes",
                 .id = kBytes,
                 .type = Type::kU64,
                 .units = {.dim_space = 1, .scale_space = 1}})
        .Metric({.name = "toy.user", .id = kUser, .type = Type::kFloat, .indom = kCpus})
        .InDom(At(0), kNames, {{0, "<a>&\"'"}, {1, "x\x1b[31m\xff"}, {2, "]]>--\u00fc"}});
    std::vector<std::string> names;
    for (int i = 0; i < kCpuCount; ++i) names.push_back("cpu" + std::to_string(i));
    InstanceList cpus;
    for (int i = 0; i < kCpuCount; ++i) cpus.push_back({i, names[static_cast<std::size_t>(i)]});
    archive.InDom(At(0), kCpus, cpus);
    for (int i = 0; i < 30; ++i) {
      const double n = i;
      archive.Record(At(60.0 * i), {{kLoad, {{0, n}, {1, 2 * n}, {2, 3 * n}}},
                                    Single(kBytes, 4096 * i),
                                    {kUser, {{0, n}, {1, n}, {19, n}}}});
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"replay", base_});
    return RunFdr(std::move(arguments), {"LC_ALL=C.UTF-8"});
  }

  static std::string Python(const char* program, const std::string& file) {
    const auto outcome = RunChild(
        {.argv = {"python3", "-c", program, file}, .environment = {"PYTHONIOENCODING=utf-8"}});
    EXPECT_EQ(ErrorOf(outcome), "");
    EXPECT_EQ(outcome->err, "");
    EXPECT_EQ(outcome->exit_status, 0);
    return outcome->out;
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy", svg_ = directory_ / "a.svg",
                    png_ = directory_ / "a.png";
};

TEST_F(ChartFilesTest, AnSvgIsValidAndNamesAllWhateverTheNames) {
  const ChildOutcome outcome = Run({"toy", "--svg", svg_});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.exit_status, 0);
  const std::string texts = Python(kReadSvg, svg_);
  for (const char* text : {"'toyhost'", "'2023-11-14 22:13:20.000 to 22:42:20.000 UTC'",
                           "'toy.bytes (MiB)'", "'toy.load'", "'toy.user'", "'cpu0'", "'cpu19'",
                           "'x?[31m?'", "']]>--\u00fc'", "'22:15'", "'22:40'"})
    EXPECT_NE(texts.find(text), std::string::npos) << text << " in\n" << texts;
  EXPECT_NE(texts.find("<a>&"), std::string::npos) << texts;
}

TEST_F(ChartFilesTest, APngHasTheSameSizeAndBothComeBesideText) {
  const ChildOutcome outcome =
      Run({"toy.load", "--svg", svg_, "--png", png_, "--size", "640x480", "--plot"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, Run({"toy.load", "--plot"}).out);
  EXPECT_EQ(Python(kReadSvg, svg_).substr(0, 10), "640 x 480\n");
  EXPECT_EQ(Python(kReadPng, png_), "640 x 480\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 5)
      << "three files of the archive, and two pictures";
}

TEST_F(ChartFilesTest, AChartOfAKindNeedsNoPlot) {
  const std::string areas = Run({"toy.load", "--chart", "area"}).out;
  EXPECT_NE(areas.find("\u25a0\u25a0\u25a0"), std::string::npos) << areas;
  EXPECT_EQ(areas, Run({"toy.load", "--chart", "area", "--plot"}).out);
  EXPECT_NE(areas, Run({"toy.load", "--plot"}).out);
  EXPECT_NE(Run({"toy.load", "--chart", "heat"}).out.find("3 series"), std::string::npos);
}

TEST_F(ChartFilesTest, ManyInstancesAreAHeatMapThatNamesAll) {
  const std::string chart = Run({"toy.user", "--plot"}).out;
  for (int i = 0; i < kCpuCount; ++i)
    EXPECT_NE(chart.find("cpu" + std::to_string(i) + ' '), std::string::npos) << i;
  EXPECT_NE(chart.find("\u2581\u2582\u2583"), std::string::npos) << chart;
}

TEST_F(ChartFilesTest, AChartShowsTheLargestInstancesOfTheWindow) {
  const ChildOutcome outcome =
      Run({"toy.load", "toy.user", "--plot", "--ascii", "--width", "60", "--top", "1"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("]]>"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("<a>"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("cpu19"), std::string::npos) << "another domain";
  EXPECT_EQ(RunFdr({"live", "kernel.all.load", "--plot", "--top", "1"}).exit_status, 2);
}

TEST_F(ChartFilesTest, WhatCannotBeWrittenIsSaidBeforeTheValuesAreRead) {
  const auto fails = [&](std::vector<std::string> arguments, int status, const char* message) {
    const ChildOutcome outcome = Run(std::move(arguments));
    EXPECT_EQ(outcome.exit_status, status);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  };
  fails({"toy.load", "--svg", "/nonexistent/a.svg"}, 1, "fdr: /nonexistent/a.svg: No such file");
  fails({"toy.load", "--png", directory_.path()}, 1, "Is a directory");
  fails({"toy.load", "--png", "/dev/full"}, 1, "fdr: /dev/full: No space left");
  fails({"toy.load", "--svg", svg_, "--size", "9x9"}, 2, "as in --size 1600x900");
  fails({"toy.load", "--svg", svg_, "--size", "400x"}, 2, "as in --size 1600x900");
  fails({"toy.load", "--plot", "--size", "400"}, 2, "only with --svg or --png");
  fails({"toy.load", "--svg", svg_, "--csv"}, 2, "exclude each other");
  fails({"toy.load", "--chart", "pie"}, 2, "expected line, step, bar, area or heat");
  EXPECT_FALSE(std::filesystem::exists(svg_));
}

TEST_F(ChartFilesTest, WithoutValuesAnOldPictureStays) {
  std::ofstream(svg_) << "old";
  EXPECT_EQ(Run({"toy.load", "--svg", svg_, "-S", "@2023-11-15"}).exit_status, 1);
  EXPECT_EQ(Read(svg_), "old");
}

TEST_F(ChartFilesTest, ALiveChartIsWrittenAtItsEnd) {
  const ChildOutcome outcome =
      RunFdr({"live", "kernel.all.load", "-t", "10ms", "-s", "5", "--svg", svg_});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(Python(kReadSvg, svg_).find("'15 minute'"), std::string::npos);
}

}  // namespace
}  // namespace fdr::test
