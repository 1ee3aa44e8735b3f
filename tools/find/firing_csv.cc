// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_keywords.h"
#include "fdr/tools/find/firing_sink.h"
#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

class FiringCsv final : public FiringSink {
 public:
  FiringCsv(const RuleFacts& facts, bool safe)
      : text_(facts.text), zone_(facts.time.zone), safe_(safe) {}

  void Begin(std::string& out) override { out += "time,rule,line,action,text\n"; }

  void Add(const RuleFiring& firing, std::string& out) override {
    Line(firing.stamp, *firing.rule, NameOf(firing.action), firing.Text(), out);
  }

  void AddValue(const RuleValue& value, std::string& out) override {
    Line(value.stamp, *value.rule, "value", value.text, out);
  }

 private:
  void Line(Timestamp stamp, const BoundRule& rule, const char* action, const std::string& text,
            std::string& out) const {
    out += Rfc3339(stamp, zone_) + ',';
    AppendCsvText(rule.name, safe_, out);
    out += ',' + std::to_string(text_.PlaceOf(rule.rule.offset).line) + ',' + action + ',';
    AppendCsvText(text, safe_, out);
    out += '\n';
  }

  const RuleText& text_;
  Zone zone_;
  bool safe_;
};

}  // namespace

std::unique_ptr<FiringSink> MakeFiringCsv(const RuleFacts& facts, bool safe) {
  return std::make_unique<FiringCsv>(facts, safe);
}

}  // namespace fdr::tools
