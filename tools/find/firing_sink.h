// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The outputs for the actions of rules: a table, CSV, JSON.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/rules/rule_runner.h"
#include "fdr/replay/rules/rule_text.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

/// What a rule evaluated to.
struct RuleValue {
  Timestamp stamp;
  const BoundRule* rule = nullptr;
  std::string text;
};

/// Appends text to `out` as it is called; the caller prints it.
class FiringSink {
 public:
  virtual ~FiringSink() = default;
  FiringSink() = default;
  FiringSink(const FiringSink&) = delete;
  FiringSink& operator=(const FiringSink&) = delete;

  virtual void Begin(std::string& out) = 0;
  virtual void Add(const RuleFiring& firing, std::string& out) = 0;
  virtual void AddValue(const RuleValue& value, std::string& out) = 0;
};

/// What an output says about the search as a whole.
struct RuleFacts {
  std::string host;
  const BoundRules& rules;
  const RuleText& text;
  TimeStyle time;
};

std::unique_ptr<FiringSink> MakeFiringTable(const RuleFacts& facts);
std::unique_ptr<FiringSink> MakeFiringCsv(const RuleFacts& facts, bool safe);
/// One object per line: docs/find-json.md.
std::unique_ptr<FiringSink> MakeFiringJson(const RuleFacts& facts);

}  // namespace fdr::tools
