// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of series, made while the client takes them: memory does not grow with their number.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/series/row_source.h"

namespace fdr {

/// Rows of JSON, source after source.
class ValueStream final : public BodySource {
 public:
  /// How many values an answer may have.
  static constexpr std::size_t kMostValues = 50'000'000;

  /// `before` and `after` are what encloses the rows.
  ValueStream(std::vector<std::unique_ptr<RowSource>> sources, std::shared_ptr<WorkLimit> limit,
              std::string before, std::string after);

  Result<Piece> Next() override;

 private:
  Result<bool> ReadOn(std::string& out);
  Result<void> CheckLimits() const;

  std::vector<std::unique_ptr<RowSource>> sources_;  // the one that is read is the last
  std::shared_ptr<WorkLimit> limit_;
  std::string before_, after_;
  std::size_t rows_ = 0;
};

}  // namespace fdr
