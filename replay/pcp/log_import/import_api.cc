// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of LOGIMPORT(3) that work on a context.

#include <pcp/import.h>
#include <pcp/pmapi.h>

#include <cerrno>
#include <ctime>

#include "fdr/replay/pcp/log_import/context_list.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace fdr::log_import {
namespace {

constexpr std::int64_t kNanosPerMicrosecond = 1000;

// `body` gets the current context.
template <class Body>
int OnContext(Body body) {
  return pmapi::Guarded([&] {
    ContextList& list = ContextList::Get();
    const std::lock_guard lock(list.mutex);
    ImportContext* const context = list.current();
    return context == nullptr ? PM_ERR_NOCONTEXT : body(*context);
  });
}

// The same for most functions: what `body` returns becomes the last status of the context.
template <class Body>
int WithContext(Body body) {
  return OnContext([&](ImportContext& context) {
    return context.last_status = pmapi::Guarded([&] { return body(context); });
  });
}

Timestamp Now() {
  struct timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  return {now.tv_sec, static_cast<std::int32_t>(now.tv_nsec)};
}

// Seconds before the Epoch mean the present.
int WriteAt(std::int64_t sec, std::int64_t nanos) {
  return WithContext([&](ImportContext& context) {
    return context.Write(sec < 0 ? Now() : Timestamp{sec, 0}.Plus(nanos));
  });
}

template <class Result>
int WriteResult(const Result* result, std::int64_t nanos) {
  if (result == nullptr || result->numpmid < 0) return -EINVAL;
  return WithContext([&](ImportContext& context) {
    const Timestamp stamp = Timestamp{result->timestamp.tv_sec, 0}.Plus(nanos);
    return context.WriteSets(stamp, {result->vset, static_cast<std::size_t>(result->numpmid)});
  });
}

}  // namespace
}  // namespace fdr::log_import

using fdr::log_import::ContextList;
using fdr::log_import::DefinedHandle;
using fdr::log_import::ImportContext;
using fdr::log_import::kNanosPerMicrosecond;
using fdr::log_import::OnContext;
using fdr::log_import::WithContext;
using fdr::log_import::WriteAt;
using fdr::log_import::WriteResult;

int pmiStart(const char* archive, int inherit) {
  return fdr::pmapi::Guarded([&] {
    ContextList& list = ContextList::Get();
    const std::lock_guard lock(list.mutex);
    return list.Add(archive, inherit != 0);
  });
}

int pmiUseContext(int context) {
  ContextList& list = ContextList::Get();
  const std::lock_guard lock(list.mutex);
  const int sts = list.Use(context) ? 0 : PM_ERR_NOCONTEXT;
  if (list.current() != nullptr) list.current()->last_status = sts;
  return sts;
}

int pmiEnd(void) {
  return WithContext([](ImportContext& context) { return context.End(); });
}

int pmiSetHostname(const char* value) {
  return WithContext([&](ImportContext& context) { return context.SetHost(value); });
}

int pmiSetTimezone(const char* value) {
  return WithContext([&](ImportContext& context) { return context.SetZone(value); });
}

int pmiSetVersion(int version) {
  return WithContext([&](ImportContext& context) { return context.SetVersion(version); });
}

int pmiAddMetric(const char* name, pmID pmid, int type, pmInDom indom, int sem, pmUnits units) {
  return WithContext([&](ImportContext& context) {
    return context.metadata().AddMetric(name, {pmid, type, indom, sem, units});
  });
}

int pmiAddInstance(pmInDom indom, const char* instance, int inst) {
  return WithContext([&](ImportContext& context) {
    return instance == nullptr ? -EINVAL : context.metadata().AddInstance(indom, instance, inst);
  });
}

int pmiPutValue(const char* name, const char* instance, const char* value) {
  return WithContext(
      [&](ImportContext& context) { return context.PutValue(name, instance, value); });
}

int pmiGetHandle(const char* name, const char* instance) {
  return WithContext([&](ImportContext& context) {
    DefinedHandle handle{};
    const int sts = context.metadata().Find(name, instance, handle);
    return sts < 0 ? sts : context.metadata().AddHandle(handle);
  });
}

int pmiPutValueHandle(int handle, const char* value) {
  return WithContext([&](ImportContext& context) { return context.PutHandle(handle, value); });
}

int pmiPutText(unsigned int type, unsigned int level, unsigned int id, const char* content) {
  return WithContext(
      [&](ImportContext& context) { return context.metadata().AddText(type, level, id, content); });
}

int pmiPutLabel(unsigned int type, unsigned int id, unsigned int instance, const char* name,
                const char* value) {
  return WithContext([&](ImportContext& context) {
    return context.metadata().AddLabel(type, id, instance, name, value);
  });
}

int pmiWrite(int sec, int usec) { return WriteAt(sec, usec * kNanosPerMicrosecond); }
int pmiWrite2(int64_t sec, int usec) { return WriteAt(sec, usec * kNanosPerMicrosecond); }
int pmiHighResWrite(int64_t sec, int nsec) { return WriteAt(sec, nsec); }

int pmiPutResult(const pmResult* result) {
  return WriteResult(result,
                     result == nullptr ? 0 : result->timestamp.tv_usec * kNanosPerMicrosecond);
}

int pmiPutHighResResult(const pmHighResResult* result) {
  return WriteResult(result, result == nullptr ? 0 : result->timestamp.tv_nsec);
}

int pmiPutMark(void) {
  return OnContext([](ImportContext& context) { return context.WriteMark(); });
}
