// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values for pmStore(3): out of texts, and into results.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

namespace {

using fdr::pmapi::Guarded;

bool IsHexadecimal(const char* text) {
  text += strspn(text, " \t\n\v\f\r");
  text += strspn(text, "+-");
  return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

// `convert` is strtoll() or strtoull().
template <class Number, class Convert>
int ReadInteger(const char* text, Convert convert, Number& number) {
  char* end = nullptr;
  errno = 0;
  const auto wide = convert(text, &end, IsHexadecimal(text) ? 16 : 10);
  if (*end != '\0') return PM_ERR_TYPE;
  if (errno != 0) return -errno;
  if (wide > std::numeric_limits<Number>::max() || wide < std::numeric_limits<Number>::min())
    return -ERANGE;
  number = static_cast<Number>(wide);
  return 0;
}

bool IsHexadecimalInteger(const char* text) {
  if (!IsHexadecimal(text)) return false;
  const char* const digits = strpbrk(text, "xX") + 1;
  return digits[strspn(digits, "0123456789abcdefABCDEF")] == '\0';
}

int ReadReal(const char* text, double& number) {
  if (IsHexadecimalInteger(text)) return PM_ERR_TYPE;
  char* end = nullptr;
  errno = 0;
  number = strtod(text, &end);
  if (*end != '\0') return PM_ERR_TYPE;
  return errno != 0 ? -errno : 0;
}

// PCP takes 0 for a number that is too small.
int ReadFloat(const char* text, float& number) {
  double wide = 0;
  if (const int sts = ReadReal(text, wide); sts < 0) return sts;
  if (std::fabs(wide) < std::numeric_limits<float>::min() ||
      std::fabs(wide) > std::numeric_limits<float>::max())
    return -ERANGE;
  number = static_cast<float>(wide);
  return 0;
}

// A block with `size` bytes of contents.
pmValueBlock* NewBlock(int type, const void* contents, std::size_t size) {
  auto* const block = static_cast<pmValueBlock*>(
      fdr::pmapi::Allocate(std::max(size + PM_VAL_HDR_SIZE, sizeof(pmValueBlock))).release());
  block->vtype = static_cast<unsigned int>(type) & 0xff;
  block->vlen = static_cast<unsigned int>(size + PM_VAL_HDR_SIZE) & PM_VAL_VLEN_MAX;
  std::memcpy(block->vbuf, contents, size);
  return block;
}

int Point(pmValueBlock* block, pmValue& value) {
  value.value.pval = block;
  return PM_VAL_DPTR;
}

}  // namespace

int __pmStringValue(const char* text, pmAtomValue* value, int type) {
  switch (type) {
    case PM_TYPE_32:
      return ReadInteger(text, strtoll, value->l);
    case PM_TYPE_U32:
      return ReadInteger(text, strtoll, value->ul);
    case PM_TYPE_64:
      return ReadInteger(text, strtoll, value->ll);
    case PM_TYPE_U64:
      return ReadInteger(text, strtoull, value->ull);
    case PM_TYPE_FLOAT:
      return ReadFloat(text, value->f);
    case PM_TYPE_DOUBLE:
      return ReadReal(text, value->d);
    case PM_TYPE_STRING:
      value->cp = strdup(text);
      return value->cp != nullptr ? 0 : -ENOMEM;
    default:
      return *text == '\0' ? 0 : PM_ERR_TYPE;
  }
}

int __pmStuffValue(const pmAtomValue* from, pmValue* to, int type) {
  return Guarded([&] {
    switch (type) {
      case PM_TYPE_32:
      case PM_TYPE_U32:
        to->value.lval = from->l;
        return PM_VAL_INSITU;
      case PM_TYPE_FLOAT:
        return Point(NewBlock(type, &from->f, sizeof from->f), *to);
      case PM_TYPE_64:
      case PM_TYPE_U64:
      case PM_TYPE_DOUBLE:
        return Point(NewBlock(type, &from->ull, sizeof from->ull), *to);
      case PM_TYPE_STRING:
        return Point(NewBlock(type, from->cp, strlen(from->cp) + 1), *to);
      case PM_TYPE_AGGREGATE:
        return Point(
            NewBlock(type, from->vbp->vbuf,
                     std::max<std::size_t>(from->vbp->vlen, PM_VAL_HDR_SIZE) - PM_VAL_HDR_SIZE),
            *to);
      case PM_TYPE_AGGREGATE_STATIC:
      case PM_TYPE_EVENT:
      case PM_TYPE_HIGHRES_EVENT:
        to->value.pval = from->vbp;
        return PM_VAL_SPTR;
      default:
        return PM_ERR_TYPE;
    }
  });
}

__pmResult* __pmAllocResult(int count) {
  const auto more = static_cast<std::size_t>(std::max(count - 1, 0));
  return static_cast<__pmResult*>(  // NOLINT: the program frees it
      calloc(1, sizeof(__pmResult) + more * sizeof(pmValueSet*)));
}

void __pmPrintMetricNames(FILE* file, int count, char** names, const char* separator) {
  if (count < 1) fputs("<nonames>", file);
  for (int i = 0; i < count; ++i) fprintf(file, "%s%s", i > 0 ? separator : "", names[i]);
}
