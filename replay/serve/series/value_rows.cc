// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/value_rows.h"

#include <bit>
#include <charconv>
#include <optional>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

template <class Number>
void AppendNumber(Number number, std::string& out) {
  char digits[32];
  out.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}

// Appends the digits of a number below 1000.
void AppendThree(std::int64_t number, std::string& out) {
  const auto digit = [](std::int64_t n) { return static_cast<char>('0' + n % 10); };
  out += {digit(number / 100), digit(number / 10), digit(number)};
}

// Appends the value as a JSON string; false if it is not of the type.
bool AppendValue(const FetchedValue& value, Type type, std::string& out) {
  if (type == Type::kString) {
    if (value.header == 0 || value.IsNumber()) return false;
    AppendJsonString(UpToNul(AsText(value.Payload())), out);
    return true;
  }
  const std::optional<std::uint64_t> bits = value.NumberBits(type);
  if (!bits) return false;
  out += '"';
  AppendNumberText(*bits, type, out);
  out += '"';
  return true;
}

}  // namespace

void AppendNumberText(std::uint64_t bits, Type type, std::string& out) {
  switch (type) {
    case Type::k32:
      return AppendNumber(static_cast<std::int32_t>(bits), out);
    case Type::kU32:
      return AppendNumber(static_cast<std::uint32_t>(bits), out);
    case Type::k64:
      return AppendNumber(static_cast<std::int64_t>(bits), out);
    case Type::kU64:
      return AppendNumber(bits, out);
    case Type::kFloat:
      return AppendNumber(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), out);
    default:
      return AppendNumber(std::bit_cast<double>(bits), out);
  }
}

void RowStamp::Set(Timestamp stamp) {
  text_ = ",\"timestamp\":";
  AppendNumber(stamp.sec, text_);
  const std::int64_t micros = stamp.nsec / 1000;
  AppendThree(micros / 1000, text_);
  text_ += '.';
  AppendThree(micros % 1000, text_);
  text_ += ",\"value\":";
}

ValueRows::ValueRows(std::string_view id, Type type, bool is_singular) : type_(type) {
  head_.append(",{\"series\":\"").append(id).append(is_singular ? "\"" : "\",\"instance\":\"");
}

std::size_t ValueRows::Append(std::span<const FetchedValue> values, const RowStamp& stamp,
                              InstanceIds* ids, std::string& out) {
  if (ids != nullptr && ids->version() != last_version_) {
    last_.clear();
    last_version_ = ids->version();
  }
  std::size_t rows = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t before = out.size();
    const std::string_view id = ids ? IdOf(i, values[i].instance, *ids) : std::string_view();
    if (ids != nullptr && id.empty()) continue;
    out += head_;
    if (ids != nullptr) out.append(id) += '"';
    out += stamp.text();
    if (AppendValue(values[i], type_, out)) {
      out += '}';
      ++rows;
    } else {
      out.resize(before);
    }
  }
  return rows;
}

std::string_view ValueRows::IdOf(std::size_t place, InstanceId instance, InstanceIds& ids) {
  if (place >= last_.size()) last_.resize(place + 1, {kSingular, {}});
  auto& [known, id] = last_[place];
  if (known != instance) {
    known = instance;
    id = ids.Of(instance);
  }
  return id;
}

}  // namespace fdr
