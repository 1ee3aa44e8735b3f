// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unusual stretches of the archive, in a few lines.  A thread looks for them beside the viewer,
// so that no picture waits.

#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/time/zone.h"
#include "fdr/replay/why/explain.h"

namespace fdr::tools {

class Verdict {
 public:
  /// Runs in a thread of its own.
  using Explain = std::function<Result<why::Explanation>(const why::GoOn& go_on)>;

  /// Null: nothing is looked for, and nothing is said.
  explicit Verdict(Explain explain) : explain_(std::move(explain)) {}
  ~Verdict();
  Verdict(const Verdict&) = delete;
  Verdict& operator=(const Verdict&) = delete;

  /// Begins, or takes what was found meanwhile.  Call it behind each picture.  Begins again when
  /// the archive's end has moved on by some minutes; until then the old findings are shown.
  void Tick(Timestamp end = {});
  /// How long the caller may wait until then, at most.
  std::chrono::milliseconds Rest(std::chrono::milliseconds most) const;

  /// The worst one first; none as long as nothing is known.
  std::span<const why::Finding> findings() const;
  /// Shows the next one: the worst first, and again behind the last one.  Null if there is none.
  const why::Finding* Next();
  /// The one that is shown, or the worst one.  Null if there is none.
  const why::Finding* Shown() const;
  /// Why there is none, for people.
  std::string Reason() const;
  /// At most `most` lines of `width` columns about the one that is shown, or the worst one.
  std::vector<std::string> Lines(int width, std::size_t most, const Zone& zone, bool utf8) const;

 private:
  void Begin(Timestamp end);
  void Take(Result<why::Explanation> found);
  std::string Sentences(const Zone& zone, bool is_short) const;

  Explain explain_;
  bool is_looking_ = false;
  Timestamp end_;  // of the archive, when the last search began
  std::atomic<bool> is_over_ = false;
  std::optional<Result<why::Explanation>> found_;
  std::optional<std::size_t> shown_;
  std::future<Result<why::Explanation>> search_;  // last: it uses all of the above
};

}  // namespace fdr::tools
