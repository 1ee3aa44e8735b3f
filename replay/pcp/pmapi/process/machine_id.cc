// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The identifier of this machine: machine-id(5).

#include <pcp/pmapi.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

// A machine without the file has no identifier; an empty file is wrong.  So it is with the peer.
int getmachineid(char* buf, size_t size) {
  if (size == 0) return -1;
  const auto close = [](FILE* file) { fclose(file); };
  const std::unique_ptr<FILE, decltype(close)> file(fopen("/etc/machine-id", "re"));
  if (!file) return -EOPNOTSUPP;
  std::array<char, 256> line;
  line[fread(line.data(), 1, line.size() - 1, file.get())] = '\0';
  const std::size_t length = strcspn(line.data(), "\n");
  if (length == 0) return -EINVAL;
  const std::size_t copied = std::min(length, size - 1);
  memcpy(buf, line.data(), copied);
  buf[copied] = '\0';
  return static_cast<int>(copied);
}
