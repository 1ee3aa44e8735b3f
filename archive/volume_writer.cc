// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/volume_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fdr/archive/index_entry.h"

namespace fdr {
namespace {

constexpr std::uint64_t kMaxRecordSize = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kLastVolume = std::numeric_limits<std::int32_t>::max();

Result<ByteSink> CreateVolume(FileSystem& files, const std::string& base, std::int32_t number) {
  return ByteSink::Create(files, fmt::format("{}.{}", base, number));
}

}  // namespace

Result<VolumeWriter> VolumeWriter::Create(FileSystem& files, std::string base,
                                          const LabelRecord& label, std::uint64_t soft_limit) {
  if (label.volume < 0) return Fail(Errc::kInvalidArgument, "Negative volume number", base);
  Result<ByteSink> sink = CreateVolume(files, base, label.volume);
  if (!sink) return Fail(sink.error());
  return VolumeWriter(files, std::move(base), label, soft_limit, std::move(*sink));
}

Result<void> VolumeWriter::WriteLabel(std::int32_t number, ByteSink& sink) const {
  LabelRecord label = label_;
  label.volume = number;
  ByteBuffer record;
  label.Encode(record);
  return sink.Append(record);
}

Result<void> VolumeWriter::Start(const LabelRecord& label) {
  label_ = label;
  return WriteLabel(number_, sink_);
}

Result<void> VolumeWriter::MakeRoom(std::uint64_t record_size) {
  const std::uint64_t hard_limit = MaxFileSize(label_.version);
  if (record_size > kMaxRecordSize || label_.size() + record_size > hard_limit)
    return Fail(Errc::kTooLarge, "A data record larger than the format allows", name(), size());
  if (!has_record() || size() + record_size <= std::min(soft_limit_, hard_limit)) return {};
  return StartVolume(std::int64_t{number_} + 1);
}

Result<std::uint64_t> VolumeWriter::Append(Bytes record) {
  const std::uint64_t offset = size();
  if (auto appended = sink_.Append(record); !appended) return Fail(appended.error());
  return offset;
}

Result<void> VolumeWriter::StartVolume(std::int64_t wanted) {
  if (wanted <= number_ || wanted > kLastVolume)
    return Fail(Errc::kInvalidArgument, fmt::format("Volume {} after volume {}", wanted, number_),
                name());
  const auto number = static_cast<std::int32_t>(wanted);
  Result<ByteSink> next = CreateVolume(*files_, base_, number);
  if (!next) return Fail(next.error());
  Result<void> done = WriteLabel(number, *next);
  // A Sync() of the archive reaches no volume but the present one.
  if (done) done = sink_.Sync();
  if (done) done = sink_.Close();
  if (!done) {
    // The error that brought us here tells more than one of the cleaning up.
    (void)next->Close();
    (void)RemoveFile(*files_, next->name());
    return done;
  }
  sink_ = std::move(*next);
  number_ = number;
  return {};
}

}  // namespace fdr
