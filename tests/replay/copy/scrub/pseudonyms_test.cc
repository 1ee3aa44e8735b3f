// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/scrub/pseudonyms.h"

#include <gtest/gtest.h>

#include <set>

namespace fdr {
namespace {

const ScrubKey kKey("a key for the tests of fdr");

TEST(Pseudonyms, ANameAlwaysHasTheSame) {
  Pseudonyms one(kKey), other(kKey);
  const std::string alice = one.Of(NameKind::kUser, "alice");
  EXPECT_EQ(alice.size(), std::string("user-").size() + Pseudonyms::kDigits);
  EXPECT_EQ(one.Of(NameKind::kUser, "alice"), alice);
  (void)other.Of(NameKind::kUser, "bob");
  EXPECT_EQ(other.Of(NameKind::kUser, "alice"), alice);
  EXPECT_EQ(one.Of(NameKind::kUser, ""), "");
  EXPECT_EQ(one.report().Names(NameKind::kUser), 1u);
}

TEST(Pseudonyms, AnotherKeyGivesOthers) {
  Pseudonyms one(kKey), other(ScrubKey("another key for the tests"));
  EXPECT_NE(one.Of(NameKind::kUser, "alice"), other.Of(NameKind::kUser, "alice"));
  EXPECT_NE(one.Of(std::uint64_t{12345}), other.Of(std::uint64_t{12345}));
  EXPECT_NE(one.Of(*AddressOf("192.0.2.1")), other.Of(*AddressOf("192.0.2.1")));
}

TEST(Pseudonyms, OneNameOfTwoKindsHasTheSameDigits) {
  Pseudonyms names(kKey);
  const std::string user = names.Of(NameKind::kUser, "alice");
  const std::string path = names.Of(NameKind::kPath, "alice");
  EXPECT_EQ(user.substr(user.find('-')), path.substr(path.find('-')));
}

TEST(Pseudonyms, TwoNamesNeverShareOne) {
  for (const std::size_t digits : {1u, 2u}) {
    Pseudonyms names(kKey, {}, {}, digits);
    std::set<std::string> all;
    for (int i = 0; i < 500; ++i)
      EXPECT_TRUE(all.insert(names.Of(NameKind::kHost, std::to_string(i))).second) << i;
    // And they stay.
    for (int i = 0; i < 500; ++i)
      EXPECT_FALSE(all.insert(names.Of(NameKind::kHost, std::to_string(i))).second) << i;
    EXPECT_EQ(names.report().Names(NameKind::kHost), 500u);
  }
}

TEST(Pseudonyms, EachPairIsToldOnce) {
  std::string told;
  Pseudonyms names(kKey, {}, [&](NameKind kind, std::string_view, std::string_view original) {
    told += std::string(WordOf(kind)) + ':' + std::string(original) + ' ';
  });
  for (int i = 0; i < 2; ++i) {
    (void)names.Of(NameKind::kUser, "alice");
    (void)names.Of(std::uint64_t{4711});
    (void)names.Of(*AddressOf("192.0.2.1"));
    (void)names.Identifier(NameKind::kLabel, "shop");
  }
  EXPECT_EQ(told, "user:alice number:4711 addr:192.0.2.1 label:shop ");
}

TEST(Pseudonyms, KindsThatAreKeptStay) {
  NameKindSet kept;
  kept.set(IndexOf(NameKind::kUser));
  kept.set(IndexOf(NameKind::kAddress));
  Pseudonyms names(kKey, kept);
  EXPECT_EQ(names.Of(NameKind::kUser, "alice"), "alice");
  EXPECT_EQ(names.Of(*AddressOf("192.0.2.1")), "192.0.2.1");
  EXPECT_NE(names.Of(NameKind::kHost, "alice"), "alice");
  EXPECT_EQ(names.report().Kept(KeptFor::kWish), 2u);
}

TEST(Pseudonyms, NumbersOfUsersAreOthersButThoseOfTheSystem) {
  Pseudonyms names(kKey);
  for (const std::uint64_t own : {0u, 1u, 999u, 65534u}) EXPECT_EQ(names.Of(own), own);
  std::set<std::uint64_t> all;
  for (std::uint64_t user = 1000; user < 3000; ++user) {
    const std::uint64_t number = names.Of(user);
    EXPECT_GE(number, 100'000u);
    EXPECT_LT(number, std::uint64_t{1} << 31);
    EXPECT_NE(number, user);
    EXPECT_TRUE(all.insert(number).second);
  }
}

TEST(Pseudonyms, AddressesKeepWhatTheyHaveInCommon) {
  Pseudonyms names(kKey);
  const auto of = [&](const char* text) { return names.Of(*AddressOf(text)); };
  const auto beginning = [](const std::string& text, char mark, int parts) {
    std::size_t at = 0;
    while (parts-- > 0) at = text.find(mark, at) + 1;
    return text.substr(0, at);
  };
  const std::string a = of("192.0.2.17"), b = of("192.0.2.200"), c = of("192.9.2.17");
  EXPECT_EQ(beginning(a, '.', 3), beginning(b, '.', 3));
  EXPECT_EQ(beginning(a, '.', 1), beginning(c, '.', 1));
  EXPECT_NE(beginning(a, '.', 2), beginning(c, '.', 2));
  EXPECT_GE(std::stoi(a), 240);
  const std::string six = of("fe80::1:2"), same = of("fe80::1:3"), other = of("fd00::1:2");
  EXPECT_TRUE(six.starts_with("2001:db8:")) << six;
  EXPECT_EQ(beginning(six, ':', 3), beginning(same, ':', 3));
  EXPECT_NE(six.substr(0, 19), other.substr(0, 19));
  const std::string mac = of("52:54:00:12:34:56"), twin = of("52-54-00-AB-CD-EF");
  EXPECT_TRUE(mac.starts_with("02:")) << mac;
  EXPECT_EQ(mac.substr(0, 8), twin.substr(0, 8));
  for (const char* stays : {"127.0.0.1", "0.0.0.0", "::", "::1", "00:00:00:00:00:00"})
    EXPECT_EQ(of(stays), stays);
  EXPECT_NE(of("127.0.0.2"), "127.0.0.2");
}

// 28 bits are left of 32, so some of these meet.
TEST(Pseudonyms, NoTwoAddressesShareOne) {
  Pseudonyms names(kKey);
  std::set<std::string> all;
  for (int i = 0; i < 3000; ++i) {
    const Ip4Address address{static_cast<std::uint8_t>(i * 16), 1,
                             static_cast<std::uint8_t>(i / 256), static_cast<std::uint8_t>(i)};
    if (!IsOfNobody(address)) {
      EXPECT_TRUE(all.insert(names.Of(address)).second) << i;
    }
  }
}

}  // namespace
}  // namespace fdr
