// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that take long: made one after the other in a lane, once for all that ask the same, and
// kept until the archive grows.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/http/lane.h"
#include "fdr/replay/serve/viewer/kept_answer.h"
#include "fdr/replay/serve/viewer/last_used.h"

namespace fdr {

/// The work for an answer, with the archives open.
struct LongWork {
  std::string version;  ///< of the archives that are open
  KeptAnswer::Make make;
};

struct LongQuestion {
  std::string key;      ///< equal questions have equal keys
  std::string version;  ///< of what it asks about: an answer is true for this one
  /// Opens the archives.
  std::function<Result<LongWork>()> begin;
  std::string type = "application/json";
};

/// Any thread.
class LongAnswers {
 public:
  /// Keeps the last `most` answers.  Borrows the rest: the lane of the work, if it has one, and the
  /// version of the program.
  LongAnswers(const std::optional<Lane>& lane, const std::string& program, std::size_t most)
      : lane_(lane),
        program_(program),
        kept_(most, [] { return std::make_shared<KeptAnswer>(); }) {}

  /// At once if the answer is kept, and otherwise in the lane.
  HttpResponse Answer(LongQuestion question, const HttpRequest& request);
  void Clear() { kept_.Clear(); }

 private:
  HttpResponse Make(const LongQuestion& question, const HttpRequest& request);
  std::string TagOf(std::string_view version) const;
  HttpResponse Told(const std::string& text, const LongQuestion& question,
                    std::string_view version) const;

  const std::optional<Lane>& lane_;
  const std::string& program_;
  LastUsed<KeptAnswer> kept_;
};

}  // namespace fdr
