// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/config_parser.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "fdr/logger/config/host_pattern.h"
#include "fdr/logger/config/tokens.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {
namespace {

using Kind = ConfigToken::Kind;

constexpr std::array<std::pair<std::string_view, std::int64_t>, 14> kTimeUnits = {{
    {"msec", 1},
    {"msecs", 1},
    {"millisecond", 1},
    {"milliseconds", 1},
    {"sec", 1000},
    {"secs", 1000},
    {"second", 1000},
    {"seconds", 1000},
    {"min", 60'000},
    {"mins", 60'000},
    {"minute", 60'000},
    {"minutes", 60'000},
    {"hour", 3'600'000},
    {"hours", 3'600'000},
}};

constexpr std::array<std::string_view, 15> kOtherKeywords = {
    "log",     "mandatory", "advisory", "on",    "off",      "maybe", "every", "once",
    "default", "access",    "enquire",  "allow", "disallow", "all",   "except"};

bool IsKeyword(std::string_view word) {
  return std::ranges::find(kOtherKeywords, word) != kOtherKeywords.end() ||
         std::ranges::any_of(kTimeUnits, [word](const auto& unit) { return unit.first == word; });
}

class Parser {
 public:
  explicit Parser(const PreprocessedText& text) : text_(text), tokens_(text) {}

  Result<LoggerConfig> Run() {
    config_.files = text_.files;
    const Result<void> done = ParseAll();
    if (!done) return Fail(done.error());
    return std::move(config_);
  }

 private:
  tl::unexpected<Error> Expected(std::string_view what) const {
    return Fail(tokens_.Complain(token_, "expected " + std::string(what)));
  }

  /// The current token is `token_`.
  Result<void> Advance() { return Set(tokens_.Next()); }
  Result<void> AdvanceToHost() { return Set(tokens_.NextHost()); }
  Result<void> Set(Result<ConfigToken> token) {
    if (!token) return Fail(std::move(token.error()));
    token_ = *token;
    return {};
  }
  /// Passes an optional word; false if it is not there.
  Result<bool> Pass(std::string_view word) {
    if (!token_.IsWord(word)) return false;
    if (Result<void> done = Advance(); !done) return Fail(done.error());
    return true;
  }

  Result<void> ParseAll();
  Result<void> ParseStatement();
  Result<void> ParseInterval(LogStatement& statement);
  Result<void> ParseEvery(LogStatement& statement);
  Result<void> ParseMetrics(LogStatement& statement);
  Result<void> ParseMetric(LogStatement& statement, bool in_braces);
  Result<void> ParseInstances(MetricSpec& metric, bool in_braces);
  Result<InstanceSpec> InstanceHere(bool in_braces) const;
  Result<void> ParseAccess();
  Result<void> ParseRule();
  Result<void> ParseHosts(AccessRule& rule);
  Result<void> ParseOperations(AccessRule& rule);
  Result<std::uint8_t> ParseOperationList();

  ConfigLine LineHere() const {
    const PreprocessedText::Line& line = text_.lines[token_.line];
    return {line.file, line.number};
  }

  const PreprocessedText& text_;
  ConfigTokens tokens_;
  ConfigToken token_;
  LoggerConfig config_;
};

Result<void> Parser::ParseAll() {
  Result<void> done = Advance();
  while (done && token_.kind != Kind::kEnd) {
    if (token_.Is("[")) return ParseAccess();
    done = ParseStatement();
  }
  return done;
}

Result<void> Parser::ParseStatement() {
  LogStatement statement;
  const Result<bool> log = Pass("log");
  if (!log) return Fail(log.error());
  const bool has_level = token_.IsWord("mandatory") || token_.IsWord("advisory");
  if (has_level) {
    statement.level = token_.IsWord("mandatory") ? LogLevel::kMandatory : LogLevel::kAdvisory;
    if (Result<void> done = Advance(); !done) return done;
  }
  const bool mandatory = statement.level == LogLevel::kMandatory;
  if (token_.IsWord("on")) {
    statement.state = LogSwitch::kOn;
  } else if (token_.IsWord("off")) {
    statement.state = LogSwitch::kOff;
  } else if (mandatory && token_.IsWord("maybe")) {
    statement.state = LogSwitch::kMaybe;
  } else {
    return Expected(mandatory   ? "on, off or maybe"
                    : has_level ? "on or off"
                    : *log      ? "mandatory, advisory, on or off"
                                : "log, mandatory, advisory, on or off");
  }
  if (Result<void> done = Advance(); !done) return done;
  if (statement.state == LogSwitch::kOn)
    if (Result<void> done = ParseInterval(statement); !done) return done;
  if (Result<void> done = ParseMetrics(statement); !done) return done;
  config_.statements.push_back(std::move(statement));
  return {};
}

Result<void> Parser::ParseInterval(LogStatement& statement) {
  if (token_.IsWord("default")) return Advance();
  if (token_.IsWord("once")) {
    statement.interval = 0;
    return Advance();
  }
  const Result<bool> every = Pass("every");
  if (!every) return Fail(every.error());
  if (token_.kind != Kind::kNumber)
    return Expected(*every ? "a number" : "once, default, or a number with a unit of time");
  return ParseEvery(statement);
}

Result<void> Parser::ParseEvery(LogStatement& statement) {
  const ConfigToken number = token_;
  std::int64_t count = 0;
  const char* end = number.text.data() + number.text.size();
  const bool fits = std::from_chars(number.text.data(), end, count).ec == std::errc();
  if (Result<void> done = Advance(); !done) return done;
  const auto unit = std::ranges::find_if(
      kTimeUnits, [this](const auto& entry) { return token_.IsWord(entry.first); });
  if (unit == kTimeUnits.end()) return Expected("msec, sec, min or hour");
  const std::int64_t nanos = unit->second * 1'000'000;
  if (!fits || count > kMaxLogInterval / nanos)
    return Fail(tokens_.Complain(number, "the longest interval is 268435455 msec"));
  statement.interval = count * nanos;
  return Advance();
}

Result<void> Parser::ParseMetrics(LogStatement& statement) {
  if (!token_.Is("{")) return ParseMetric(statement, false);
  Result<void> done = Advance();
  do {
    if (done) done = ParseMetric(statement, true);
    if (done && token_.Is(",")) {
      done = Advance();
      if (done && token_.kind != Kind::kWord) return Expected("the name of a metric");
    }
  } while (done && !token_.Is("}"));
  return done ? Advance() : done;
}

Result<void> Parser::ParseMetric(LogStatement& statement, bool in_braces) {
  if (token_.kind != Kind::kWord)
    return Expected(in_braces ? "the name of a metric, or }" : "the name of a metric, or {");
  if (!in_braces && IsKeyword(token_.text))
    return Expected("the name of a metric: one like this only in braces");
  MetricSpec metric{std::string(token_.text), {}, LineHere()};
  Result<void> done = Advance();
  if (done && token_.Is("[")) done = ParseInstances(metric, in_braces);
  if (done) statement.metrics.push_back(std::move(metric));
  return done;
}

Result<void> Parser::ParseInstances(MetricSpec& metric, bool in_braces) {
  Result<void> done = Advance();
  bool separated = true;
  while (done) {
    if (!separated && token_.glued) return Expected("a blank or a comma between instances");
    Result<InstanceSpec> instance = InstanceHere(in_braces);
    if (!instance) return Fail(std::move(instance.error()));
    metric.instances.push_back(std::move(*instance));
    done = Advance();
    separated = done && token_.Is(",");
    if (separated) {
      done = Advance();
    } else if (done && token_.Is("]")) {
      return Advance();
    }
  }
  return done;
}

Result<InstanceSpec> Parser::InstanceHere(bool in_braces) const {
  if (token_.kind == Kind::kNumber) {
    InstanceId id = 0;
    const char* end = token_.text.data() + token_.text.size();
    if (std::from_chars(token_.text.data(), end, id).ec != std::errc())
      return Fail(tokens_.Complain(token_, "too large for an instance number"));
    return id;
  }
  if (token_.kind != Kind::kWord && token_.kind != Kind::kString)
    return Expected("the name of an instance, or its number");
  if (!in_braces && token_.kind == Kind::kWord && IsKeyword(token_.text))
    return Expected("the name of an instance: one like this only in quotes, and [access] behind }");
  return std::string(token_.text);
}

Result<void> Parser::ParseAccess() {
  Result<void> done = Advance();
  if (done && !token_.IsWord("access")) return Expected("access");
  if (done) done = Advance();
  if (done && !token_.Is("]")) return Expected("]");
  if (done) done = Advance();
  do {
    if (done) done = ParseRule();
  } while (done && token_.kind != Kind::kEnd);
  return done;
}

Result<void> Parser::ParseRule() {
  AccessRule rule;
  rule.allow = token_.IsWord("allow");
  if (!rule.allow && !token_.IsWord("disallow")) return Expected("allow or disallow");
  Result<void> done = ParseHosts(rule);
  if (done) done = ParseOperations(rule);
  if (done && !token_.Is(";")) return Expected(";");
  if (done) config_.access.push_back(std::move(rule));
  return done ? Advance() : done;
}

Result<void> Parser::ParseHosts(AccessRule& rule) {
  do {
    if (Result<void> done = AdvanceToHost(); !done) return done;
    if (token_.kind != Kind::kWord || IsKeyword(token_.text) || !IsHostPattern(token_.text))
      return Expected("a host: its name, its address, or the beginning of that with a *");
    rule.hosts.emplace_back(token_.text);
    if (Result<void> done = Advance(); !done) return done;
  } while (token_.Is(","));
  if (!token_.Is(":")) return Expected("a comma, or a colon");
  return Advance();
}

Result<void> Parser::ParseOperations(AccessRule& rule) {
  constexpr std::uint8_t kAll =
      AccessRule::kAdvisory | AccessRule::kMandatory | AccessRule::kEnquire;
  const Result<bool> all = Pass("all");
  if (!all) return Fail(all.error());
  const Result<bool> except = *all ? Pass("except") : false;
  if (!except) return Fail(except.error());
  rule.operations = kAll;
  if (*all && !*except) return {};
  const Result<std::uint8_t> listed = ParseOperationList();
  if (!listed) return Fail(listed.error());
  rule.operations = *except ? static_cast<std::uint8_t>(kAll & ~*listed) : *listed;
  return {};
}

Result<std::uint8_t> Parser::ParseOperationList() {
  std::uint8_t operations = 0;
  for (;;) {
    if (token_.IsWord("advisory")) {
      operations |= AccessRule::kAdvisory;
    } else if (token_.IsWord("mandatory")) {
      operations |= AccessRule::kMandatory;
    } else if (token_.IsWord("enquire")) {
      operations |= AccessRule::kEnquire;
    } else {
      return Expected("advisory, mandatory or enquire");
    }
    if (Result<void> done = Advance(); !done) return Fail(done.error());
    if (!token_.Is(",")) return operations;
    if (Result<void> done = Advance(); !done) return Fail(done.error());
  }
}

}  // namespace

Result<LoggerConfig> ParseLoggerConfig(const PreprocessedText& text) { return Parser(text).Run(); }

Result<LoggerConfig> LoadLoggerConfig(const std::string& path, const PreprocessorOptions& options) {
  const Result<PreprocessedText> text = PreprocessFile(path, options);
  if (!text) return Fail(text.error());
  return ParseLoggerConfig(*text);
}

}  // namespace fdr
