// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/values/number.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>

#include <string>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

bool IsNumberCharacter(char c) {
  return IsDigit(c) || IsAlpha(c) || std::string_view("+-.()_").find(c) != std::string_view::npos;
}

}  // namespace

ParsedNumber ParseNumber(std::string_view text) {
  static const locale_t kCLocale = newlocale(LC_ALL_MASK, "C", nullptr);
  // Copies only characters that can belong to a number (also "nan(1)").  So a long text of many
  // numbers is not copied again for each.
  std::size_t length = CountBlanks(text);
  while (length < text.size() && IsNumberCharacter(text[length])) ++length;
  const std::string terminated(text.substr(0, length));
  char* end = nullptr;
  errno = 0;
  const double value = strtod_l(terminated.c_str(), &end, kCLocale);
  return {value, static_cast<std::size_t>(end - terminated.c_str()), errno != ERANGE};
}

}  // namespace fdr
