// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/error_numbers.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "fdr/replay/pcp_error_codes.h"
#include "fdr/replay/pcp_error_number.h"

namespace fdr {
namespace {

TEST(ErrorNumbers, AreThoseOfTheEngine) {
  for (const Errc code : {Errc::kIo, Errc::kNotAMetric, Errc::kTooLarge, Errc::kCorruptRecord,
                          Errc::kCompression, Errc::kBusy, Errc::kInvalidArgument})
    EXPECT_EQ(ErrorNumber({code, "", {}, 0}, kPcpUnknownName), PcpErrorNumber({code, "", {}, 0}));
  EXPECT_EQ(ErrorNumber({Errc::kCorruptRecord, "", {}, 0}, 0), kPcpRecord);
}

TEST(ErrorNumbers, AMetricIsNotAFile) {
  EXPECT_EQ(ErrorNumber({Errc::kNotFound, "", {}, 0}, kPcpUnknownName), kPcpUnknownName);
}

TEST(ErrorNumbers, TheConnectionOfTheClientIsNotLost) {
  for (const Errc code : {Errc::kTimeout, Errc::kDisconnected, Errc::kProtocol})
    EXPECT_EQ(ErrorNumber({code, "", {}, 0}, 0), kPcpNotConnected);
}

}  // namespace
}  // namespace fdr
