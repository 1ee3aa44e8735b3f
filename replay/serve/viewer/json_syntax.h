// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a text is JSON, so that it can become a part of an answer.

#pragma once

#include <string_view>

namespace fdr {

/// An object in UTF-8, nested at most 64 deep, without anything behind it.
bool IsJsonObject(std::string_view text);

}  // namespace fdr
