// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Times in requests and answers: seconds since 1970, with up to nine decimals.

#pragma once

#include <optional>
#include <string_view>

#include "fdr/replay/serve/http/parameters.h"
#include "fdr/replay/serve/viewer/buckets/nanos.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

/// A number of JavaScript is at most this far away from the stamp that it was read from.
inline constexpr Nanos kStampError = 120;

/// Nothing if the text is no such time, or is absurdly far away.  Further decimals are cut off.
std::optional<Nanos> ParseSeconds(std::string_view text);

/// kInvalidArgument, with the name, for what is no time; nothing without such a parameter.
Result<std::optional<Nanos>> TimeIn(const Parameters& parameters, std::string_view name);
/// The same for a parameter that must be there.
Result<Nanos> RequiredTime(const Parameters& parameters, std::string_view name);

/// Exactly, without zeros at the end.
void WriteTime(JsonWriter& json, Nanos at);

}  // namespace fdr
