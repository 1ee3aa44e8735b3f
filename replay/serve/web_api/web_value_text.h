// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values of metrics as the text of answers.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/value.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Appends a number: integers whole, floats with 8 digits, doubles so that they read back.  False,
/// with nothing appended, for infinity and not-a-number, and for what is no number.
bool AppendNumberText(Type type, const FetchedValue& value, std::string& out);

/// The text of a value that /pmapi shows as one: a string, or an aggregate.
std::optional<std::string_view> StringIn(Type type, const FetchedValue& value);

/// Whether a float or a double is infinite or not a number, and as Prometheus writes it: "NaN".
const char* OddNumberText(Type type, const FetchedValue& value);

/// Appends seconds since 1970, with 9 decimals.
void AppendStampText(Timestamp stamp, std::string& out);

void AppendInteger(std::int64_t number, std::string& out);

}  // namespace fdr
