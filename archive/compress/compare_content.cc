// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compare_content.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/base/byte_writer.h"

namespace fdr {

constexpr std::size_t kComparedAtATime = 1 << 20;

Result<bool> BeginsWith(const ByteSource& all, const ByteSource& beginning,
                        const KeepGoing& keep_going) {
  if (all.size() < beginning.size()) return false;
  ByteBuffer of_all(kComparedAtATime), of_beginning(kComparedAtATime);
  for (std::uint64_t offset = 0; offset < beginning.size(); offset += kComparedAtATime) {
    if (keep_going && !keep_going(offset)) return Fail(Errc::kCancelled, "Interrupted");
    const std::size_t wanted = std::min<std::uint64_t>(kComparedAtATime, beginning.size() - offset);
    for (const auto& [source, piece] :
         {std::pair(&all, &of_all), std::pair(&beginning, &of_beginning)}) {
      const Result<std::size_t> got = source->ReadAt(offset, std::span(*piece).first(wanted));
      if (!got) return Fail(got.error());
      if (*got != wanted) return false;  // the file was cut
    }
    if (!std::equal(of_all.begin(), of_all.begin() + static_cast<std::ptrdiff_t>(wanted),
                    of_beginning.begin()))
      return false;
  }
  return true;
}

}  // namespace fdr
