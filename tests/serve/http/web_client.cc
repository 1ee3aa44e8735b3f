// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/http/web_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace fdr::test {

std::string WebAnswer::Header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string() : found->second;
}

std::string GetRequest(const std::string& path, const std::string& headers) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
}

std::string PostRequest(const std::string& path, const std::string& headers,
                        const std::string& body) {
  return "POST " + path +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         headers + "\r\n" + body;
}

WebClient::WebClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval limit{300, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // A client that is refused reads nothing.
  static_cast<void>(::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address));
}

WebClient::~WebClient() {
  if (fd_ >= 0) ::close(fd_);
}

WebClient::WebClient(WebClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), received_(std::move(other.received_)) {}

bool WebClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

void WebClient::EndSending() { ::shutdown(fd_, SHUT_WR); }

bool WebClient::Receive() {
  std::array<char, 65536> bytes;
  const ssize_t size = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (size > 0) received_.append(bytes.data(), static_cast<std::size_t>(size));
  return size > 0;
}

bool WebClient::ReadTo(std::size_t size) {
  while (received_.size() < size)
    if (!Receive()) return false;
  return true;
}

std::optional<std::string> WebClient::ReadLine() {
  std::size_t end = 0;
  while ((end = received_.find("\r\n")) == std::string::npos)
    if (!Receive()) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 2);
  return line;
}

bool WebClient::ReadChunks(std::string& body) {
  while (const std::optional<std::string> line = ReadLine()) {
    const std::size_t size = std::stoul(*line, nullptr, 16);
    if (!ReadTo(size + 2)) return false;
    body += received_.substr(0, size);
    received_.erase(0, size + 2);
    if (size == 0) return true;
  }
  return false;
}

std::optional<WebAnswer> WebClient::Read(bool is_head) {
  const std::optional<std::string> start = ReadLine();
  if (!start || start->size() < 12) return std::nullopt;
  WebAnswer answer{.status = static_cast<unsigned>(std::stoul(start->substr(9, 3))),
                   .version = start->substr(0, 8)};
  for (std::optional<std::string> line; (line = ReadLine()) && !line->empty();) {
    const std::size_t colon = line->find(": ");
    std::string name = line->substr(0, colon);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    answer.headers[name] = line->substr(colon + 2);
  }
  if (is_head || answer.status == 204 || answer.status == 304 || answer.status == 100)
    return answer;
  if (answer.Header("transfer-encoding") == "chunked") {
    answer.is_whole = ReadChunks(answer.body);
  } else if (const std::string length = answer.Header("content-length"); !length.empty()) {
    answer.is_whole = ReadTo(std::stoul(length));
    answer.body = received_.substr(0, std::stoul(length));
    received_.erase(0, answer.body.size());
  } else {
    while (Receive()) {
    }
    answer.body = std::exchange(received_, {});
  }
  return answer;
}

std::string WebClient::ReadSome() {
  if (received_.empty()) Receive();
  return std::exchange(received_, {});
}

bool WebClient::IsAtEnd() { return received_.empty() && !Receive(); }

}  // namespace fdr::test
