// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/tls_identity.h"

#include <utility>

#include "fdr/replay/serve/http/internal/tls_identity_impl.h"

namespace fdr {

TlsIdentity::TlsIdentity(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsIdentity::~TlsIdentity() = default;

Result<std::shared_ptr<const TlsIdentity>> TlsIdentity::Load(const std::string& certificate_file,
                                                             const std::string& key_file) {
  auto impl = std::make_unique<Impl>();
  asio::ssl::context& context = impl->context;
  SSL_CTX* const native = context.native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
  SocketError error;
  // Without this, OpenSSL would ask the terminal.
  context.set_password_callback([](auto&&...) { return std::string(); }, error);
  context.use_certificate_chain_file(certificate_file, error);
  if (error)
    return Fail(Errc::kInvalidArgument, "no certificate: " + error.message(), certificate_file);
  context.use_private_key_file(key_file, asio::ssl::context::pem, error);
  if (error)
    return Fail(Errc::kInvalidArgument, "no key of the certificate: " + error.message(), key_file);
  return std::shared_ptr<const TlsIdentity>(new TlsIdentity(std::move(impl)));
}

}  // namespace fdr
