// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/derive: metrics that are computed from others.

#include <string>
#include <string_view>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kMostDefinitions = 1000;  // of a context

Answered<void> Define(const PmapiCall& call, const std::string& name,
                      const std::string& expression) {
  if (call.source.state().definitions.metrics().size() >= kMostDefinitions)
    return Refuse("a context has " + std::to_string(kMostDefinitions) + " derived metrics at most");
  return call.source.Define(name, expression);
}

// "name = expression"; `number` counts from 0, as PCP counts.
Answered<void> DefineLine(const PmapiCall& call, std::string_view line, std::size_t number) {
  line = Trimmed(line);
  if (line.empty() || line.front() == '#') return {};
  const std::size_t equals = line.find('=');
  const std::string name(Trimmed(line.substr(0, equals)));
  if (equals == std::string_view::npos) {
    return Refuse("failed to parse derived metric \"" + name.substr(0, name.find(' ')) +
                  "\" on line " + std::to_string(number) + " - incomplete expression\n");
  }
  const std::string expression(Trimmed(line.substr(equals + 1)));
  Answered<void> defined = Define(call, name, expression);
  if (defined) return {};
  return Refuse("failed to create derived metric \"" + name + "\" on line " +
                    std::to_string(number) + " from: " + expression + "\n" +
                    defined.error().message,
                defined.error().status);
}

Answered<void> DefineLines(const PmapiCall& call, std::string_view text) {
  for (std::size_t number = 0; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto defined = DefineLine(call, text.substr(0, end), number); !defined) return defined;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

}  // namespace

// Asked again, it would meet its own definitions.
PmapiAnswer AnswerDerive(const PmapiCall& call) {
  const AnswerMemory::WithoutRefusal whole;
  const std::string* const name = call.request.parameters.Find("name");
  const std::string* const expression = call.request.parameters.Find("expr");
  Answered<void> defined = Refuse("invalid derive parameters");
  if (name != nullptr && expression != nullptr && !name->empty())
    defined = Define(call, *name, *expression);
  else if (name == nullptr && expression == nullptr && !call.request.body.empty())
    defined = DefineLines(call, call.request.body);
  else if (name == nullptr && expression != nullptr)
    defined = DefineLines(call, *expression);
  if (!defined) return tl::unexpected(defined.error());
  return Succeeded(call);
}

}  // namespace fdr
