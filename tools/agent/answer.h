// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an agent answered.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/agents/agent_facts.h"
#include "fdr/tools/series/cell.h"

namespace fdr {
class JsonWriter;
}  // namespace fdr

namespace fdr::tools {

struct NamesAnswer {
  struct Name {
    std::string name;
    Result<MetricId> id;
  };
  std::vector<Name> names;
};

struct ChildrenAnswer {
  std::vector<NameChild> children;
};

struct DescAnswer {
  std::string metric;  ///< as in the request
  Desc desc;
};

struct ValuesAnswer {
  struct Value {
    InstanceId id = kSingular;
    std::string instance;  ///< "" if the agent does not say
    Cell cell;
    std::string mistake;  ///< why the value makes no sense
  };
  struct Metric {
    std::string name;  ///< as in the request
    std::string error;
    std::vector<Value> values;
  };
  std::vector<Metric> metrics;
};

struct InstancesAnswer {
  InDomId indom;
  std::vector<NamedInstance> instances;
};

struct TextsAnswer {
  std::optional<std::string> one_line, help;
};

struct LabelsAnswer {
  std::vector<OwnedLabelSet> sets;
};

struct StatusAnswer {
  AgentFacts facts;
  std::uint32_t client = 0;
  bool includes_others = true;  ///< the profile of domains without a rule
  std::map<InDomId, Profile::Domain> rules;
};

struct DoneAnswer {
  std::string what;
};

using Answer = std::variant<NamesAnswer, ChildrenAnswer, DescAnswer, ValuesAnswer, InstancesAnswer,
                            TextsAnswer, LabelsAnswer, StatusAnswer, DoneAnswer>;

/// Whether a part of the answer is an error, or makes no sense.
bool HasFailed(const Answer& answer);

/// For people: lines.
std::string TextOf(const Answer& answer);

/// Adds the parts of an answer to an open object.
void WriteAnswer(const Answer& answer, JsonWriter& json);

}  // namespace fdr::tools
