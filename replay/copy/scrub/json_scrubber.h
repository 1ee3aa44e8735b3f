// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// JSON without names: keys, strings and numbers at every depth, as sets of labels have them.
//
//   {"hostname":"db1","shop":{"till":[7,"north"]}}
//   {"hostname":"host-...","label_...":{"label_...":["number-...","text-..."]}}

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fdr {

class TextScrubber;

/// The JSON in its shortest form.  Nothing for a text that is neither an object nor an array of
/// JSON, or longer than 64 KiB.  true, false and null stay.
std::optional<std::string> ScrubbedJson(std::string_view text, TextScrubber& scrubber);

}  // namespace fdr
