// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON into a string: compact, one document or one object per line.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/text/string_parts.h"

namespace fdr {

/// Calls must nest as the document does: a Key() before every value in an object.  Bytes that are
/// not UTF-8 become U+FFFD.  Numbers that JSON lacks (NaN, infinities) become null.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& BeginArray();
  JsonWriter& EndArray();
  JsonWriter& Key(std::string_view name);

  JsonWriter& String(std::string_view text);
  /// Begins a string, which is borrowed.  The caller appends the rest with the result.
  StringParts Parts(std::string_view text);
  StringParts Parts(std::string&& text) = delete;
  JsonWriter& Int(std::int64_t value);
  JsonWriter& UInt(std::uint64_t value);
  /// The shortest text that reads back as the same number.
  JsonWriter& Double(double value);
  JsonWriter& Float(float value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  /// Appends `json`, which must be valid JSON.
  JsonWriter& Raw(std::string_view json);

 private:
  void Separate();

  std::string& out_;
  std::vector<bool> has_items_;  // of each open object or array
  bool after_key_ = false;
};

/// Appends `text` with its quotes.
void AppendJsonString(std::string_view text, std::string& out);
/// Appends the opening quote.  The caller appends the rest with the result.
StringParts BeginJsonString(std::string_view text, std::string& out);

}  // namespace fdr
