// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Defines derived metrics: for all contexts that are made later, or for the current one.

#include <pcp/pmapi.h>

#include <functional>
#include <optional>
#include <string>

#include "fdr/replay/derive/derived_config.h"
#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/global_derived.h"
#include "fdr/replay/pmapi/peer_version.h"

namespace fdr::pmapi {
namespace {

// The error of a definition.
struct Refusal {
  enum Kind : std::uint8_t { kSyntax, kMeaning, kOther } kind = kOther;
  int code = -1;
  std::size_t offset = 0;
  std::string text;
};

// The last error text of the thread.
thread_local std::optional<std::string> last_text;

Refusal RefusalOf(const SyntaxError& error) {
  // Definitions that are refused before parsing have no place; these are the beginnings of their
  // texts.
  const bool is_other = error.text.starts_with("Duplicate ") || error.text.starts_with("Too many ");
  return {is_other ? Refusal::kOther : Refusal::kSyntax, PM_ERR_BADDERIVE, error.offset,
          error.text};
}

std::optional<Refusal> Register(const char* name, const char* expression) {
  const auto added =
      GlobalDerived::Get().With([&](DerivedTable& table) { return table.Add(name, expression); });
  if (added) return std::nullopt;
  return RefusalOf(added.error());
}

// Version 6 accepts a definition with unknown operands.
std::optional<Refusal> AddToContext(const char* name, const char* expression) {
  const LockedContext context;
  if (!context)
    return Refusal{Refusal::kOther, PM_ERR_NOCONTEXT, 0, "Attempt to use an illegal context"};
  DerivedContext& derived = context->derived().context();
  const auto added = derived.Add(name, expression);
  if (!added) return RefusalOf(added.error());
  const auto error = context->derived().WhatIsWrongWith(*added);
  if (!error || (error->is_of_operand && !SpeaksVersion7())) return std::nullopt;
  return Refusal{Refusal::kMeaning, PM_ERR_BADDERIVE, 0, error->text};
}

void Remember(const std::optional<Refusal>& refusal) {
  last_text.reset();
  if (refusal && !refusal->text.empty()) last_text = refusal->text;
}

// The expression, a caret below it, and the text, if there is one.
std::string Pointed(const char* expression, const Refusal& refusal) {
  std::string text = std::string(expression) + "\n" + std::string(refusal.offset, ' ') + "^\n";
  return refusal.text.empty() ? text : text + refusal.text + "\n";
}

std::string Called(const char* function, const char* name) {
  return std::string("Error: ") + function + "(\"" + name + "\", ...)";
}

std::string RegisterMessage(const char* name, const char* expression, const Refusal& refusal) {
  return Called("pmRegisterDerivedMetric", name) + "\n" + Pointed(expression, refusal);
}

std::string AddMessage(const char* name, const char* expression, const Refusal& refusal) {
  const std::string called = Called("pmAddDerivedMetric", name);
  if (refusal.kind == Refusal::kOther)
    return called + ": returns " + std::to_string(refusal.code) + "\n" + refusal.text + "\n";
  const char* const kind = refusal.kind == Refusal::kSyntax ? "Syntax " : "Semantic ";
  return kind + called + "\n" + Pointed(expression, refusal);
}

using Definer = std::optional<Refusal> (*)(const char*, const char*);

// The place of an error in the expression, or nullptr.
char* Define(Definer define, const char* name, const char* expression) {
  char* place = const_cast<char*>(expression);
  const int status = Guarded([&] {
    const std::optional<Refusal> refusal = define(name, expression);
    Remember(refusal);
    place = refusal ? place + refusal->offset : nullptr;
    return 0;
  });
  return status < 0 ? const_cast<char*>(expression) : place;
}

using Messenger = std::string (*)(const char*, const char*, const Refusal&);

int DefineOrTell(Definer define, Messenger message, const char* name, const char* expression,
                 char** errmsg) {
  return Guarded([&] {
    const std::optional<Refusal> refusal = define(name, expression);
    Remember(refusal);
    if (!refusal) return 0;
    *errmsg = NewString(message(name, expression, *refusal));
    return define == Register ? -1 : refusal->code;
  });
}

int LoadConfig(const char* paths) {
  const auto loaded = GlobalDerived::Get().With([&](DerivedTable& table) {
    return LoadDerivedConfig(paths, IfMissing::kFail, table, [](const std::string& complaint) {
      pmprintf("%s", complaint.c_str());
    });
  });
  pmflush();
  return loaded ? static_cast<int>(*loaded) : ErrorCode(loaded.error());
}

int AddText(const char* name, int kind, const char* text) {
  if (kind != PM_TEXT_ONELINE && kind != PM_TEXT_HELP) return PM_ERR_ARG;
  const auto text_kind =
      static_cast<TextKind>(static_cast<std::uint32_t>(kind) | std::uint32_t{PM_TEXT_PMID});
  const auto add = [&](DerivedTable& table) {
    const auto metric = table.Find(name);
    if (!metric) return PM_ERR_NAME;
    if (!table.Text(text_kind, metric->id).empty()) return PM_ERR_TEXT;
    table.SetText(text_kind, metric->id, text);
    return 0;
  };
  const LockedContext context;
  const int own = context ? add(context->derived().context().own()) : PM_ERR_NAME;
  return own == PM_ERR_NAME ? GlobalDerived::Get().With(add) : own;
}

int Unregister(const char* name) {
  const bool was_global =
      GlobalDerived::Get().With([&](DerivedTable& table) { return table.Remove(name); });
  int contexts = 0;
  ForEachContext([&](ApiContext& context) {
    if (context.derived().context().Remove(name)) ++contexts;
  });
  return was_global || contexts > 0 ? contexts : PM_ERR_NAME;
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::pmapi::Guarded;

int pmLoadDerivedConfig(const char* paths) {
  return Guarded([&] { return fdr::pmapi::LoadConfig(paths); });
}

char* pmRegisterDerived(const char* name, const char* expr) {
  return fdr::pmapi::Define(fdr::pmapi::Register, name, expr);
}
char* pmAddDerived(const char* name, const char* expr) {
  return fdr::pmapi::Define(fdr::pmapi::AddToContext, name, expr);
}

int pmRegisterDerivedMetric(const char* name, const char* expr, char** errmsg) {
  return fdr::pmapi::DefineOrTell(fdr::pmapi::Register, fdr::pmapi::RegisterMessage, name, expr,
                                  errmsg);
}
int pmAddDerivedMetric(const char* name, const char* expr, char** errmsg) {
  return fdr::pmapi::DefineOrTell(fdr::pmapi::AddToContext, fdr::pmapi::AddMessage, name, expr,
                                  errmsg);
}

char* pmDerivedErrStr(void) {
  return fdr::pmapi::last_text ? fdr::pmapi::last_text->data() : nullptr;
}

int pmAddDerivedText(const char* name, int kind, const char* text) {
  return Guarded([&] { return fdr::pmapi::AddText(name, kind, text); });
}

int pmUnregisterDerived(const char* name) {
  return Guarded([&] { return fdr::pmapi::Unregister(name); });
}
