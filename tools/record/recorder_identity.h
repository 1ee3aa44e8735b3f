// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This process as the recorder of an archive.

#pragma once

#include "fdr/logger/config/recording_options.h"

namespace fdr::tools {

RecorderIdentity OwnIdentity();

}  // namespace fdr::tools
