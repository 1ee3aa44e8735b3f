// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where this library is, and what was installed, or built, with it.

#pragma once

#include <initializer_list>
#include <optional>
#include <string>

namespace fdr::pmapi {

/// "" if it is not known.
std::string OwnLibraryDirectory();

/// The first of these paths, which begin at the directory of this library, that can be run.  "" if
/// there is none.
std::string ProgramBesideLibrary(std::initializer_list<const char*> paths);

/// LD_LIBRARY_PATH without this library's directory; nothing if it is not there.
std::optional<std::string> OtherLibraryDirectories();

}  // namespace fdr::pmapi
