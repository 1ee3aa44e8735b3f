// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is refused in the middle must leave nothing behind: whatever allocation of an answer fails,
// the same question has the same answer later.

#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "fdr/archive/compress.h"
#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/http/internal/gzip.h"
#include "fdr/replay/serve/remote_read/remote_read_service.h"
#include "fdr/replay/serve/series/series_service.h"
#include "fdr/replay/serve/viewer/clock_service.h"
#include "fdr/replay/serve/viewer/viewer_service.h"
#include "fdr/replay/serve/web_api/pmapi_service.h"
#include "fdr/tests/hosts/model_host.h"
#include "fdr/tests/serve/http/http_server_fixture.h"
#include "fdr/tests/serve/series/series_fixture.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tools/find/cut_download.h"

namespace fdr {
namespace {

using test::GetRequest;
using test::PostRequest;
using test::WebAnswer;

constexpr const char* kForm = "Content-Type: application/x-www-form-urlencoded\r\n";

// Each request makes a context of its own, or a directory, which the cut archive names.
std::string WithoutOwn(const std::string& body) {
  return std::regex_replace(body, std::regex("\"context\":[0-9]+,|fdr-cut-[a-zA-Z0-9]{6}"), "");
}

class KeptTexts final : public TextStore {
 public:
  Result<std::vector<std::string>> Load(const std::string& key) override { return texts_[key]; }
  Result<void> Save(const std::string& key, const std::vector<std::string>& texts) override {
    texts_[key] = texts;
    return {};
  }

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

// All services, as a server has them when it starts.
struct FreshServices {
  FreshServices(WorkerPool& pool, const std::string& folder, const std::string& host) {
    const auto pause = std::make_shared<std::atomic<std::chrono::nanoseconds>>();
    const Clocks clocks{
        [pause] { return std::chrono::steady_clock::now().time_since_epoch() + pause->load(); },
        [] { return test::At(40); }};
    WebSourcesOptions options;
    options.archives = {folder};
    options.has_machine = false;
    options.hosts = {{"model", host}};
    options.clocks = clocks;
    sources = std::move(*WebSources::Open(pool, std::move(options)));
    *pause = std::chrono::minutes(1);  // the first request looks at the folder again
    const auto pmapi = std::make_shared<PmapiService>(
        *sources,
        PmapiServiceOptions{.clocks = clocks, .random = [next = 0u]() mutable { return ++next; }});
    of_path = {{"/pmapi", pmapi}, {"/metrics", pmapi}};
    of_path["/fdr/v1"] = std::make_shared<ViewerService>(
        *sources,
        ViewerOptions{
            .wall_clock = clocks.wall, .cut = tools::CutForDownload(1 << 30), .notes = &notes});
    of_path["/fdr/v1/clock"] = std::make_shared<ClockService>(nullptr, [](const std::string&) {});
    of_path["/series"] =
        std::make_shared<SeriesService>(*sources, SeriesOptions{clocks, Zone::FromTz("UTC")});
    of_path["/api/v1/read"] =
        std::make_shared<RemoteReadService>(*sources, RemoteReadOptions{clocks});
  }

  KeptTexts notes;
  std::unique_ptr<WebSources> sources;
  std::map<std::string, std::shared_ptr<HttpService>> of_path;
};

// The present one of a path.
class PresentService final : public HttpService {
 public:
  PresentService(const std::shared_ptr<FreshServices>& all, std::string path)
      : all_(all), path_(std::move(path)) {}
  Place PlaceOf(const HttpRequest& request) override { return now().PlaceOf(request); }
  HttpResponse Answer(const HttpRequest& request) override { return now().Answer(request); }
  void FreeMemory() override { now().FreeMemory(); }

 private:
  HttpService& now() const { return *all_->of_path.at(path_); }

  const std::shared_ptr<FreshServices>& all_;
  std::string path_;
};

class RefusedMemoryTest : public test::HttpServerTest {
 protected:
  // While there are no other threads.
  static void SetUpTestSuite() {
    temporary_ = std::make_unique<test::TempDirectory>();
    ::setenv("TMPDIR", temporary_->path().c_str(), 1);
    AnswerMemory::SetLimit(std::size_t{1} << 30);
  }
  static void TearDownTestSuite() {
    AnswerMemory::SetLimit(0);
    ::unsetenv("TMPDIR");
    EXPECT_TRUE(std::filesystem::is_empty(temporary_->path())) << "nothing is left behind";
    temporary_.reset();
  }

  RefusedMemoryTest() {
    folder_.WriteToy(400);
    Renew();
    for (const auto& [path, service] : services_->of_path)
      present_.emplace_back(path, std::make_unique<PresentService>(services_, path));
    Start();
    WithServer([this](HttpServer& server) {
      for (const auto& [path, service] : present_) server.Mount(path, *service);
    });
  }
  ~RefusedMemoryTest() override {
    AnswerMemory::RefuseLater(0);
    Stop();
  }

  void Renew() {
    services_ = std::make_shared<FreshServices>(pool_, folder_.path(), host_.host());
    all_.push_back(services_);
  }

  // Refuses one allocation after the other of the first answer: the more come, the fewer of them.
  void ExpectTheSameLater(const std::string& request, std::int64_t step = kMany) {
    SCOPED_TRACE(request.substr(0, request.find('\r')));
    Renew();
    const WebAnswer polite = Ask(request);
    ASSERT_EQ(polite.status, 200u) << polite.body;
    const std::string expected = WithoutOwn(polite.body);
    int refused = 0;
    for (std::int64_t n = 1;; n += 1 + n / step) {
      Renew();
      AnswerMemory::RefuseLater(n);
      const WebAnswer first = Ask(request);
      const bool is_over = AnswerMemory::until_refusal() > 0;
      AnswerMemory::RefuseLater(0);
      // An answer about series goes without a host whose errand was refused.
      if (first.status == 200 && first.is_whole && request.find("/series/") == std::string::npos) {
        EXPECT_EQ(WithoutOwn(first.body), expected)
            << "of the first answer, without allocation " << n;
      }
      const WebAnswer later = Ask(request);
      EXPECT_EQ(later.status, 200u) << "after allocation " << n;
      EXPECT_EQ(WithoutOwn(later.body), expected) << "after allocation " << n;
      if (HasFailure()) return;
      if (is_over) break;
      ++refused;
    }
    EXPECT_GT(refused, 0);
  }

  // Asks for a context of new services, without an allocation.  Contexts of attempts before the
  // last one must be gone.  Returns how many allocations later there would be a refusal.
  std::int64_t MakeContext(const std::string& path, std::int64_t refused) {
    Renew();
    AnswerMemory::RefuseLater(refused);
    const WebAnswer made = Ask(GetRequest(path, "Accept-Encoding: gzip\r\n"));
    const std::int64_t left = AnswerMemory::until_refusal();
    AnswerMemory::RefuseLater(0);
    constexpr std::size_t kMost = 1 << 20;
    const std::string body = Inflate(made.body, kMost).value_or(made.body);
    std::smatch number;
    const bool has_number = std::regex_search(body, number, std::regex("\"context\":([0-9]+)"));
    EXPECT_TRUE(has_number) << body;
    for (int before = 1; has_number && before < std::stoi(number[1]); ++before)
      EXPECT_NE(Ask(GetRequest("/pmapi/" + std::to_string(before) + "/metric?names=toy.load"))
                    .body.find("unknown context"),
                std::string::npos)
          << path << ' ' << before << " after allocation " << refused;
    return left;
  }

  // One event of an answer without an end.
  std::string Follow() const {
    test::WebClient client = Connect();
    client.Send(GetRequest("/fdr/v1/follow?s=model&m=toy.load&interval=0.1"));
    std::string answer;
    while (answer.find("event: ") == std::string::npos) {
      const std::string more = client.ReadSome();
      if (more.empty()) break;
      answer += more;
    }
    return answer;
  }

  static constexpr std::int64_t kEach = std::numeric_limits<std::int64_t>::max();
  static inline const std::int64_t kMany = test::IsSoak() ? 128 : 16;
  static inline const std::int64_t kSome = test::IsSoak() ? 128 : 3;
  static inline std::unique_ptr<test::TempDirectory> temporary_;
  test::SeriesFolder folder_;
  test::ModelHost model_;
  test::ScriptedCollector host_{[this](test::ClientEnd& client) { model_.Serve(client); }};
  std::shared_ptr<FreshServices> services_;
  std::vector<std::shared_ptr<FreshServices>> all_;  // pieces of some may still end
  std::vector<std::pair<std::string, std::unique_ptr<PresentService>>> present_;
};

TEST_F(RefusedMemoryTest, AnswersOfTheViewerAreTheSame) {
  for (const char* question :
       {"sources?", "find?q=load", "meta?m=toy.load", "heat?m=toy.load&n=8",
        "buckets?m=toy.load,toy.count&f=max&format=json&n=8", "states?m=toy.text&n=8",
        "at?t=1700000020", "at?t=1700000390&m=toy.text,toy.load", "records?m=toy.load&n=8",
        "usage?top=8", "next?m=toy.load&t=1700000000&when=gt:100"})
    ExpectTheSameLater(GetRequest(std::string("/fdr/v1/") + question +
                                  "&s=toyhost&from=1700000000&to=1700000400"));
}

TEST_F(RefusedMemoryTest, NoArchiveIsLost) {
  ExpectTheSameLater(GetRequest("/fdr/v1/sources"), kEach);
}

TEST_F(RefusedMemoryTest, AnswersAboutSeriesAreTheSame) {
  for (const char* question :
       {"query?expr=toy.load", "query?expr=max(toy.load[samples:3])", "sources?match=*",
        "metrics?match=*", "labels?names=hostname", "instances?match=*",
        "values?series=33ccc42cafc2162da9347dfce38a40aa3c6d1c16&samples=3",
        "descs?series=33ccc42cafc2162da9347dfce38a40aa3c6d1c16"})
    ExpectTheSameLater(GetRequest(std::string("/series/") + question));
}

TEST_F(RefusedMemoryTest, AnswersForProgramsOfPcpAreTheSame) {
  for (const char* question :
       {"metric?names=toy.load", "indom?name=toy.load", "children?prefix=toy",
        "fetch?names=toy.load,toy.count", "metrics?names=toy.load",
        "derive?name=my.load&expr=toy.load*2", "profile?expr=del&indom=245.1&instance=1"})
    ExpectTheSameLater(GetRequest(std::string("/pmapi/") + question + "&hostspec=archive:toyhost"));
}

TEST_F(RefusedMemoryTest, AnswersOfACompressedArchiveAreTheSame) {
  ASSERT_TRUE(RecompressFile(folder_.path() + "/toy.0", {}));
  for (const char* question : {"/fdr/v1/at?s=toyhost&t=1700000020",
                               "/pmapi/fetch?hostspec=archive:toyhost&names=toy.load,toy.count"})
    ExpectTheSameLater(GetRequest(question));
}

TEST_F(RefusedMemoryTest, AnswersOfAHostAreTheSame) {
  for (const char* question : {"metric?names=toy.load", "indom?name=toy.load",
                               "children?prefix=toy", "fetch?names=toy.load,toy.count"})
    ExpectTheSameLater(GetRequest(std::string("/pmapi/") + question + "&hostspec=model"));
}

TEST_F(RefusedMemoryTest, AnswersOfTheRestAreTheSame) {
  for (const char* question :
       {"/fdr/v1/cut?s=toyhost&from=1700000000&to=1700000050", "/fdr/v1/notes?s=toyhost",
        "/fdr/v1/clock", "/metrics?hostspec=archive:toyhost&names=toy.load"})
    ExpectTheSameLater(GetRequest(question), kSome);
}

TEST_F(RefusedMemoryTest, AnswersToPostsAreTheSame) {
  ExpectTheSameLater(PostRequest("/fdr/v1/layouts", "", R"({"panels":[1,2]})"), kSome);
  ExpectTheSameLater(PostRequest("/series/query", kForm, "expr=toy.load"), kSome);
  ExpectTheSameLater(
      PostRequest("/pmapi/fetch", kForm, "hostspec=archive:toyhost&names=toy.load,toy.count"),
      kSome);
  // Of all series, the samples of the first 40 seconds: a question in a literal piece of snappy.
  const std::string question(
      "\x20\x7c\x0a\x1e\x08\x00\x10\xc0\x88\x98\xff\xbc\x31\x1a\x13\x08\x02"
      "\x12\x08__name__\x1a\x05toy.+",
      34);
  ExpectTheSameLater(PostRequest("/api/v1/read", "", question), kSome);
}

TEST_F(RefusedMemoryTest, ANoteIsNotedOnce) {
  const std::string post = PostRequest("/fdr/v1/notes", kForm, "s=toyhost&t=1700000010&text=why");
  for (std::int64_t n = 1, is_over = 0; is_over == 0; n += 1 + n / kSome) {
    Renew();
    AnswerMemory::RefuseLater(n);
    const WebAnswer noted = Ask(post);
    is_over = AnswerMemory::until_refusal() > 0 ? 1 : 0;
    AnswerMemory::RefuseLater(0);
    ASSERT_EQ(noted.status, 200u) << noted.body;
    const std::string all = Ask(GetRequest("/fdr/v1/notes?s=toyhost")).body;
    EXPECT_NE(all.find("[" + noted.body + "]"), std::string::npos)
        << all << " after allocation " << n;
  }
}

TEST_F(RefusedMemoryTest, FollowingGoesOn) {
  for (std::int64_t n = 1, is_over = 0; is_over == 0; n += 1 + n / kSome) {
    Renew();
    AnswerMemory::RefuseLater(n);
    Follow();
    is_over = AnswerMemory::until_refusal() > 0 ? 1 : 0;
    AnswerMemory::RefuseLater(0);
    const std::string later = Follow();
    EXPECT_NE(later.find("event: sample"), std::string::npos) << later << " after allocation " << n;
  }
}

TEST_F(RefusedMemoryTest, OnlyAContextWithAnAnswerIsKept) {
  for (std::int64_t n = 1, is_over = 0; is_over == 0; n += 1 + n / kMany) {
    is_over = MakeContext("/pmapi/context?hostspec=archive:toyhost", n) > 0 ? 1 : 0;
    if (HasFailure()) return;
  }
}

// The last allocations are those of the compression.
TEST_F(RefusedMemoryTest, OnlyAContextWithACompressedAnswerIsKept) {
  constexpr std::int64_t kNever = 1'000'000'000, kLast = 40;
  const std::string path = "/pmapi/metric?hostspec=archive:toyhost";
  const std::int64_t all = kNever - MakeContext(path, kNever);
  for (std::int64_t n = std::max<std::int64_t>(all - kLast, 1); n <= all; ++n) {
    MakeContext(path, n);
    if (HasFailure()) return;
  }
}

TEST_F(RefusedMemoryTest, DerivedMetricsOfAHostGoOn) {
  ExpectTheSameLater(GetRequest("/pmapi/derive?hostspec=model&name=my.load&expr=sum(toy.load)"),
                     kSome);
}

}  // namespace
}  // namespace fdr
