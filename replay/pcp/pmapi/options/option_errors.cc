// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/options/option_errors.h"

namespace fdr::pmapi {
namespace {

__attribute__((format(printf, 3, 0))) void Report(pmOptions& options, int flag, const char* format,
                                                  va_list values) {
  char* message = nullptr;
  if (vasprintf(&message, format, values) >= 0) {
    pmprintf("%s: %s", pmGetProgname(), message);
    free(message);
  }
  CountError(options, flag);
}

}  // namespace

void UsageError(pmOptions& options, const char* format, ...) {
  va_list values;
  va_start(values, format);
  Report(options, PM_OPTFLAG_USAGE_ERR, format, values);
  va_end(values);
}

void RuntimeError(pmOptions& options, const char* format, ...) {
  va_list values;
  va_start(values, format);
  Report(options, PM_OPTFLAG_RUNTIME_ERR, format, values);
  va_end(values);
}

}  // namespace fdr::pmapi
