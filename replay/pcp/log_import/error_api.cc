// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmiErrStr: the texts of errors, as PCP's library has them.

#include <pcp/import.h>
#include <pcp/pmapi.h>

#include <array>
#include <string_view>

#include "fdr/replay/pcp/log_import/context_list.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"

namespace fdr::log_import {
namespace {

// By number, from PMI_ERR_DUPMETRICNAME on.
constexpr std::array<std::string_view, 25> kErrorTexts = {
    "Metric name already defined",
    "Metric pmID already defined",
    "External instance name already defined",
    "Internal instance identifer already defined",
    "Null instance expected for a singular metric",
    "Null instance not allowed for a non-singular metric",
    "Illegal handle",
    "Value already assigned for this metric-instance",
    "Illegal metric type",
    "Illegal metric semantics",
    "No data to output",
    "Illegal metric name",
    "Illegal result timestamp",
    "Illegal text type",
    "Illegal text class",
    "Illegal text identifier",
    "Text is empty",
    "Help text already exists",
    "Illegal label type",
    "Illegal label identifier",
    "Illegal label instance",
    "Label name is empty",
    "Label value is empty",
    "Error adding label",
    "Illegal log version",
};
static_assert(PMI_ERR_DUPMETRICNAME - static_cast<int>(kErrorTexts.size()) + 1 ==
              PMI_ERR_BADVERSION);

// -1 is the last error of the current context, if there is one.
int MeantCode(int code) {
  if (code != -1) return code;
  ContextList& list = ContextList::Get();
  const std::lock_guard lock(list.mutex);
  return list.current() == nullptr ? code : list.current()->last_status;
}

}  // namespace
}  // namespace fdr::log_import

char* pmiErrStr_r(int code, char* buf, int buflen) {
  using fdr::log_import::kErrorTexts;
  const int meant = fdr::log_import::MeantCode(code);
  if (meant > PMI_ERR_DUPMETRICNAME || meant < PMI_ERR_BADVERSION)
    return pmErrStr_r(meant, buf, buflen);
  return fdr::pmapi::PutText(kErrorTexts[static_cast<std::size_t>(PMI_ERR_DUPMETRICNAME - meant)],
                             buf, buflen);
}

const char* pmiErrStr(int code) {
  return fdr::pmapi::InOwnBuffer<PMI_MAXERRMSGLEN>(
      [&](char* buf, int buflen) { return pmiErrStr_r(code, buf, buflen); });
}
