// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/access_statements.h"

#include <charconv>
#include <utility>

#include "fdr/replay/serve/access/access_words.h"

namespace fdr {
namespace {

using WordKind = AccessWord::Kind;
using Whom = AccessStatement::Whom;

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : words_(text, file) {}

  Result<std::vector<AccessStatement>> Run();

 private:
  Result<void> Advance();
  tl::unexpected<Error> Expected(std::string_view what) const {
    return Fail(words_.Complain(word_, "expected " + std::string(what)));
  }
  Result<void> ParseStatement();
  Result<void> ParseWhom(AccessStatement& statement);
  Result<void> ParseNames(AccessStatement& statement);
  Result<void> ParseOperations(AccessStatement& statement, bool allows);
  Result<std::uint8_t> ParseOperation(bool may_be_all);
  Result<void> ParseMaximum(AccessStatement& statement);

  AccessWords words_;
  AccessWord word_;  // the present one
  std::vector<AccessStatement> statements_;
};

Result<std::vector<AccessStatement>> Parser::Run() {
  Result<void> done = Advance();
  do {
    if (done) done = ParseStatement();
  } while (done && word_.kind != WordKind::kEnd);
  if (!done) return Fail(done.error());
  return std::move(statements_);
}

Result<void> Parser::Advance() {
  const Result<AccessWord> next = words_.Next();
  if (!next) return Fail(next.error());
  word_ = *next;
  return {};
}

Result<void> Parser::ParseStatement() {
  AccessStatement statement;
  statement.place = words_.PlaceOf(word_);
  const bool allows = word_.IsKeyword("allow");
  if (!allows && !word_.IsKeyword("disallow")) return Expected("allow or disallow");
  Result<void> done = Advance();
  if (done) done = ParseWhom(statement);
  if (done) done = ParseNames(statement);
  if (done) done = ParseOperations(statement, allows);
  if (!done) return done;
  if (!word_.IsSign(';')) return Expected("a comma or a semicolon");
  statements_.push_back(std::move(statement));
  return Advance();
}

Result<void> Parser::ParseWhom(AccessStatement& statement) {
  if (word_.IsKeyword("user") || word_.IsKeyword("users"))
    statement.whom = Whom::kUsers;
  else if (word_.IsKeyword("group") || word_.IsKeyword("groups"))
    statement.whom = Whom::kGroups;
  else if (!word_.IsKeyword("host") && !word_.IsKeyword("hosts"))
    return {};
  return Advance();
}

Result<void> Parser::ParseNames(AccessStatement& statement) {
  while (true) {
    const bool is_name = word_.kind == WordKind::kWord || word_.kind == WordKind::kQuoted;
    if (!is_name || word_.text.empty()) return Expected("a name, or an address");
    statement.names.emplace_back(word_.text);
    if (const Result<void> done = Advance(); !done) return done;
    if (word_.IsSign(':')) return Advance();
    if (!word_.IsSign(',')) return Expected("a comma or a colon");
    if (const Result<void> done = Advance(); !done) return done;
  }
}

// "all" stands alone, but for its exceptions and a maximum.
Result<void> Parser::ParseOperations(AccessStatement& statement, bool allows) {
  std::uint8_t named = 0, excepted = 0;
  bool is_exception = false;
  while (true) {
    const bool lacks_exception = is_exception && excepted == 0;
    if (word_.IsKeyword("maximum") && !lacks_exception) {
      if (!allows) return Expected("operations: a disallow statement has no maximum");
      if (const Result<void> done = ParseMaximum(statement); !done) return done;
    } else {
      if (named == kMayAll && !is_exception) return Expected("a maximum: all operations are named");
      const Result<std::uint8_t> operation = ParseOperation(!is_exception);
      if (!operation) return Fail(operation.error());
      (is_exception ? excepted : named) |= *operation;
      if (!is_exception && *operation == kMayAll && word_.IsKeyword("except")) {
        is_exception = true;
        if (const Result<void> done = Advance(); !done) return done;
        continue;
      }
    }
    if (!word_.IsSign(',')) break;
    if (const Result<void> done = Advance(); !done) return done;
  }
  // What is excepted from being allowed is disallowed, and the other way round.
  const auto rest = static_cast<std::uint8_t>(named & ~excepted);
  statement.allowed = allows ? rest : excepted;
  statement.denied = allows ? excepted : rest;
  return {};
}

Result<std::uint8_t> Parser::ParseOperation(bool may_be_all) {
  std::uint8_t operation = 0;
  if (word_.IsKeyword("fetch"))
    operation = kMayFetch;
  else if (word_.IsKeyword("store"))
    operation = kMayStore;
  else if (word_.IsKeyword("all") && may_be_all)
    operation = kMayAll;
  else
    return Expected(may_be_all ? "fetch, store, all or maximum" : "fetch or store");
  if (const Result<void> done = Advance(); !done) return Fail(done.error());
  return operation;
}

Result<void> Parser::ParseMaximum(AccessStatement& statement) {
  if (const Result<void> done = Advance(); !done) return done;
  const std::string_view text = word_.text;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number =
      word_.kind == WordKind::kWord && error == std::errc() && end == text.data() + text.size();
  if (!is_number || number == 0) return Expected("a number of connections, from 1 to 4294967295");
  statement.most = number;
  if (const Result<void> done = Advance(); !done) return done;
  if (!word_.IsKeyword("connections")) return Expected("connections");
  return Advance();
}

}  // namespace

Result<std::vector<AccessStatement>> ParseAccess(std::string_view text, const std::string& file) {
  return Parser(text, file).Run();
}

}  // namespace fdr
