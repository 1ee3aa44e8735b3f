// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/session_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

std::string_view WhatHappened(SessionEvent event) {
  switch (event) {
    case SessionEvent::kStatus:
      return "";
    case SessionEvent::kStopped:
      return "The program that started it has ended the recording.\n";
    case SessionEvent::kDetached:
      return "The program that started it lets the recording go on alone.\n";
    case SessionEvent::kDied:
      return "The program that started it is gone. Shall the recording go on?\n";
  }
  return "";
}

std::string Growth(const SessionFacts& facts) {
  const double per_hour = static_cast<double>(facts.bytes) / std::max(facts.seconds, 1.0) * 3600;
  return fmt::format("Going on, it grows by {} an hour, {} a day.\n",
                     HumanSize(static_cast<std::uint64_t>(per_hour)),
                     HumanSize(static_cast<std::uint64_t>(per_hour * 24)));
}

}  // namespace

std::string SessionText(const SessionFacts& facts, SessionEvent event) {
  const bool goes_on = event != SessionEvent::kStopped;
  std::string text = fmt::format(
      "Recording of {} for the folio {}, started by {}: {} so far, {}.\n", facts.hosts, facts.folio,
      facts.creator, HumanDuration(std::floor(facts.seconds)), HumanSize(facts.bytes));
  text += WhatHappened(event);
  if (event == SessionEvent::kDetached || event == SessionEvent::kDied) text += Growth(facts);
  if (facts.can_replay) text += fmt::format("To see it: fdr folio replay {}\n", facts.folio);
  if (goes_on) text += fmt::format("To end it: kill {}\n", facts.pid);
  return text;
}

}  // namespace fdr::tools
