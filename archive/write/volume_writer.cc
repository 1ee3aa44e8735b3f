// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/volume_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

constexpr std::int32_t kLastVolume = std::numeric_limits<std::int32_t>::max();

std::string NameOf(const std::string& base, std::int32_t number) {
  return fmt::format("{}.{}", base, number);
}

Result<void> WriteLabel(const LabelRecord& label, ByteSink& sink) {
  ByteBuffer record;
  label.Encode(record);
  return sink.Append(record);
}

}  // namespace

Result<VolumeWriter> VolumeWriter::Create(FileSystem& files, std::string base,
                                          const LabelRecord& label, std::uint64_t soft_limit) {
  if (label.volume < 0) return Fail(Errc::kInvalidArgument, "Negative volume number", base);
  Result<ByteSink> sink = MakeNewborn(files, NameOf(base, label.volume), label.volume);
  if (!sink) return Fail(sink.error());
  return VolumeWriter(files, std::move(base), label, soft_limit, std::move(*sink));
}

Result<VolumeWriter> VolumeWriter::CreateNext(FileSystem& files, std::string base,
                                              const LabelRecord& label, std::uint64_t soft_limit) {
  Result<ByteSink> sink = MakeLabelled(files, base, label);
  if (!sink) return Fail(sink.error());
  return VolumeWriter(files, std::move(base), label, soft_limit, std::move(*sink));
}

// No reader ever sees a volume without a label, even if this process is killed in between.
Result<ByteSink> VolumeWriter::MakeLabelled(FileSystem& files, const std::string& base,
                                            const LabelRecord& label) {
  Result<ByteSink> sink = MakeNewborn(files, NameOf(base, label.volume), label.volume);
  if (!sink) return sink;
  Result<void> done = WriteLabel(label, *sink);
  if (done) done = fdr::TakeName(*sink);
  if (done) return sink;
  // The first error is more useful than an error of cleaning up.
  (void)sink->Close();
  (void)RemoveFile(files, sink->name());
  return Fail(done.error());
}

Result<VolumeWriter> VolumeWriter::Open(FileSystem& files, std::string base,
                                        const LabelRecord& label, std::uint64_t soft_limit) {
  Result<ByteSink> sink = ByteSink::Open(files, NameOf(base, label.volume));
  if (!sink) return Fail(sink.error());
  return VolumeWriter(files, std::move(base), label, soft_limit, std::move(*sink));
}

Result<void> VolumeWriter::Start(const LabelRecord& label) {
  const std::int32_t number = label_.volume;
  label_ = label;
  label_.volume = number;
  return WriteLabel(label_, sink_);
}

bool VolumeWriter::HasRoom(std::uint64_t record_size) const {
  return !has_record() ||
         size() + record_size <= std::min(soft_limit_, MaxFileSize(label_.version));
}

Result<void> VolumeWriter::MakeRoom(std::uint64_t record_size) {
  const std::uint64_t hard_limit = MaxFileSize(label_.version);
  if (record_size > kMaxFrameSize || label_.size() + record_size > hard_limit)
    return Fail(Errc::kTooLarge, "A data record larger than the format allows", name(), size());
  return HasRoom(record_size) ? Result<void>() : StartVolume(std::int64_t{number()} + 1);
}

Result<std::uint64_t> VolumeWriter::Append(Bytes record) {
  const std::uint64_t offset = size();
  if (auto appended = sink_.Append(record); !appended) return Fail(appended.error());
  return offset;
}

Result<void> VolumeWriter::StartVolume(std::int64_t wanted) {
  if (wanted <= number() || wanted > kLastVolume)
    return Fail(Errc::kInvalidArgument, fmt::format("Volume {} after volume {}", wanted, number()),
                name());
  LabelRecord label = label_;
  label.volume = static_cast<std::int32_t>(wanted);
  Result<ByteSink> next = MakeLabelled(*files_, base_, label);
  if (!next) return Fail(next.error());
  Result<void> done;
  // A later Sync() of the archive reaches only the present volume.
  if (!take_finished_) done = sink_.Sync();
  if (done && !take_finished_) done = sink_.Close();
  if (!done) {
    (void)next->Close();
    (void)RemoveFile(*files_, next->name());
    return done;
  }
  ByteSink finished = std::exchange(sink_, std::move(*next));
  if (take_finished_) take_finished_(std::move(finished));
  label_ = label;
  return {};
}

}  // namespace fdr
