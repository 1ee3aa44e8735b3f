// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A web client that sends any bytes, and reads answers one by one.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fdr::test {

struct WebAnswer {
  unsigned status = 0;
  std::string version = {};
  std::map<std::string, std::string> headers = {};  ///< names in small letters
  std::string body = {};                            ///< without the sizes of chunks
  bool is_whole = true;                             ///< false if the connection ended before

  std::string Header(const std::string& name) const;
};

/// "GET PATH HTTP/1.1" with a host, and with more headers, each with its line end.
std::string GetRequest(const std::string& path, const std::string& headers = {});
std::string PostRequest(const std::string& path, const std::string& headers,
                        const std::string& body);

/// Waits 20 s at most for anything.
class WebClient {
 public:
  /// Connects to 127.0.0.1.
  explicit WebClient(std::uint16_t port);
  ~WebClient();
  WebClient(WebClient&& other) noexcept;
  WebClient& operator=(WebClient&&) = delete;

  /// False if the other side has closed.
  bool Send(std::string_view bytes);
  /// No more requests will follow.
  void EndSending();
  /// Nothing if the connection ends first.  An answer to HEAD has no body.
  std::optional<WebAnswer> Read(bool is_head = false);
  /// Bytes as they come; "" at the end.
  std::string ReadSome();
  /// Whether the connection has ended, without more bytes.
  bool IsAtEnd();
  int fd() const { return fd_; }

 private:
  bool Receive();
  bool ReadTo(std::size_t size);
  std::optional<std::string> ReadLine();
  bool ReadChunks(std::string& body);

  int fd_;
  std::string received_;
};

}  // namespace fdr::test
