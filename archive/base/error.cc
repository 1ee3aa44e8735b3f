// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace fdr {

std::string Error::Message() const {
  if (file.empty()) return what;
  if (offset == 0) return fmt::format("{}: {}", file, what);
  return fmt::format("{}: {} at offset {}", file, what, offset);
}

tl::unexpected<Error> FailSystem(int error_number, std::string_view file, std::uint64_t offset) {
  const Errc code = error_number == ENOENT   ? Errc::kNotFound
                    : error_number == EEXIST ? Errc::kExists
                                             : Errc::kIo;
  std::string what = std::generic_category().message(error_number);
  if (error_number == EMFILE) what += "; this process may have no more (ulimit -n)";
  return Fail(Error{code, std::move(what), std::string(file), offset, error_number});
}

tl::unexpected<Error> FailForMemory(std::string_view file) { return FailSystem(ENOMEM, file); }

}  // namespace fdr
