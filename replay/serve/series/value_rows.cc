// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/value_rows.h"

#include <bit>
#include <charconv>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {
namespace {

template <class Number>
void AppendQuoted(Number number, std::string& out) {
  char text[34] = {'"'};
  char* const end = std::to_chars(text + 1, std::end(text) - 1, number).ptr;
  *end = '"';
  out.append(text, end + 1);
}

// Appends the digits of a number below 1000.
void AppendThree(std::int64_t number, std::string& out) {
  const auto digit = [](std::int64_t n) { return static_cast<char>('0' + n % 10); };
  out += {digit(number / 100), digit(number / 10), digit(number)};
}

}  // namespace

void AppendQuotedNumber(std::uint64_t bits, Type type, std::string& out) {
  switch (type) {
    case Type::k32:
      return AppendQuoted(static_cast<std::int32_t>(bits), out);
    case Type::kU32:
      return AppendQuoted(static_cast<std::uint32_t>(bits), out);
    case Type::k64:
      return AppendQuoted(static_cast<std::int64_t>(bits), out);
    case Type::kU64:
      return AppendQuoted(bits, out);
    case Type::kFloat:
      return AppendQuoted(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), out);
    default:
      return AppendQuoted(std::bit_cast<double>(bits), out);
  }
}

void RowStamp::Set(Timestamp stamp) {
  text_ = ",\"timestamp\":" + std::to_string(stamp.sec);
  const std::int64_t micros = stamp.nsec / 1000;
  AppendThree(micros / 1000, text_);
  text_ += '.';
  AppendThree(micros % 1000, text_);
  text_ += ",\"value\":";
}

ValueRows::ValueRows(std::string_view id, Type type, bool is_singular) : type_(type) {
  head_.append(",{\"series\":\"").append(id).append(is_singular ? "\"" : "\",\"instance\":\"");
}

void ValueRows::MoveTo(InstanceIds* ids) {
  ids_ = ids;
  if (ids == nullptr || ids->version() == last_version_) return;
  last_.clear();
  last_version_ = ids->version();
}

std::optional<StringParts> ValueRows::Begin(std::size_t place, const FetchedValue& value,
                                            const RowStamp& stamp, RowCount& count,
                                            std::string& out) {
  const std::size_t before = out.size();
  const std::string_view id = ids_ ? IdOf(place, value.instance) : std::string_view();
  if (ids_ != nullptr && id.empty()) return std::nullopt;
  count.Begin(head_, out);
  if (ids_ != nullptr) out.append(id) += '"';
  out += stamp.text();
  const std::optional<StringParts> string = BeginValue(value, out);
  if (string)
    count.Add();
  else
    out.resize(before);
  return string;
}

std::string_view ValueRows::IdOf(std::size_t place, InstanceId instance) {
  if (place >= last_.size()) last_.resize(place + 1, {kSingular, {}});
  auto& [known, id] = last_[place];
  if (known != instance) {
    known = instance;
    id = ids_->Of(instance);
  }
  return id;
}

// Appends a number, or returns a string.
std::optional<StringParts> ValueRows::BeginValue(const FetchedValue& value,
                                                 std::string& out) const {
  if (type_ == Type::kString) {
    const std::optional<std::string_view> text = value.Text();
    if (!text) return std::nullopt;
    return BeginJsonString(*text, out);
  }
  const std::optional<std::uint64_t> bits = value.NumberBits(type_);
  if (!bits) return std::nullopt;
  AppendQuotedNumber(*bits, type_, out);
  return StringParts();
}

}  // namespace fdr
