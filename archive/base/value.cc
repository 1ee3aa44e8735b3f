// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/value.h"

#include <fmt/format.h>

namespace fdr {

std::string ToString(Type type) {
  switch (type) {
    case Type::kNoSupport:
      return "Not Supported";
    case Type::k32:
      return "32-bit int";
    case Type::kU32:
      return "32-bit unsigned int";
    case Type::k64:
      return "64-bit int";
    case Type::kU64:
      return "64-bit unsigned int";
    case Type::kFloat:
      return "float";
    case Type::kDouble:
      return "double";
    case Type::kString:
      return "string";
    case Type::kAggregate:
      return "aggregate";
    case Type::kAggregateStatic:
      return "static aggregate";
    case Type::kEvent:
      return "event record array";
    case Type::kHighresEvent:
      return "highres event record array";
    case Type::kUnknown:
      break;
  }
  return fmt::format("??? ({})", static_cast<std::int32_t>(type));
}

std::string ToString(Semantics semantics) {
  switch (semantics) {
    case Semantics::kCounter:
      return "counter";
    case Semantics::kInstant:
      return "instant";
    case Semantics::kDiscrete:
      return "discrete";
  }
  return fmt::format("??? ({})", static_cast<std::int32_t>(semantics));
}

}  // namespace fdr
