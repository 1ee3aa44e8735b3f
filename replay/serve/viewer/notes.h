// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The annotations of an archive: one JSON object each.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/serve/viewer/buckets/nanos.h"
#include "fdr/replay/serve/viewer/viewer_options.h"

namespace fdr {

struct Note {
  Nanos at;
  std::optional<Nanos> to = {};  ///< the end, of a window
  std::string_view text;
  std::string_view author = {};
};

/// Adds a note that is made `now`, and returns it as JSON.  kInvalidArgument for a text or an
/// author that is too long.
Result<std::string> AddNote(TextStore& store, const std::string& key, const Note& note,
                            Timestamp now);

/// kNotFound without such a note.
Result<void> RemoveNote(TextStore& store, const std::string& key, std::string_view id);

/// Whether a line of the store can be a note.  People may edit the file.
bool IsNote(std::string_view line);

}  // namespace fdr
