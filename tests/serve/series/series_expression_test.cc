// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tests of expressions over series: which series they combine, how the server describes the result,
// and what the limits are.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/series/series_service.h"
#include "fdr/tests/serve/series/series_fixture.h"

namespace fdr::test {
namespace {

constexpr MetricId kRead = MetricId::Build(245, 0, 1), kWritten = MetricId::Build(245, 0, 2),
                   kLoad = MetricId::Build(245, 0, 3), kTotal = MetricId::Build(245, 0, 4);
constexpr InDomId kDisks = InDomId::Build(245, 1);
constexpr Units kKilobytes = {.dim_space = 1, .scale_space = 1};

// A host with disks sda and sdb.  Records at 0, 10, 20 and 30; disk.written some milliseconds
// later, in records of its own.
void WriteHost(const std::string& path, const std::string& host, std::uint64_t factor) {
  ArchiveBuilder archive(path);
  archive
      .Metric({.name = "disk.read",
               .id = kRead,
               .type = Type::kU64,
               .indom = kDisks,
               .semantics = Semantics::kCounter,
               .units = kKilobytes})
      .Metric({.name = "disk.written",
               .id = kWritten,
               .type = Type::kU64,
               .indom = kDisks,
               .semantics = Semantics::kCounter,
               .units = kKilobytes})
      .Metric({.name = "disk.total", .id = kTotal, .type = Type::kU32, .units = {.dim_count = 1}})
      .Metric({.name = "load", .id = kLoad, .type = Type::kDouble})
      .LabelSets(At(0), LabelLevel::kContext, kContextId, {{{{"hostname", '"' + host + '"'}}}})
      .InDom(At(0), kDisks, {{1, "sda"}, {2, "sdb"}});
  for (std::uint64_t t = 0; t <= 30; t += 10) {
    const auto stamp = static_cast<double>(t);
    archive.Record(At(stamp),
                   {{kRead, {{1, t * factor}, {2, t * factor * 2}}}, Single(kLoad, stamp / 4)});
    archive.Record(At(stamp + 0.003), {{kWritten, {{1, t * 3}, {2, t}}}});
  }
}

class SeriesExpressionTest : public testing::Test {
 protected:
  SeriesExpressionTest() {
    WriteHost(folder_.path() + "/x", "x", 1);
    WriteHost(folder_.path() + "/y", "y", 10);
  }

  Answered Get(const std::string& path, const Parameters& parameters) {
    HttpRequest request;
    request.path = path;
    request.parameters = parameters;
    return AnsweredBy(service().Answer(request));
  }
  Answered Query(const std::string& expression) {
    Parameters parameters;
    parameters.Add("expr", expression);
    return Get("/series/query", parameters);
  }
  // What /series/PATH tells of a series.
  std::string Told(const std::string& path, const std::string& id, const std::string& more = "") {
    Parameters parameters;
    EXPECT_TRUE(parameters.AddEncoded("series=" + id + more));
    const Answered answered = Get("/series/" + path, parameters);
    EXPECT_EQ(answered.status, 200u) << answered.body;
    return answered.body;
  }
  std::string IdOf(const std::string& expression) {
    const Answered answered = Query(expression);
    EXPECT_EQ(answered.status, 200u) << answered.body;
    return answered.body.size() < 42 ? answered.body : answered.body.substr(2, 40);
  }
  std::string Failure(const std::string& expression) {
    const Answered answered = Query(expression);
    EXPECT_EQ(answered.status, 400u) << answered.body;
    return answered.body;
  }

  // The rows as "INSTANCE@SECONDS=VALUE": an instance of host x as "x/sda", a value without an
  // instance as "x".
  std::string Values(const std::string& expression) { return ValuesIn(Query(expression)); }
  std::string ValuesIn(const Answered& answered) {
    EXPECT_EQ(answered.status, 200u) << answered.body;
    const auto field = [&](std::string_view name, std::size_t from) {
      const std::size_t at = answered.body.find(name, from) + name.size();
      return answered.body.substr(at, answered.body.find_first_of("\",}", at) - at);
    };
    std::string rows;
    std::size_t at = answered.body.find("{\"series\":");
    for (; at != std::string::npos; at = answered.body.find("{\"series\":", at + 1)) {
      const std::string instance = field("\"instance\":\"", at);
      rows += (rows.empty() ? "" : " ") + NameOf(instance);
      const double stamp = std::stod(field("\"timestamp\":", at)) / 1000;
      rows += fmt::format("@{:g}={}", stamp - static_cast<double>(At(0).sec),
                          field("\"value\":\"", at));
    }
    return rows;
  }

  SeriesService& service() {
    if (!service_)
      service_ = std::make_unique<SeriesService>(
          folder_.sources(), SeriesOptions{.clocks = folder_.clocks(), .zone = {}});
    return *service_;
  }

 private:
  static std::string NameOf(const std::string& id) {
    for (const std::string host : {"x", "y"}) {
      const std::string labels = "{\"hostname\":\"" + host + "\"}";
      for (const std::string disk : {"sda", "sdb"})
        if (InstanceSeriesId(disk, labels) == id) return host + "/" + disk;
      const Desc load = {kLoad, Type::kDouble, {}, Semantics::kInstant, {}};
      const Desc read = {kRead, Type::kU64, kDisks, Semantics::kCounter, kKilobytes};
      if (MetricSeriesId("load", labels, load) == id) return host;
      if (MetricSeriesId("disk.read", labels, read) == id) return host;
    }
    return id;
  }

  SeriesFolder folder_;
  std::unique_ptr<SeriesService> service_;
};

constexpr const char* kX = "{hostname==\"x\"}";
constexpr const char* kNewest = "[samples:1]";

std::string OfX(const std::string& name, const std::string& window) { return name + kX + window; }

TEST_F(SeriesExpressionTest, FunctionsGiveValues) {
  EXPECT_EQ(Values("abs(load" + std::string(kX) + "[samples:2])"), "x@30=7.5 x@20=5");
  EXPECT_EQ(Values("rate(" + OfX("disk.read", "[start:1700000010]") + ")"),
            "x/sda@20=1 x/sdb@20=2 x/sda@30=1 x/sdb@30=2");
  EXPECT_EQ(Values("sum_sample(rate(" + OfX("disk.read", "[samples:2]") + "))"), "x@30=3");
  EXPECT_EQ(Values("max(" + OfX("load", "[samples:3]") + ") * 2 + 0.5"), "x@30=15.5");
}

TEST_F(SeriesExpressionTest, SeriesOfOneHostAreCombined) {
  EXPECT_EQ(Values("disk.read[samples:1] + disk.written[samples:1]"),
            "x/sda@30=120 x/sdb@30=90 y/sda@30=390 y/sdb@30=630");
  EXPECT_EQ(Values("load[samples:1] * 2"), "x@30=15 y@30=15");
  EXPECT_EQ(Values(OfX("disk.read", kNewest) + " + disk.written[samples:1]"),
            "x/sda@30=120 x/sdb@30=90");
}

TEST_F(SeriesExpressionTest, OneSeriesOnEachSideIsCombinedWhateverTheHosts) {
  EXPECT_EQ(Values("disk.read{hostname==\"y\"}[samples:1] - " + OfX("disk.read", kNewest)),
            "y/sda@30=270 y/sdb@30=540");
}

TEST_F(SeriesExpressionTest, NamesDecideBetweenSeriesOfAHost) {
  EXPECT_EQ(Values(OfX("disk.*e*", kNewest) + " - " + OfX("disk.*e*", kNewest)),
            "x/sda@30=0 x/sdb@30=0 x/sda@30.003=0 x/sdb@30.003=0");
  EXPECT_EQ(Values(OfX("disk.read", kNewest) + " + " + OfX("disk.*e*", kNewest)),
            "x/sda@30=60 x/sdb@30=120 x/sda@30=120 x/sdb@30=90");
}

TEST_F(SeriesExpressionTest, InstancesGoWithAValueOfTheirHost) {
  EXPECT_EQ(Values("disk.read[samples:1] / load[samples:1]"),
            "x/sda@30=4 x/sdb@30=8 y/sda@30=40 y/sdb@30=80");
  EXPECT_EQ(Values(OfX("load", kNewest) + " * " + OfX("disk.read", kNewest)),
            "x/sda@30=225 x/sdb@30=450");
}

TEST_F(SeriesExpressionTest, DifferentWindowsNeedAsManySamples) {
  EXPECT_EQ(Values(OfX("load", "[start:1700000020]") + " - " +
                   OfX("load", "[start:1700000000,samples:2]")),
            "x@20=5 x@30=5");
  EXPECT_NE(Failure(OfX("load", "[samples:3]") + " - " + OfX("load", "[samples:2]"))
                .find("operands have different numbers of samples: 3 and 2"),
            std::string::npos);
  EXPECT_EQ(Values(OfX("load", "[samples:1]") + " - min(" + OfX("load", "[samples:3]") + ")"),
            "x@30=5");
}

TEST_F(SeriesExpressionTest, WithoutAWindowTheAnswerIsAnIdentifier) {
  EXPECT_EQ(Query("rate( disk.read )").body,
            "[\"" + ExpressionSeriesId("rate(disk.read)") + "\"]\r\n");
  EXPECT_EQ(Query("rate(disk.read[timezone:\"UTC\"])").body, Query("rate(disk.read)").body);
  EXPECT_EQ(Query("rate(no.such)").body, "[]\r\n");
  EXPECT_EQ(Query("rate(no.such[samples:1])").body, "[]\r\n");
  EXPECT_EQ(Query("disk.read + no.such").body, "[]\r\n");
}

TEST_F(SeriesExpressionTest, AnIdentifierHasValuesLater) {
  const std::string id = IdOf("abs(load{hostname==\"x\"})");
  Parameters parameters;
  ASSERT_TRUE(parameters.AddEncoded("start=1700000010&finish=1700000020&series=" + id));
  EXPECT_EQ(ValuesIn(Get("/series/values", parameters)), "x@10=2.5 x@20=5");
  EXPECT_EQ(Told("values", std::string(id).replace(0, 1, id[0] == '0' ? "1" : "0")), "[]\r\n");
}

TEST_F(SeriesExpressionTest, MetricsAndExpressionsAreAskedForTogether) {
  const std::string id = IdOf("load{hostname==\"x\"} + 1"), load = IdOf("load{hostname==\"x\"}");
  const std::string both = Told("values", id + "," + load + "," + id, "&samples=1");
  EXPECT_EQ(std::count(both.begin(), both.end(), '{'), 2);
  EXPECT_NE(both.find("\"7.5\""), std::string::npos);
  EXPECT_NE(both.find("\"8.5\""), std::string::npos);
}

TEST_F(SeriesExpressionTest, AnExpressionIsDescribed) {
  const std::string id = IdOf("rate(disk.read)");
  EXPECT_EQ(Told("descs", id),
            "[{\"series\":\"" + id + "\",\"source\":\"" + std::string(40, '0') +
                "\",\"pmid\":\"511.0.0\",\"indom\":\"245.1\",\"semantics\":\"instant\",\"type\":"
                "\"double\",\"units\":\"Kbyte / sec\"}]\r\n");
  EXPECT_EQ(Told("metrics", id), "[{\"series\":\"" + id + "\",\"name\":\"rate(disk.read)\"}]\r\n");
  EXPECT_EQ(Told("labels", id), "[]\r\n");
  const std::string instances = Told("instances", id);
  EXPECT_EQ(std::count(instances.begin(), instances.end(), '{'), 4);
  EXPECT_NE(instances.find(InstanceSeriesId("sda", "{\"hostname\":\"y\"}")), std::string::npos);
}

TEST_F(SeriesExpressionTest, OneValueHasTheLabelsOfItsHost) {
  const std::string id = IdOf("sum_sample(disk.read{hostname==\"y\"})");
  EXPECT_NE(Told("descs", id).find("\"indom\":\"none\""), std::string::npos);
  EXPECT_EQ(Told("labels", id),
            "[{\"series\":\"" + id + "\",\"labels\":{\"hostname\":\"y\"}}]\r\n");
  EXPECT_EQ(Told("instances", id), "[]\r\n");
  EXPECT_EQ(Told("labels", IdOf("sum_sample(disk.read)")), "[]\r\n");
}

TEST_F(SeriesExpressionTest, TheResultHasOneUnit) {
  EXPECT_EQ(Failure("abs(disk.*)"),
            "{\"message\":\"Incompatible units between operand metrics or expressions\\n"
            "'abs(disk.*)' (Kbyte)\\nvs'abs(disk.*)' (count)\\n\",\"success\":false}\r\n");
}

TEST_F(SeriesExpressionTest, ErrorsComeWithoutAndWithAWindow) {
  for (const std::string window : {"", "[samples:2]"}) {
    EXPECT_NE(Failure("rate(load" + window + ")").find("Can't rate convert 'load'"),
              std::string::npos);
    EXPECT_NE(Failure("load" + window + " + disk.read" + window).find("Left operand is not a"),
              std::string::npos);
  }
  EXPECT_NE(Failure("abs(load[start:\"xyz\"])").find("Cannot parse time start"), std::string::npos);
  EXPECT_NE(Failure("abs(load{hostname=~\"[\"})").find("invalid regular expression"),
            std::string::npos);
}

TEST_F(SeriesExpressionTest, PatternsOfAnOperandAreLimited) {
  std::string conditions = "load{hostname:\"x*\"";
  for (int i = 0; i < 15; ++i) conditions += " || hostname:\"y*\"";
  EXPECT_EQ(Query("abs(" + conditions + "})").status, 200u);
  EXPECT_EQ(Query("abs(" + conditions + " || hostname:\"z*\"})").status, 503u);
}

TEST_F(SeriesExpressionTest, WorkEndsWithItsLimit) {
  HttpRequest request;
  request.path = "/series/query";
  request.parameters.Add("expr", "abs(load[samples:2])");
  request.limit = std::make_shared<WorkLimit>(std::chrono::hours(1));
  request.limit->Cancel();
  EXPECT_NE(AnsweredBy(service().Answer(request)).status, 200u);
}

}  // namespace
}  // namespace fdr::test
