// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The body of an answer, as its client takes it.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "fdr/replay/serve/http/http_response.h"

namespace fdr::test {

struct TakenBody {
  std::string text;          ///< up to a failure
  std::size_t pieces = 0;    ///< 0 for a body that was made as a whole
  std::string failure = {};  ///< that cut it
};

/// All that the server sends.  No part of it waits for a slow client in more than kMostPiece bytes.
inline TakenBody Taken(HttpResponse& response) {
  EXPECT_LE(response.body.size(), BodySource::kMostPiece);
  TakenBody body{.text = response.body};
  for (bool is_last = response.source == nullptr; !is_last; ++body.pieces) {
    const Result<BodySource::Piece> piece = response.source->Next();
    if (!piece) {
      body.failure = piece.error().Message();
      return body;
    }
    EXPECT_LE(piece->data.size(), BodySource::kMostPiece);
    body.text += piece->data;
    is_last = piece->is_last;
  }
  return body;
}

}  // namespace fdr::test
