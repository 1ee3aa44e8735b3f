// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmUsageMessage(3).

#include <pcp/pmapi.h>

#include <string>

#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace {

constexpr int kMessageColumn = 24;

// "-a FILE, --archive=FILE"
std::string Forms(const pmLongOptions& option) {
  const std::string argument = option.has_arg == 0         ? ""
                               : option.argname != nullptr ? option.argname
                                                           : "?";
  std::string forms;
  if (option.short_opt != 0) {
    forms.append("-") += static_cast<char>(option.short_opt);
    if (option.has_arg != 0) forms.append(" ").append(argument);
  }
  if (*option.long_opt != '\0') {
    forms.append(forms.empty() ? "--" : ", --").append(option.long_opt);
    if (option.has_arg != 0) forms.append("=").append(argument);
  }
  return forms;
}

void Describe(const pmLongOptions& option) {
  if (option.message == nullptr) return;  // hidden from the usage message
  const bool is_name = *option.long_opt != '\0';
  if (!is_name && option.short_opt == '-') {
    pmprintf("\n%s:\n", option.message);
  } else if (!is_name && option.short_opt == '|') {
    pmprintf("%s\n", option.message);
  } else {
    const std::string forms = "  " + Forms(option);
    const bool fits = forms.size() < static_cast<std::size_t>(kMessageColumn);
    pmprintf("%-*s%s%*s%s\n", fits ? kMessageColumn : 0, forms.c_str(), fits ? "" : "\n",
             fits ? 0 : kMessageColumn, "", option.message);
  }
}

}  // namespace

void pmUsageMessage(pmOptions* opts) {
  if ((opts->flags & (PM_OPTFLAG_RUNTIME_ERR | PM_OPTFLAG_EXIT)) == 0) {
    pmprintf("Usage: %s %s\n", pmGetProgname(),
             opts->short_usage != nullptr ? opts->short_usage : "[options]");
    fdr::pmapi::Guarded([&] {
      const pmLongOptions* option = opts->long_options;
      for (; option != nullptr && option->long_opt != nullptr; ++option) Describe(*option);
      return 0;
    });
  }
  if ((opts->flags & PM_OPTFLAG_NOFLUSH) == 0) pmflush();
}
