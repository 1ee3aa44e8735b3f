// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/dump_values.h"

#include <algorithm>
#include <unordered_map>

#include "fdr/archive/record_cursor.h"
#include "fdr/archive/stamp_codec.h"
#include "fdr/tools/dump/metric_lines.h"

namespace fdr::tools {
namespace {

constexpr std::uint64_t RoundUp4(std::uint64_t n) { return (n + 3) & ~std::uint64_t{3}; }

// The bytes that a value set takes in a record.
std::uint64_t SizeOf(const ValueSet& set) {
  constexpr std::uint64_t kHeader = 8, kFormat = 4, kPair = 8, kBlockHeader = 4;
  std::uint64_t size = kHeader;
  if (set.size() == 0) return size;
  size += kFormat + kPair * set.size();
  if (set.in_place()) return size;
  for (std::uint32_t i = 0; i < set.size(); ++i)
    size += kBlockHeader + RoundUp4(set.Block(i).payload.size());
  return size;
}

// Picks the wanted sets of each record, in the order of the wanted metrics.
class Selection {
 public:
  explicit Selection(const std::optional<std::vector<MetricId>>& metrics) : all_(!metrics) {
    if (all_) return;
    for (const MetricId id : *metrics) ranks_.try_emplace(id, ranks_.size());
    found_.resize(ranks_.size());
  }

  bool all() const { return all_; }

  /// Valid until the next call.
  const std::vector<const ValueSet*>& Pick(const ResultRecord& record) {
    picked_.clear();
    if (all_) {
      for (const ValueSet& set : record.sets()) picked_.push_back(&set);
      return picked_;
    }
    std::fill(found_.begin(), found_.end(), nullptr);
    for (const ValueSet& set : record.sets())
      if (const auto rank = ranks_.find(set.id()); rank != ranks_.end())
        if (found_[rank->second] == nullptr) found_[rank->second] = &set;
    std::copy_if(found_.begin(), found_.end(), std::back_inserter(picked_),
                 [](const ValueSet* set) { return set != nullptr; });
    return picked_;
  }

 private:
  bool all_;
  std::unordered_map<MetricId, std::size_t> ranks_;
  std::vector<const ValueSet*> found_;  // by rank
  std::vector<const ValueSet*> picked_;
};

class ValuesDump {
 public:
  ValuesDump(const DumpContext& dump, const ValuesOptions& options, const ProblemSink& on_problem)
      : dump_(dump),
        options_(options),
        on_problem_(on_problem),
        cursor_(dump.archive),
        lines_(dump),
        selection_(options.metrics) {}

  void Run() {
    if (const Result<void> sought = Seek(); !sought) {
      if (!Lose(sought.error())) return;
    }
    while (dump_.out.error() == 0) {
      const Result<std::optional<Frame>> frame =
          options_.reverse ? cursor_.Previous() : cursor_.Next();
      if (frame && !*frame) return;
      const Result<void> decoded =
          frame ? record_.Decode(dump_.archive.version(), (*frame)->body) : Fail(frame.error());
      if (!decoded) {
        if (!Lose(Place(decoded.error(), frame ? (*frame)->offset : 0))) return;
        continue;
      }
      if (!Show(**frame)) return;
    }
  }

 private:
  Result<void> Seek() {
    if (!options_.reverse) return options_.start ? cursor_.Seek(*options_.start) : Result<void>{};
    return options_.finish ? cursor_.SeekAfter(*options_.finish) : cursor_.SeekEnd();
  }

  // Says where a record that cannot be decoded stands.
  Error Place(Error error, std::uint64_t offset) const {
    if (!error.file.empty()) return error;
    error.file = dump_.archive.files().volumes[cursor_.volume()].path;
    error.offset = offset;
    return error;
  }

  // Reports damage, and goes on to the next volume; false if there is none.
  bool Lose(const Error& error) {
    Report(on_problem_, {error.code, error.what, error.file, error.offset});
    if (!options_.reverse) {
      const Result<bool> skipped = cursor_.SkipVolume();
      if (!skipped)
        Report(on_problem_, {skipped.error().code, skipped.error().what, skipped.error().file,
                             skipped.error().offset});
      return skipped && *skipped;
    }
    const std::size_t volume = cursor_.volume();
    if (volume == 0) return false;
    const Result<std::uint64_t> end = dump_.archive.DataEnd(volume - 1);
    return end && cursor_.Restore({volume - 1, *end});
  }

  // False behind the wanted time.
  bool Show(const Frame& frame) {
    const std::vector<const ValueSet*>& sets = selection_.Pick(record_);
    const bool wanted = selection_.all() || (record_.is_mark() ? options_.marks : !sets.empty());
    if (!wanted) return true;
    if (options_.reverse && !announced_) Announce();
    if (options_.reverse ? options_.start && record_.stamp() < *options_.start
                         : options_.finish && record_.stamp() > *options_.finish)
      return false;
    OutputBuffer& out = dump_.out;
    out.Append('\n');
    if (options_.sizes) out.Append('[').Number(ShownSize(frame, sets)).Append(" bytes]\n");
    dump_.stamps.Append(record_.stamp(), out);
    if (record_.is_mark()) {
      out.Append("  <mark>\n");
      return true;
    }
    out.Append(' ').Number(sets.size()).Append(sets.size() == 1 ? " metric\n" : " metrics\n");
    for (const ValueSet* set : sets) lines_.Append(record_.stamp(), *set);
    return true;
  }

  void Announce() {
    dump_.out.Append("\nLog finished at ");
    dump_.stamps.AppendWholeSeconds(record_.stamp(), dump_.out);
    dump_.out.Append(" - dump in reverse order\n");
    announced_ = true;
  }

  std::uint64_t ShownSize(const Frame& frame, const std::vector<const ValueSet*>& sets) const {
    if (selection_.all()) return frame.size();
    std::uint64_t size = kFrameOverhead + StampSize(dump_.archive.version()) + 4;
    for (const ValueSet* set : sets) size += SizeOf(*set);
    return size;
  }

  const DumpContext& dump_;
  const ValuesOptions& options_;
  const ProblemSink& on_problem_;
  RecordCursor cursor_;
  ResultRecord record_;
  MetricLines lines_;
  Selection selection_;
  bool announced_ = false;
};

}  // namespace

void DumpValues(const DumpContext& dump, const ValuesOptions& options,
                const ProblemSink& on_problem) {
  ValuesDump(dump, options, on_problem).Run();
}

}  // namespace fdr::tools
