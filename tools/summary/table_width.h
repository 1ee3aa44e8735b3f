// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How wide a table may be.

#pragma once

namespace fdr::tools {

/// The columns that an option asks for, or those of the terminal.  0, for as wide as it gets, in a
/// file or a pipe.
int TableWidth(int option);

}  // namespace fdr::tools
