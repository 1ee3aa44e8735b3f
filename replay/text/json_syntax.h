// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Distinguishes JSON from other texts.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace fdr {

/// Whether the text is one value of RFC 8259, nested at most 64 deep.  Strings may have any bytes.
bool IsJson(std::string_view text);

/// Whether it is an object in UTF-8, too, so that it can become a part of an answer.
bool IsJsonObject(std::string_view text);

/// The value of the first member of this name, as it is written in `object`, for which
/// IsJsonObject() holds.  `name` is what stands between the quotes.
std::optional<std::string_view> JsonMember(std::string_view object, std::string_view name);

/// The elements of an array, as they are written; none if the text is no array of JSON.
std::vector<std::string_view> JsonElements(std::string_view array);

}  // namespace fdr
