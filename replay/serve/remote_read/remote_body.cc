// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_body.h"

#include <string_view>
#include <utility>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"
#include "fdr/replay/serve/remote_read/snappy_body.h"

namespace fdr {
namespace {

// The numbers of fields in prometheus.proto.
constexpr std::uint32_t kResults = 1, kTimeSeries = 1, kLabels = 1, kLabelName = 1, kLabelValue = 2;

std::string EncodedLabels(const RemoteLabels& labels) {
  std::string encoded, label;
  for (const auto& [name, value] : labels) {
    if (value.empty()) continue;  // the same as no label
    label.clear();
    AppendTextField(kLabelName, name, label);
    AppendTextField(kLabelValue, value, label);
    AppendTextField(kLabels, label, encoded);
  }
  return encoded;
}

}  // namespace

void RemoteBody::Add(RemoteSeries&& series, bool keeps_empty) {
  const std::size_t head = parts_.size();
  parts_.emplace_back();
  std::size_t size = 0;
  for (auto& [labels, samples] : series) {
    Part part{.head = {}, .samples = samples.Release()};
    if (part.samples.empty() && !keeps_empty) continue;
    const std::string encoded = EncodedLabels(labels);
    AppendFieldHead(kTimeSeries, encoded.size() + part.samples.size(), part.head);
    part.head += encoded;
    size += part.head.size() + part.samples.size();
    parts_.push_back(std::move(part));
  }
  AppendFieldHead(kResults, size, parts_[head].head);
  size_ += parts_[head].head.size() + size;
}

Result<BodySource::Piece> RemoteBody::Next() {
  Piece piece;
  if (!std::exchange(has_begun_, true)) BeginSnappy(size_, piece.data);
  while (message_.size() - sent_ < kPiece && next_ < parts_.size()) {
    const Part part = std::move(parts_[next_++]);
    message_.append(part.head).append(part.samples);
  }
  const std::string_view plain = std::string_view(message_).substr(sent_, kPiece);
  AppendSnappy(plain, piece.data);
  sent_ += plain.size();
  piece.is_last = sent_ == message_.size() && next_ == parts_.size();
  if (sent_ >= message_.size() / 2) {
    message_.erase(0, sent_);
    sent_ = 0;
  }
  return piece;
}

}  // namespace fdr
