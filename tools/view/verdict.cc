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

void Verdict::Tick(Timestamp end) {
  constexpr double kSecondsUntilNext = 300;  // of recording
  if (!explain_) return;
  if (is_looking_) {
    if (search_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) Take(search_.get());
  } else if (!found_ || SecondsBetween(end_, end) >= kSecondsUntilNext) {
    Begin(end);
  }
}

// The finding that is shown stays if it is still one.
void Verdict::Take(Result<why::Explanation> found) {
  is_looking_ = false;
  if (!found && found_ && *found_) return;
  std::optional<std::size_t> shown;
  if (shown_ && found) {
    const Timestamp start = findings()[*shown_].start;
    const auto same = std::ranges::find(found->findings, start, &why::Finding::start);
    if (same != found->findings.end())
      shown = static_cast<std::size_t>(same - found->findings.begin());
  }
  shown_ = shown;
  found_ = std::move(found);
}

// Without room for it, the archive is shown all the same.
void Verdict::Begin(Timestamp end) {
  end_ = end;
  const auto search = [this]() -> Result<why::Explanation> {
    try {
      return explain_([this](Timestamp) { return !is_over_; });
    } catch (const std::bad_alloc&) {
      return FailForMemory();
    }
  };
  try {
    search_ = std::async(std::launch::async, search);
    is_looking_ = true;
  } catch (const std::system_error& error) {
    Take(FailSystem(error.code().value(), ""));
  } catch (const std::bad_alloc&) {
    Take(FailForMemory());
  }
}

std::chrono::milliseconds Verdict::Rest(std::chrono::milliseconds most) const {
  constexpr std::chrono::milliseconds kBetweenLooks{100};
  if (!explain_) return most;
  if (is_looking_) return std::min(most, kBetweenLooks);
  return found_ ? most : std::chrono::milliseconds(0);
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

const why::Finding* Verdict::Shown() const {
  return findings().empty() ? nullptr : &findings()[shown_.value_or(0)];
}

std::string Verdict::Reason() const {
  if (!explain_) return "Only of an archive, fdr knows what was unusual";
  if (!found_) return "fdr still looks for what was unusual";
  return *found_ ? "Nothing unusual is known" : found_->error().Message();
}

std::string Verdict::Sentences(const Zone& zone, bool is_short) const {
  if (!*found_) return "What was unusual is not known: " + found_->error().Message();
  const why::Explanation& all = **found_;
  if (all.findings.empty()) return "Nothing unusual. Looked at: " + ListText(all.looked_at) + '.';
  const std::string unused;
  const why::Finding& finding = all.findings[shown_.value_or(0)];
  if (is_short) return "Unusual: " + TimelessVerdictOf(finding, all);
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
  if (!found_ || width < 1) return {};
  // "Nothing unusual" would be a lie.
  if (*found_ && (*found_)->findings.empty() && (*found_)->looked_at.empty()) return {};
  // One line has only room for cause and culprit.
  std::vector<std::string> lines =
      WrappedLines(DisplayText(Sentences(zone, most == 1), utf8), width);
  if (lines.size() > most) {
    lines.resize(most);
    lines.back() += utf8 ? " \u2026" : " ...";
  }
  for (std::string& line : lines) line = CutEnd(line, width, utf8);
  return lines;
}

}  // namespace fdr::tools
