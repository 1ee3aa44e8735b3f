// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The implementation of an identity.

#pragma once

#include "fdr/replay/sources/net/asio.h"
// After Asio's wrapper.
#include <boost/asio/ssl/context.hpp>

#include "fdr/replay/serve/http/tls_identity.h"

namespace fdr {

class TlsIdentity::Impl {
 public:
  asio::ssl::context context{asio::ssl::context::tls_server};
};

}  // namespace fdr
