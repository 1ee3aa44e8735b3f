// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <system_error>

#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/wrapped_lines.h"
#include "fdr/tools/why/why_words.h"

namespace fdr::tools {

Verdict::~Verdict() { is_over_ = true; }

void Verdict::Tick() {
  if (!explain_ || found_) return;
  if (!has_begun_) {
    Begin();
  } else if (search_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    found_ = search_.get();
  }
}

// Without room for it, the archive is shown all the same.
void Verdict::Begin() {
  has_begun_ = true;
  const auto search = [this]() -> Result<why::Explanation> {
    try {
      return explain_([this](Timestamp) { return !is_over_; });
    } catch (const std::bad_alloc&) {
      return FailForMemory();
    }
  };
  try {
    search_ = std::async(std::launch::async, search);
  } catch (const std::system_error& error) {
    found_ = FailSystem(error.code().value(), "");
  }
}

std::chrono::milliseconds Verdict::Rest(std::chrono::milliseconds most) const {
  constexpr std::chrono::milliseconds kBetweenLooks{100};
  if (!explain_ || found_) return most;
  return has_begun_ ? std::min(most, kBetweenLooks) : std::chrono::milliseconds(0);
}

std::span<const why::Finding> Verdict::findings() const {
  if (!found_ || !*found_) return {};
  return (*found_)->findings;
}

const why::Finding* Verdict::Next() {
  if (findings().empty()) return nullptr;
  shown_ = shown_ ? (*shown_ + 1) % findings().size() : 0;
  return &findings()[*shown_];
}

std::string Verdict::Reason() const {
  if (!explain_) return "Only of an archive, fdr knows what was unusual";
  if (!found_) return "fdr still looks for what was unusual";
  return *found_ ? "Nothing unusual is known" : found_->error().Message();
}

std::string Verdict::Sentences(const Zone& zone) const {
  const why::Explanation& all = **found_;
  if (all.findings.empty()) return "Nothing unusual. Looked at: " + ListText(all.looked_at) + '.';
  const std::string unused;
  const why::Finding& finding = all.findings[shown_.value_or(0)];
  const std::string verdict =
      VerdictOf(finding, all, {.archive = unused, .zone = zone, .zone_name = unused});
  const char* const key = !shown_                   ? "; ! goes there"
                          : all.findings.size() > 1 ? "; !: the next one"
                                                    : "";
  return fmt::format("Unusual, {} of {}{}: {}", shown_.value_or(0) + 1, all.findings.size(), key,
                     verdict);
}

std::vector<std::string> Verdict::Lines(int width, std::size_t most, const Zone& zone,
                                        bool utf8) const {
  if (!found_ || !*found_ || width < 1) return {};
  // "Nothing unusual" would be a lie.
  if ((*found_)->findings.empty() && (*found_)->looked_at.empty()) return {};
  std::vector<std::string> lines = WrappedLines(DisplayText(Sentences(zone), utf8), width);
  if (lines.size() > most) {
    lines.resize(most);
    lines.back() += utf8 ? " \u2026" : " ...";
  }
  for (std::string& line : lines) line = CutEnd(line, width, utf8);
  return lines;
}

}  // namespace fdr::tools
