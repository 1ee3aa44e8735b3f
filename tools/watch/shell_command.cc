// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/shell_command.h"

#include <unistd.h>

#include <utility>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/watch/tame_text.h"

namespace fdr::tools {
namespace {

// Whole lines; what the system takes for one variable is not much more.
constexpr std::size_t kLongestVariable = 64 * 1024;

template <class TextOf>
std::string Lines(const RuleBindings& bindings, TextOf text_of) {
  std::string lines;
  for (const RuleBinding& binding : bindings.all) {
    const std::string line = Printable(text_of(binding));
    if (lines.size() + line.size() >= kLongestVariable) break;
    lines += (lines.empty() ? "" : "\n") + line;
  }
  return lines;
}

std::vector<std::string> EnvironmentOf(const RuleFiring& firing) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable)
    environment.emplace_back(*variable);
  environment.push_back("FDR_RULE=" + firing.rule->name);
  environment.push_back("FDR_HOST=" + Printable(firing.origin->host));
  environment.push_back("FDR_TIME=" +
                        TimeText(firing.stamp, {.zone = Zone(), .dates = true, .decimals = 3}));
  environment.push_back("FDR_INSTANCES=" + Lines(firing.bindings, [](const RuleBinding& binding) {
                          return binding.instance.value_or("");
                        }));
  environment.push_back("FDR_VALUES=" + Lines(firing.bindings, [](const RuleBinding& binding) {
                          return binding.value;
                        }));
  return environment;
}

}  // namespace

Result<ProgramRequest> ShellCommand(const RuleFiring& firing) {
  std::string command =
      ActionText(*firing.what, Tame(firing.bindings), TameOrigin(*firing.origin, firing.bindings));
  // A part of a command may be another command.
  if (command.size() >= kLongestActionText)
    return Fail(Errc::kTooLarge, "the command would be longer than 64 KiB");
  return ProgramRequest{.words = {"/bin/sh", "-c", std::move(command)},
                        .environment = EnvironmentOf(firing),
                        .has_own_group = true};
}

}  // namespace fdr::tools
