// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/values/type_name.h"

#include <array>

namespace fdr {

std::string_view TypeName(Type type) {
  constexpr std::array<std::string_view, 11> kNames = {"32",     "U32",          "64",
                                                       "U64",    "FLOAT",        "DOUBLE",
                                                       "STRING", "AGGREGATE",    "AGGREGATE_STATIC",
                                                       "EVENT",  "HIGHRES_EVENT"};
  if (type == Type::kNoSupport) return "NO_SUPPORT";
  if (type == Type::kUnknown) return "UNKNOWN";
  const auto index = static_cast<unsigned>(type);
  return index < kNames.size() ? kNames[index] : "???";
}

}  // namespace fdr
