// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The web server behind TLS.

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <filesystem>
#include <memory>

#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::GetRequest;
using test::TextResponse;
using test::WebClient;

// A connection that was encrypted by OpenSSL.
class TlsClient {
 public:
  explicit TlsClient(WebClient client, int most_version = 0)
      : client_(std::move(client)),
        context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free),
        ssl_(nullptr, SSL_free) {
    SSL_CTX_set_max_proto_version(context_.get(), most_version);
    // Even what is forbidden by default.
    SSL_CTX_set_security_level(context_.get(), 0);
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_fd(ssl_.get(), client_.fd());
    is_connected_ = SSL_connect(ssl_.get()) == 1;
  }

  bool is_connected() const { return is_connected_; }
  std::string version() const { return SSL_get_version(ssl_.get()); }
  std::string Subject() const {
    X509* const certificate = SSL_get1_peer_certificate(ssl_.get());
    char text[100] = "";
    X509_NAME_oneline(X509_get_subject_name(certificate), text, sizeof text);
    X509_free(certificate);
    return text;
  }
  // All that the server says until it ends the connection, properly or not.
  std::string Ask(const std::string& request) {
    SSL_write(ssl_.get(), request.data(), static_cast<int>(request.size()));
    std::string answer;
    char bytes[4096];
    int size = 0;
    while ((size = SSL_read(ssl_.get(), bytes, sizeof bytes)) > 0)
      answer.append(bytes, static_cast<std::size_t>(size));
    is_ended_ = SSL_get_error(ssl_.get(), size) == SSL_ERROR_ZERO_RETURN;
    return answer;
  }
  bool is_ended() const { return is_ended_; }

 private:
  WebClient client_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
  bool is_connected_ = false, is_ended_ = false;
};

class TlsTest : public test::HttpServerTest {
 protected:
  void MakeIdentity(const std::string& name) {
    const auto made = test::RunChild(
        {{"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
          "-nodes", "-keyout", Key(name), "-out", Certificate(name), "-subj", "/CN=" + name}});
    ASSERT_TRUE(made && made->Succeeded());
  }
  std::string Key(const std::string& name) const { return directory_ / (name + ".key"); }
  std::string Certificate(const std::string& name) const { return directory_ / (name + ".pem"); }
  Result<std::shared_ptr<const TlsIdentity>> Load(const std::string& name) const {
    return TlsIdentity::Load(Certificate(name), Key(name));
  }
  void SetUp() override { MakeIdentity("one"); }
  void StartEncrypted() {
    Mount("/short", [](const HttpRequest&) { return TextResponse("short"); });
    Mount("/long", [](const HttpRequest&) { return TextResponse(std::string(1'000'000, 'x')); });
    options_.tls = *Load("one");
    Start();
  }
  static std::string LastRequest(const std::string& path) {
    return GetRequest(path, "Connection: close\r\n");
  }

  const test::TempDirectory directory_;
};

TEST_F(TlsTest, AnswersAreEncrypted) {
  StartEncrypted();
  TlsClient client(Connect());
  EXPECT_EQ(client.version(), "TLSv1.3");
  EXPECT_EQ(client.Subject(), "/CN=one");
  const std::string answer = client.Ask(GetRequest("/short") + LastRequest("/long"));
  EXPECT_TRUE(answer.ends_with(std::string(1'000'000, 'x')));
  EXPECT_NE(answer.find("\r\n\r\nshort"), std::string::npos);
  EXPECT_TRUE(client.is_ended()) << "without a farewell, the end might be an attack";
}

TEST_F(TlsTest, OldVersionsAreRefused) {
  StartEncrypted();
  EXPECT_EQ(TlsClient(Connect(), TLS1_2_VERSION).version(), "TLSv1.2");
  EXPECT_FALSE(TlsClient(Connect(), TLS1_1_VERSION).is_connected());
}

TEST_F(TlsTest, PlainClientsAreDropped) {
  options_.limits.for_header = std::chrono::milliseconds(100);
  StartEncrypted();
  WebClient plain = Connect(), silent = Connect();
  plain.Send(GetRequest("/short"));
  EXPECT_FALSE(plain.Read());
  EXPECT_TRUE(silent.IsAtEnd());
  EXPECT_EQ(Log(1).size(), 1u);
  EXPECT_TRUE(TlsClient(Connect()).is_connected());
}

TEST_F(TlsTest, ACertificateMayBeReplaced) {
  StartEncrypted();
  TlsClient early(Connect());
  MakeIdentity("two");
  WithServer([&](HttpServer& server) { server.SetTls(*Load("two")); });
  EXPECT_EQ(TlsClient(Connect()).Subject(), "/CN=two");
  EXPECT_TRUE(early.Ask(LastRequest("/short")).ends_with("short"));
}

TEST_F(TlsTest, MistakesNameTheFile) {
  MakeIdentity("two");
  const auto missing = TlsIdentity::Load(Certificate("none"), Key("one"));
  EXPECT_TRUE(ErrorOf(missing).starts_with("no certificate: ")) << ErrorOf(missing);
  EXPECT_EQ(missing.error().file, Certificate("none"));
  const auto other = TlsIdentity::Load(Certificate("one"), Key("two"));
  EXPECT_TRUE(ErrorOf(other).starts_with("no key of the certificate: ")) << ErrorOf(other);
  EXPECT_EQ(other.error().file, Key("two"));
}

}  // namespace
}  // namespace fdr
