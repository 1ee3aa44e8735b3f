// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A descriptor that can hold the values of several others.

#pragma once

#include <optional>

#include "fdr/archive/base/value.h"

namespace fdr {

/// The smallest numeric type that holds the values of both; a double where one is a real number.
/// Nothing for other types that differ.
std::optional<Type> CommonType(Type a, Type b);

/// Each dimension gets the scale with the smaller unit, in a denominator the larger one: values of
/// both are whole multiples.  Nothing if the dimensions differ.
std::optional<Units> CommonUnits(const Units& a, const Units& b);

/// Nothing if the metrics differ in more than type, scale, or whether they are discrete.
std::optional<Desc> CommonForm(const Desc& a, const Desc& b);

}  // namespace fdr
