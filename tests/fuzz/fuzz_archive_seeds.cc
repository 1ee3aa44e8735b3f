// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the seeds of the fuzz targets `archive` and `compressed` into DIRECTORY/<target>/<seed>:
// small archives of our writer, and files that the usual programs compressed.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr MetricId kNumber = MetricId::Build(60, 0, 1), kText = MetricId::Build(60, 0, 2);
constexpr InDomId kDomain = InDomId::Build(60, 7);

void Write(const std::filesystem::path& file, Bytes bytes) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << AsText(bytes);
}

// The files of an archive in one, as archive_fuzz.cc takes them.
ByteBuffer Packed(const std::string& base) {
  ByteBuffer packed;
  ByteWriter out(packed);
  for (const char* suffix : {".meta", ".index", ".0", ".1"}) {
    const ByteBuffer file = test::ReadFile(base + suffix);
    out.U16(static_cast<std::uint16_t>(file.size()));
    out.Raw(file);
  }
  return packed;
}

void WriteArchives(const std::filesystem::path& root) {
  for (const Version version : {Version::k2, Version::k3}) {
    const test::TempDirectory directory;
    const std::string base = directory / "a";
    {
      test::ArchiveBuilder archive(base, version);
      archive
          .Metric({.name = "toy.n",
                   .id = kNumber,
                   .type = Type::kU64,
                   .indom = kDomain,
                   .semantics = Semantics::kCounter})
          .Metric({.name = "toy.text", .id = kText, .type = Type::kString})
          .InDom(At(0), kDomain, {{0, "a"}, {1, "b"}, {2, "c"}})
          .Text(TextKind::kMetricOneLine, kNumber.value, "a number")
          .LabelSets(At(0), LabelLevel::kContext, 0xffffffff, {{{{"host", "\"toy\""}}}})
          .Record(At(0), {{kNumber, {{0, std::uint64_t{1}}, {1, std::uint64_t{2}}}},
                          test::Single(kText, "x")})
          .InDom(At(1), kDomain, {{0, "a"}, {1, "b"}, {3, "d"}})
          .Record(At(1), {{kNumber, {{0, std::uint64_t{5}}, {3, std::uint64_t{9}}}},
                          test::NoValues(kText, -12350)})
          .Mark(At(1.001))
          .Volume()
          .Record(At(2), {{kNumber, {{0, std::uint64_t{7}}}}, test::Single(kText, "y")});
    }
    const char* name = version == Version::k2 ? "v2" : "v3";
    const ByteBuffer packed = Packed(base);
    Write(root / "archive" / name, packed);
    ByteBuffer with_seed;
    ByteWriter out(with_seed);
    out.U64(1);
    out.Raw(packed);
    Write(root / "replay" / name, with_seed);
  }
}

void WriteCompressed(const std::filesystem::path& root) {
  const ByteBuffer content = test::SampleContent(600);
  const auto write = [&](const char* name, std::uint8_t format, const ByteBuffer& file) {
    ByteBuffer seed = {static_cast<std::byte>(format)};
    ByteWriter(seed).Raw(file);
    Write(root / "compressed" / name, seed);
  };
  const ByteBuffer blocks = test::Compress({"xz", "-c", "--block-size=200"}, content);
  write("xz-blocks", 0, blocks);
  write("xz-stream", 6, blocks);
  ByteBuffer frames;
  for (std::size_t from = 0; from < content.size(); from += 200)
    ByteWriter(frames).Raw(test::Compress({"zstd", "-qc"}, Bytes(content).subspan(from, 200)));
  write("zstd-frames", 1, frames);
  write("zstd-stream", 11, frames);
  write("lzma", 7, test::Compress({"xz", "--format=lzma", "-c"}, content));
  write("bzip2", 2, test::Compress({"bzip2", "-c"}, content));
  write("gzip", 3, test::Compress({"gzip", "-nc"}, content));
  write("compress", 4, test::Compress({"compress", "-fc"}, content));
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz_archive_seeds DIRECTORY\n");
    return 2;
  }
  fdr::WriteArchives(argv[1]);
  fdr::WriteCompressed(argv[1]);
  return 0;
}
