// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/fetch_result.h"

#include <algorithm>

#include "fdr/archive/base/byte_order.h"

namespace fdr {

constexpr std::size_t kPageSize = 64 * 1024;

bool FetchedValue::IsNumber() const {
  switch (type()) {
    case Type::k64:
    case Type::kU64:
    case Type::kDouble:
      return size() == 8;
    case Type::kFloat:
      return size() == 4;
    default:
      return false;
  }
}

std::optional<std::uint64_t> FetchedValue::NumberBits(Type type) const {
  if (header == 0) return Word();
  if (IsNumber()) return bits;
  const std::size_t expected = type == Type::kFloat ? 4 : 8;
  if (size() != expected) return std::nullopt;
  return expected == 4 ? LoadU32(Payload().data()) : LoadU64(Payload().data());
}

std::optional<double> FetchedValue::Number(Type type) const {
  if (!IsNumeric(type)) return std::nullopt;
  const bool is_word = type == Type::k32 || type == Type::kU32 || type == Type::kFloat;
  const bool has_its_size = header == 0 ? is_word : size() == (is_word ? 4 : 8);
  const std::optional<std::uint64_t> number = has_its_size ? NumberBits(type) : std::nullopt;
  if (!number) return std::nullopt;
  return NumberFrom(type, *number);
}

std::optional<std::string_view> FetchedValue::Text() const {
  if (header == 0 || IsNumber()) return std::nullopt;
  return UpToNul(AsText(Payload()));
}

void FetchResult::Swap(FetchResult& other) noexcept {
  std::swap(stamp_, other.stamp_);
  std::swap(is_mark_, other.is_mark_);
  std::swap(after_gap_, other.after_gap_);
  sets_.swap(other.sets_);
  values_.swap(other.values_);
  std::swap(used_, other.used_);
  pages_.swap(other.pages_);
  std::swap(pages_used_, other.pages_used_);
}

void FetchResult::Begin(Timestamp stamp, bool is_mark) {
  stamp_ = stamp;
  is_mark_ = is_mark;
  after_gap_ = false;
  sets_.clear();
  used_ = 0;
  for (std::size_t i = 0; i < pages_used_; ++i) pages_[i].clear();
  pages_used_ = 0;
}

void FetchResult::Refuse(MetricId id, std::int32_t code) {
  for (FetchedSet& set : sets_) {
    if (set.id != id) continue;
    set.status = SetStatus::kRecordedError;
    set.code = code;
    set.count = 0;
  }
}

void FetchResult::AddBytes(InstanceId instance, Type type, Bytes payload) {
  const std::uint32_t header = BlockHeader(type, static_cast<std::uint32_t>(payload.size()));
  // A damaged record may have a number although its metric's type is not a number.
  if (FetchedValue{instance, header, 0}.IsNumber())
    return AddValue({instance, header,
                     payload.size() == 8 ? LoadU64(payload.data()) : LoadU32(payload.data())});
  const bool fits =
      pages_used_ > 0 &&
      pages_[pages_used_ - 1].capacity() - pages_[pages_used_ - 1].size() >= payload.size();
  if (!fits) {
    if (pages_used_ == pages_.size()) pages_.emplace_back();
    pages_[pages_used_++].reserve(std::max(kPageSize, payload.size()));
  }
  std::vector<std::byte>& page = pages_[pages_used_ - 1];
  const std::size_t at = page.size();
  page.insert(page.end(), payload.begin(), payload.end());
  AddValue({instance, header, reinterpret_cast<std::uintptr_t>(page.data() + at)});
}

}  // namespace fdr
