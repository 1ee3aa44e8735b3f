// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
//   time      rule    action  text
//   14:00:10  expr_1  print   sda is busy: 220 MB/s

#include <algorithm>

#include "fdr/replay/rules/rule_keywords.h"
#include "fdr/tools/find/firing_sink.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kWidestRule = 40;
constexpr std::size_t kActionWidth = 6;
constexpr const char* kBetween = "  ";

void AppendCell(const std::string& text, std::size_t width, std::string& out) {
  AppendLeft(text, width, out);
  out += kBetween;
}

class FiringTable final : public FiringSink {
 public:
  explicit FiringTable(const RuleFacts& facts)
      : time_(facts.time), time_width_(TimeText({}, time_).size()) {
    for (const BoundRule& rule : facts.rules.rules)
      rule_width_ =
          std::max(rule_width_, static_cast<std::size_t>(DisplayWidth(Printable(rule.name))));
    rule_width_ = std::min(rule_width_, kWidestRule);
  }

  void Begin(std::string& out) override {
    AppendCell("time", time_width_, out);
    AppendCell("rule", rule_width_, out);
    AppendCell("action", kActionWidth, out);
    out += "text\n";
  }

  void Add(const RuleFiring& firing, std::string& out) override {
    Line(firing.stamp, firing.rule->name, NameOf(firing.action), firing.Text(), out);
  }

  void AddValue(const RuleValue& value, std::string& out) override {
    Line(value.stamp, value.rule->name, "value", value.text, out);
  }

 private:
  void Line(Timestamp stamp, const std::string& rule, const std::string& action,
            const std::string& text, std::string& out) const {
    AppendCell(TimeText(stamp, time_), time_width_, out);
    AppendCell(Printable(rule), rule_width_, out);
    AppendCell(action, kActionWidth, out);
    out += Printable(text);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }

  TimeStyle time_;
  std::size_t time_width_;
  std::size_t rule_width_ = 4;
};

}  // namespace

std::unique_ptr<FiringSink> MakeFiringTable(const RuleFacts& facts) {
  return std::make_unique<FiringTable>(facts);
}

}  // namespace fdr::tools
