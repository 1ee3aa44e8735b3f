// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/toy_recorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/archive/check.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

constexpr InDomId kDomain = InDomId::Build(245, 1);
constexpr MetricId kNumber = MetricId::Build(245, 0, 0);

constexpr MetricId Late(int n) {
  return MetricId::Build(245, 1, static_cast<std::uint32_t>(n / 3));
}

Result<void> Describe(int n, ArchiveWriter& writer) {
  const Desc number{kNumber, Type::kU32, {}, Semantics::kInstant, {}};
  if (auto added = writer.AddMetric(number, {"toy.number"}); !added) return added;
  const std::string name = fmt::format("toy.late.m{}", n / 3);
  const Desc late{Late(n), Type::kU32, kDomain, Semantics::kInstant, {}};
  if (auto added = writer.AddMetric(late, {name}); !added) return added;
  if (auto added = writer.AddText(
          {.kind = TextKind::kMetricOneLine, .id = Late(n).value, .stored = "help for " + name});
      !added)
    return added;
  const std::string names[] = {fmt::format("one{}", n / 4), fmt::format("other{}", n / 2)};
  return writer.AddInDom(At(n), kDomain, {{n / 4, names[0]}, {1000 + n / 2, names[1]}});
}

}  // namespace

Result<ToyRecorder> ToyRecorder::Create(const std::string& base, const WriterOptions& options,
                                        FileSystem& files) {
  auto writer = ArchiveWriter::Create(base, options, files);
  if (!writer) return Fail(writer.error());
  return ToyRecorder(std::move(*writer), false);
}

Result<ToyRecorder> ToyRecorder::Resume(const std::string& base, const WriterOptions& options,
                                        FileSystem& files) {
  auto writer = ArchiveWriter::Resume(base, options, files);
  if (!writer) return Fail(writer.error());
  const bool has_data = writer->last_stamp().has_value();
  return ToyRecorder(std::move(*writer), has_data);
}

Result<void> ToyRecorder::Sample(int n) {
  if (needs_mark_)
    if (auto marked = writer_.WriteMark(writer_.last_stamp()->Plus(1'000'000)); !marked)
      return marked;
  needs_mark_ = false;
  if (auto described = Describe(n, writer_); !described) return described;
  ResultEncoder record;
  record.Begin(At(n));
  record.BeginSet(kNumber, ValueFormat::kInPlace);
  record.AddInPlace(kSingular, static_cast<std::uint32_t>(n));
  record.BeginSet(Late(n), ValueFormat::kInPlace);
  record.AddInPlace(n / 4, static_cast<std::uint32_t>(n));
  record.AddInPlace(1000 + n / 2, static_cast<std::uint32_t>(n));
  return writer_.WriteResult(record);
}

std::string ToySamples(const std::string& base) {
  OpenOptions options;
  options.metadata_damage = MetadataDamage::kSkip;
  const auto archive = Archive::Open(base, options);
  if (!archive) return archive.error().Message();
  RecordCursor cursor(**archive);
  ResultRecord record;
  std::string all;
  while (true) {
    const auto frame = cursor.NextSound();
    if (!frame) {
      if (cursor.SkipVolume().value_or(false)) continue;
      return all;
    }
    if (!*frame) return all;
    if (auto decoded = record.Decode((*archive)->version(), (*frame)->body); !decoded)
      return decoded.error().Message();
    if (!all.empty()) all += ' ';
    if (record.is_mark()) {
      all += '|';
      continue;
    }
    const std::uint32_t n = record.sets()[0].Word(0);
    for (const ValueSet& set : record.sets())
      for (std::uint32_t i = 0; i < set.size(); ++i)
        if (set.Word(i) != n) return fmt::format("sample {} has another value {}", n, set.Word(i));
    if (record.stamp() != At(n)) return fmt::format("sample {} has another stamp", n);
    all += std::to_string(n);
  }
}

std::size_t ToyFaults(const std::string& base) {
  const auto files = FindArchive(base);
  if (!files) {
    ADD_FAILURE() << files.error().Message();
    return 1;
  }
  const CheckSummary summary = CheckArchive(*files, {}, [](const Finding& finding) {
    if (finding.severity() != Severity::kInfo)
      ADD_FAILURE() << finding.file << " " << finding.offset << ": " << finding.sentence;
  });
  return summary.count(Severity::kError) + summary.count(Severity::kWarning);
}

}  // namespace fdr::test
