// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One value in JSON.

#pragma once

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/serve/viewer/moment_values.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

/// Writes a number of the type.  The caller writes a text, with the result.
[[nodiscard]] inline StringParts WriteValue(JsonWriter& json, const MomentValue& value, Type type) {
  if (!IsNumeric(type)) return json.Parts(value.text);
  WithNumberOf(type, [&]<class T>(T) {
    const T number = NumberIn<T>({.bits = value.bits});
    if constexpr (std::is_same_v<T, float>)
      json.Float(number);
    else if constexpr (std::is_same_v<T, double>)
      json.Double(number);
    else if constexpr (std::is_signed_v<T>)
      json.Int(number);
    else
      json.UInt(number);
  });
  return {};
}

}  // namespace fdr
