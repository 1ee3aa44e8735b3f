// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Defines derived metrics: for all contexts, or for the current one.

#include <pcp/pmapi.h>

#include <functional>
#include <optional>
#include <string>

#include "fdr/replay/derive/definition_error.h"
#include "fdr/replay/derive/derived_config.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/global_derived.h"

namespace fdr::pmapi {
namespace {

// The last error text of the thread.
thread_local std::optional<std::string> last_text;

std::optional<DefinitionError> Register(const char* name, const char* expression) {
  const auto added =
      GlobalDerived::Get().Alter([&](DerivedTable& table) { return table.Add(name, expression); });
  if (added) return std::nullopt;
  return DefinitionErrorOf(added.error());
}

// Version 6 accepts a definition with unknown operands.
std::optional<DefinitionError> AddToContext(const char* name, const char* expression) {
  const LockedContext context;
  if (!context)
    return DefinitionError{DefinitionError::Kind::kOther, 0, "Attempt to use an illegal context",
                           PM_ERR_NOCONTEXT};
  DerivedContext& derived = context->derived().context();
  const auto added = derived.Add(name, expression);
  if (!added) return DefinitionErrorOf(added.error());
  const auto error = context->derived().WhatIsWrongWith(*added);
  if (!error || (error->is_of_operand && !SpeaksVersion7())) return std::nullopt;
  return DefinitionErrorOf(*error);
}

void Remember(const std::optional<DefinitionError>& refusal) {
  last_text.reset();
  if (refusal && !refusal->text.empty()) last_text = refusal->text;
}

std::string RegisterMessage(const char* name, const char* expression,
                            const DefinitionError& refusal) {
  return std::string("Error: pmRegisterDerivedMetric(\"") + name + "\", ...)\n" +
         PointedAt(expression, refusal);
}

std::string AddMessage(const char* name, const char* expression, const DefinitionError& refusal) {
  // Without a context, the expression may be null.
  return AddDerivedMessage(name, expression == nullptr ? "" : expression, refusal);
}

using Definer = std::optional<DefinitionError> (*)(const char*, const char*);

std::optional<DefinitionError> DefineAndTrace(Definer define, const char* name,
                                              const char* expression) {
  std::optional<DefinitionError> refusal = define(name, expression);
  if (pmDebugOptions.derive != 0)
    TraceLine("derive", Quoted(name) + " = " + Quoted(expression) +
                            (define == Register ? ", for all contexts" : ", for this context") +
                            (refusal ? " is refused: " + refusal->text : " is registered"));
  return refusal;
}

// The place of an error in the expression, or nullptr.
char* Define(Definer define, const char* name, const char* expression) {
  char* place = const_cast<char*>(expression);
  const int status = Guarded([&] {
    const std::optional<DefinitionError> refusal = DefineAndTrace(define, name, expression);
    Remember(refusal);
    place = refusal ? place + refusal->offset : nullptr;
    return 0;
  });
  return status < 0 ? const_cast<char*>(expression) : place;
}

using Messenger = std::string (*)(const char*, const char*, const DefinitionError&);

int DefineOrTell(Definer define, Messenger message, const char* name, const char* expression,
                 char** errmsg) {
  return Guarded([&] {
    const std::optional<DefinitionError> refusal = DefineAndTrace(define, name, expression);
    Remember(refusal);
    if (!refusal) return 0;
    *errmsg = NewString(message(name, expression, *refusal));
    return define == Register ? -1 : refusal->code;
  });
}

int LoadConfig(const char* paths) {
  const auto loaded = GlobalDerived::Get().Alter([&](DerivedTable& table) {
    const DefinitionsTrace trace(table, paths);
    const auto tell = [](const std::string& complaint) { pmprintf("%s", complaint.c_str()); };
    return LoadDerivedConfig(paths, IfMissing::kFail, table, tell,
                             HasPeersWords() ? LineNumbers::kOfPcp6 : LineNumbers::kOfFile);
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
    if (table.FindText(text_kind, metric->id) != nullptr) return PM_ERR_TEXT;
    table.SetText(text_kind, metric->id, text);
    return 0;
  };
  const LockedContext context;
  const int own = context ? add(context->derived().context().own()) : PM_ERR_NAME;
  return own == PM_ERR_NAME ? GlobalDerived::Get().Alter(add) : own;
}

// From the contexts first: they would take over that the definition is gone.
int Unregister(const char* name) {
  int contexts = 0;
  ForEachContext([&](ApiContext& context) {
    if (context.derived().context().Remove(name)) ++contexts;
  });
  const bool was_global =
      GlobalDerived::Get().Alter([&](DerivedTable& table) { return table.Remove(name); });
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
