// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// If a wrong line begins with #, the peer reports the number in it, or that of the line before, and
// the column of the word before.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

namespace fdr::pmapi {

struct WrongMarker {
  std::int32_t number = 0;            ///< none is shown if it is not positive
  std::optional<std::size_t> column;  ///< none if there is no word before
};

WrongMarker FindWrongMarker(const WrongNameSpace& names, const Mistake& mistake);

}  // namespace fdr::pmapi
