// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmParseMetricSpec: "host:metric[instance, "another one"]".

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"

namespace fdr::pmapi {
namespace {

enum Source { kHost = 0, kArchive = 1, kThisMachine = 2 };

struct Spec {
  int source_kind = kHost;
  std::optional<std::string> source;
  std::string metric;
  std::vector<std::string> instances;
};

std::string_view Trim(std::string_view text) {
  text.remove_prefix(CountBlanks(text));
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

// A backslash makes the next character ordinary; at the end of the text, it stands for itself.
std::string Unescape(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

// The length of the text before the first unescaped character that `is_end` accepts.  Calls
// `is_end` for each unescaped character in turn.
template <class IsEnd>
std::size_t LengthUntil(std::string_view text, IsEnd is_end) {
  std::size_t i = 0;
  while (i < text.size() && !is_end(text[i])) i += text[i] == '\\' ? 2 : 1;
  return std::min(i, text.size());
}

// Splits the text between the brackets.  False if the last instance has no closing quote; a quote
// inside of an earlier word does not count: a"b, "c
bool SplitInstances(std::string_view list, std::vector<std::string>& instances) {
  list.remove_prefix(CountBlanks(list));
  while (!list.empty()) {
    const bool quoted = list.front() == '"';
    if (quoted) list.remove_prefix(1);
    const std::size_t length =
        LengthUntil(list, [quoted](char c) { return quoted ? c == '"' : c == ',' || IsSpace(c); });
    instances.push_back(Unescape(list.substr(0, length)));
    list.remove_prefix(length);
    if (quoted) {
      if (list.empty()) return false;
      list.remove_prefix(1);
    }
    while (!list.empty() && (list.front() == ',' || IsSpace(list.front()))) list.remove_prefix(1);
  }
  return true;
}

class SpecParser {
 public:
  explicit SpecParser(std::string_view text) : text_(text) {}

  Result<Spec> Parse() {
    Result<void> parsed = ParseSource();
    if (parsed) parsed = ParseMetric();
    if (parsed) parsed = ParseInstances();
    if (!parsed) return Fail(parsed.error());
    return std::move(spec_);
  }

 private:
  tl::unexpected<Error> Complain(std::string_view complaint) const {
    return Fail(CaretError(text_, at_, complaint));
  }

  std::string_view Rest() const { return text_.substr(at_); }
  bool AtEnd() const { return at_ == text_.size(); }
  void SkipBlanks() { at_ += CountBlanks(Rest()); }

  Result<void> ParseSource() {
    SkipBlanks();
    const std::size_t end = text_.substr(0, text_.find('[')).find_last_of(":/");
    if (end == text_.npos) return {};
    const bool is_archive = text_[end] == '/';
    const std::string_view source = Trim(text_.substr(0, end));
    if (source.empty())
      return Complain(is_archive ? "archive name expected" : "host name expected");
    spec_.source_kind = is_archive ? kArchive : source == "@" ? kThisMachine : kHost;
    spec_.source = Unescape(source);
    at_ = end + 1;
    return {};
  }

  Result<void> ParseMetric() {
    SkipBlanks();
    const std::string_view rest = Rest();
    const std::size_t length =
        LengthUntil(rest, [](char c) { return c == '[' || c == ']' || c == ',' || IsSpace(c); });
    at_ += length;
    if (!AtEnd() && (rest[length] == ']' || rest[length] == ','))
      return Complain("unexpected character in metric name");
    if (length == 0) return Complain("performance metric name expected");
    spec_.metric = Unescape(rest.substr(0, length));
    SkipBlanks();
    return {};
  }

  Result<void> ParseInstances() {
    if (AtEnd() || text_[at_] != '[') return ExpectEnd();
    ++at_;
    const std::string_view rest = Rest();
    bool quoted = false;
    const std::size_t length = LengthUntil(rest, [&quoted](char c) {
      if (c == '"') quoted = !quoted;
      return c == ']' && !quoted;
    });
    const std::size_t end = at_ += length;
    if (AtEnd()) return Complain(quoted ? "closing \" and ] expected" : "closing ] expected");
    ++at_;
    SkipBlanks();
    if (const Result<void> ended = ExpectEnd(); !ended) return ended;
    at_ = end;
    if (!SplitInstances(rest.substr(0, length), spec_.instances))
      return Complain("closing \" expected (pmParseMetricSpec botch?)");
    return {};
  }

  Result<void> ExpectEnd() const {
    if (!AtEnd()) return Complain("unexpected extra characters");
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Spec spec_;
};

// Makes one block, for free().
MallocPtr<pmMetricSpec> Pack(const Spec& spec) {
  std::size_t size = sizeof(pmMetricSpec) + spec.instances.size() * sizeof(char*);
  std::size_t texts = spec.metric.size() + 1 + (spec.source ? spec.source->size() + 1 : 0);
  for (const std::string& instance : spec.instances) texts += instance.size() + 1;
  MallocPtr<pmMetricSpec> packed(static_cast<pmMetricSpec*>(Allocate(size + texts).release()));
  char* at = reinterpret_cast<char*>(packed.get()) + size;
  const auto put = [&at](const std::string& text) {
    char* const here = at;
    at += text.copy(here, text.size());
    *at++ = '\0';
    return here;
  };
  *packed = {};
  packed->isarch = spec.source_kind;
  packed->source = spec.source ? put(*spec.source) : nullptr;
  packed->metric = put(spec.metric);
  packed->ninst = static_cast<int>(spec.instances.size());
  char** inst = packed->inst;
  for (const std::string& instance : spec.instances) *inst++ = put(instance);
  return packed;
}

}  // namespace
}  // namespace fdr::pmapi

int pmParseMetricSpec(const char* string, int isarch, char* source, pmMetricSpec** rslt,
                      char** errmsg) {
  using namespace fdr::pmapi;
  return Guarded([&] {
    fdr::Result<Spec> spec = SpecParser(string != nullptr ? string : "").Parse();
    if (!spec) {
      if (errmsg != nullptr) *errmsg = NewString(spec.error().what);
      return PM_ERR_GENERIC;
    }
    if (!spec->source) {
      spec->source_kind = isarch;
      if (source != nullptr) spec->source = source;
    }
    *rslt = Pack(*spec).release();
    return 0;
  });
}

void pmFreeMetricSpec(pmMetricSpec* spec) { std::free(spec); }  // NOLINT: as programs may
