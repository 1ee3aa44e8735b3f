// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The features that pmGetAPIConfig(3) knows.

#pragma once

#include <array>

namespace fdr::pmapi {

/// In PCP's order.
inline constexpr std::array kFeatureNames = {"pcp_version",
                                             "pmapi_version",
                                             "openssl_version",
                                             "sasl_version",
                                             "multi_threaded",
                                             "fault_injection",
                                             "secure_sockets",
                                             "ipv6",
                                             "authentication",
                                             "unix_domain_sockets",
                                             "static_probes",
                                             "service_discovery",
                                             "multi_archive_contexts",
                                             "lock_asserts",
                                             "lock_debug",
                                             "lzma_decompress",
                                             "transparent_decompress",
                                             "compress_suffixes",
                                             "v3_archives",
                                             "archive_features"};

}  // namespace fdr::pmapi
