// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/extract_input.h"

#include <fmt/format.h>

#include "fdr/archive/record/value_fault.h"

namespace fdr {
namespace {

constexpr MetricId kCollectorPid = MetricId::Build(2, 0, 23);
constexpr MetricId kCollectorNumber = MetricId::Build(2, 0, 24);
constexpr std::size_t kMetricsOfPrologue = 5;

std::optional<std::uint64_t> NumberOf(const ValueSet& set) {
  if (set.size() != 1) return std::nullopt;
  if (set.in_place()) return set.Word(0);
  const Bytes payload = set.Block(0).payload;
  if (payload.size() == 4) return LoadU32(payload.data());
  if (payload.size() == 8) return LoadU64(payload.data());
  return std::nullopt;
}

}  // namespace

ExtractInput::ExtractInput(std::shared_ptr<const Archive> archive, ProblemSink on_problem)
    : archive_(std::move(archive)), on_problem_(std::move(on_problem)), cursor_(*archive_) {
  for (const Desc& desc : archive_->metadata().metrics())
    if (desc.type == Type::kEvent || desc.type == Type::kHighresEvent)
      events_.emplace(desc.id, desc);
}

void ExtractInput::End(const Error& error) {
  has_record_ = false;
  Report(on_problem_, ProblemOf(error));
}

void ExtractInput::Step() {
  if (!has_record_) return;
  const Result<std::optional<Frame>> frame = cursor_.Next();
  if (!frame) return End(frame.error());
  has_record_ = frame->has_value();
  if (!has_record_) return;
  body_ = (*frame)->body;
  auto decoded = values_.Decode(archive_->version(), body_);
  if (decoded) decoded = CheckEvents();
  if (!decoded)
    return End(Error{.code = decoded.error().code,
                     .what = decoded.error().what,
                     .file = cursor_.source().name(),
                     .offset = (*frame)->offset});
  stamp_ = values_.stamp();
  NoteCollector();
}

// Programs of PCP crash on damaged ones.
Result<void> ExtractInput::CheckEvents() const {
  if (events_.empty()) return {};
  for (const ValueSet& set : values_.sets()) {
    const auto metric = events_.find(set.id());
    if (metric == events_.end()) continue;
    if (const auto fault = ValueFault(set, metric->second))
      return Fail(Errc::kCorruptRecord, fmt::format("{} has {}", ToString(set.id()), *fault));
  }
  return {};
}

// Loggers begin and end an archive with a record of five metrics.
void ExtractInput::NoteCollector() {
  if (values_.sets().size() != kMetricsOfPrologue) return;
  std::optional<std::uint64_t> pid, number;
  for (const ValueSet& set : values_.sets()) {
    if (set.id() == kCollectorPid) pid = NumberOf(set);
    if (set.id() == kCollectorNumber) number = NumberOf(set);
  }
  if (pid && number) collector_ = {*pid, *number};
}

}  // namespace fdr
