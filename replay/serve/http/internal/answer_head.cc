// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/answer_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>
#include <charconv>

namespace fdr {
namespace {

// As RFC 9110 has it: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string DateText(std::chrono::sys_seconds now) {
  constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(now);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(now - day);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays[std::chrono::weekday(day).c_encoding()], unsigned(date.day()),
                     kMonths[unsigned(date.month()) - 1], int(date.year()), time.hours().count(),
                     time.minutes().count(), time.seconds().count());
}

void AppendNumber(std::size_t number, std::string& out) {
  char text[24];
  out.append(text, std::to_chars(std::begin(text), std::end(text), number).ptr);
}

void AppendHeader(std::string_view name, std::string_view value, std::string& out) {
  out.append(name).append(": ");
  const std::size_t begin = out.size();
  out += value;
  std::replace_if(
      out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
      [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
  out += "\r\n";
}

}  // namespace

std::string CommonHeaders(std::chrono::sys_seconds now, const std::string& version,
                          const std::string& allowed_origin) {
  const std::string headers = fmt::format(
      "Vary: Accept-Encoding\r\n"
      "Date: {}\r\n"
      "Server: fdr/{}\r\n",
      DateText(now), version);
  if (allowed_origin.empty()) return headers;
  return fmt::format(
      "Access-Control-Allow-Origin: {}\r\n"
      "Access-Control-Allow-Headers: Accept, Accept-Language, Authorization, Content-Language, "
      "Content-Type\r\n"
      "Access-Control-Allow-Methods: {}\r\n"
      "Access-Control-Max-Age: 86400\r\n"
      "{}",
      allowed_origin, kMethods, headers);
}

void AppendHead(const HttpResponse& response, const AnswerForm& form, std::string_view common,
                std::string& out) {
  out += form.is_http11 ? "HTTP/1.1 " : "HTTP/1.0 ";
  AppendNumber(response.status, out);
  const auto reason =
      boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(response.status));
  out.append(" ").append(reason.data(), reason.size());
  out += form.keep_alive ? "\r\nConnection: Keep-Alive\r\n" : "\r\nConnection: close\r\n";
  out += common;
  for (const auto& [name, value] : response.headers) AppendHeader(name, value, out);
  if (form.body == BodyForm::kLength) {
    out += "Content-Length: ";
    AppendNumber(response.body.size(), out);
    out += "\r\n";
  } else if (form.body == BodyForm::kChunks) {
    out += "Transfer-Encoding: chunked\r\n";
  }
  if (form.body != BodyForm::kNone) AppendHeader("Content-Type", response.type, out);
  out += "\r\n";
}

}  // namespace fdr
