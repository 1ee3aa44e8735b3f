// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// By which the web server shows who it is, and encrypts: a certificate and its key.

#pragma once

#include <memory>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// TLS 1.2 and later.  Immutable.
class TlsIdentity {
 public:
  /// Files in PEM form: the certificate with those that vouch for it, and its key, which has no
  /// password.  The error says which file is wrong.
  static Result<std::shared_ptr<const TlsIdentity>> Load(const std::string& certificate_file,
                                                         const std::string& key_file);
  ~TlsIdentity();
  TlsIdentity(const TlsIdentity&) = delete;
  TlsIdentity& operator=(const TlsIdentity&) = delete;

  class Impl;
  Impl& impl() const { return *impl_; }

 private:
  explicit TlsIdentity(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace fdr
