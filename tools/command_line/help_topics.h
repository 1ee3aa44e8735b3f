// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What several verbs take, explained once: `fdr help times`.

#pragma once

#include <span>
#include <string_view>

namespace fdr::tools {

struct HelpTopic {
  std::string_view name;
  std::string_view what;  ///< in a list of topics
  std::string_view text;
};

std::span<const HelpTopic> HelpTopics();

/// nullptr if there is no such topic.
const HelpTopic* FindHelpTopic(std::string_view name);

}  // namespace fdr::tools
