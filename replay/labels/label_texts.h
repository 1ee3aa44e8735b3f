// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels as conditions see them: texts by name.

#pragma once

#include <map>
#include <string>
#include <string_view>

namespace fdr {

using LabelTexts = std::map<std::string, std::string, std::less<>>;

/// The labels of a JSON text: dotted names, and values without the quotes of strings.  Escapes in
/// strings stay.
LabelTexts LabelTextsOf(std::string_view json);

}  // namespace fdr
