// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The identifier of this machine: machine-id(5).

#include <pcp/pmapi.h>

#include <memory>

int getmachineid(char* buf, size_t size) {
  if (size == 0) return -1;
  const auto close = [](FILE* file) { fclose(file); };
  const std::unique_ptr<FILE, decltype(close)> file(fopen("/etc/machine-id", "re"));
  if (!file) return -1;
  const std::size_t read = fread(buf, 1, size - 1, file.get());
  buf[read] = '\0';
  buf[strcspn(buf, "\n")] = '\0';
  return static_cast<int>(strlen(buf));
}
