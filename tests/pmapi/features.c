/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints the features of the library.  Versions of other libraries, and what depends on them, are
 * only there or not.
 */

#include <pcp/pmapi.h>
#include <strings.h>

static const char *same[] = {"pcp_version",
                             "pmapi_version",
                             "multi_threaded",
                             "fault_injection",
                             "ipv6",
                             "static_probes",
                             "service_discovery",
                             "unix_domain_sockets",
                             "multi_archive_contexts",
                             "lock_asserts",
                             "lock_debug",
                             "lzma_decompress",
                             "transparent_decompress",
                             "v3_archives",
                             "archive_features",
                             "Archive_Features",
                             "nss_version",
                             "unknown",
                             ""};
static const char *other[] = {"openssl_version", "sasl_version", "secure_sockets", "authentication",
                              "compress_suffixes"};

int main(void) {
  char machine[64];
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    const char *value = pmGetAPIConfig(same[i]);
    printf("%s: %s\n", same[i], value != NULL ? value : "NULL");
  }
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    printf("%s: %s\n", other[i], pmGetAPIConfig(other[i]) != NULL ? "known" : "NULL");
  for (size_t size = 1; size < sizeof machine; size++) {
    memset(machine, 'x', sizeof machine);
    printf("%d ", getmachineid(machine, size));
    printf("%s\n", machine);
  }
  printf("%zu %zu\n", pmstrlen("four"), pmstrlen(NULL));
  return 0;
}
