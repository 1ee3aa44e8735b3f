// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <initializer_list>
#include <memory>

#include "fdr/tools/command_line/verb_parts.h"
#include "fdr/tools/find/cut_download.h"
#include "fdr/tools/serve/web_origin.h"

namespace fdr::tools {
namespace {

void AddPlaces(CLI::App& verb, ServeCommand& c) {
  verb.add_option("-p,--port", c.ports, "Listen at this port; may be repeated")
      ->option_text("PORT=44321")
      ->allow_extra_args(false)
      ->check(Between(1, 65535))
      ->group("Where");
  verb.add_option("-i,--interface", c.addresses,
                  "Listen at this address, such as 0.0.0.0 for every one of the machine; may be "
                  "repeated. Default: only this machine can connect")
      ->type_name("ADDRESS")
      ->allow_extra_args(false)
      ->group("Where");
  verb.add_option("--socket", c.socket, "Listen at a socket in the file system, too")
      ->type_name("PATH")
      ->group("Where");
  verb.add_option("--access", c.access,
                  "Let only those connect, and store, whom this file allows: the [access] section "
                  "of a pmcd.conf. SIGHUP reads it again")
      ->type_name("FILE")
      ->group("Where");
  verb.add_flag("--no-auth", c.no_auth,
                "Let everyone ask whom nothing else keeps out, also from other machines")
      ->group("Where");
  verb.add_option("--memory", c.memory,
                  "Memory for the requests and answers of all clients; the largest clients are "
                  "dropped if they need more. Default: 64MiB. With --http: of the whole process; "
                  "answers that need more wait, or are refused; 64MiB at least. Default: 256MiB")
      ->transform(Size())
      ->type_name("SIZE")
      ->group("Where");
}

// Not together with any of the others.
void AddTraces(CLI::App& verb, ServeCommand& c, std::initializer_list<CLI::Option*> others) {
  CLI::Option* trace =
      verb.add_option_function<std::string>(
              "--trace",
              [&c](const std::string& place) { c.trace = place.empty() ? "4323" : place; },
              "Also collect what applications trace with libfdr_trace or libpcp_trace, at "
              "[ADDRESS:]PORT. Default: 4323, where only this machine can connect")
          ->expected(0, 1)
          ->option_text("[PLACE]")
          ->group("Traces");
  for (CLI::Option* const other : others) trace->excludes(other);
  verb.add_option("--trace-period", c.trace_period,
                  "Rates and percentiles of traces are those of the last SPAN")
      ->option_text("SPAN=60s")
      ->needs(trace)
      ->group("Traces");
  verb.add_option("--trace-buckets", c.trace_buckets,
                  "How often these values change within a period")
      ->option_text("N=12")
      ->check(Between(1, 60))
      ->needs(trace)
      ->group("Traces");
  verb.add_option(
          "--trace-units", c.trace_units,
          "Units of the values that applications observe, such as \"Mbyte\" or \"count / sec\"")
      ->type_name("UNITS")
      ->needs(trace)
      ->group("Traces");
}

void AddTape(CLI::App& verb, ServeCommand& c, CLI::Option* archive) {
  const auto of_archive = [&](CLI::Option* option) {
    return option->needs(archive)->group("Time");
  };
  of_archive(verb.add_option("-S,--start", c.start,
                             "Begin at this time: 14:30, -1h (before the end), 10m (after the "
                             "start), ...")
                 ->type_name("TIME"));
  of_archive(verb.add_option("--rate", c.rate, "Seconds of the archive that pass in a second")
                 ->check(Expect("a number from 0.001 to 1000000",
                                [](const std::string& text) {
                                  char* end = nullptr;
                                  const double rate = std::strtod(text.c_str(), &end);
                                  return *end == '\0' && rate >= 0.001 && rate <= 1e6;
                                }))
                 ->option_text("N=1"));
  of_archive(
      verb.add_flag("--reverse", c.reverse, "Let time go backward, by default from the end"));
  of_archive(verb.add_flag("--pause", c.pause, "Stand still until a client stores \"play\""));
  of_archive(verb.add_option("--at-end", c.at_end,
                             "At the end of the archive: hold (the last values stay), loop, or end")
                 ->check(OneOf({"hold", "loop", "end"}))
                 ->option_text("WHAT=hold"));
  of_archive(verb.add_option("--stamps", c.stamps,
                             "Stamps of values: now, so that programs compute rates in real time, "
                             "or recorded")
                 ->check(OneOf({"now", "recorded"}))
                 ->option_text("WHICH=now"));
}

// Browsers compare an origin letter by letter with their own.
std::string FaultOfOrigin(const std::string& text) {
  const std::optional<std::string> right = text == "*" ? text : OriginInUrl(text);
  if (!right) return "expected an origin, such as http://localhost:3000, or *";
  return *right == text ? "" : "Browsers call this origin " + *right;
}

void AddHttp(CLI::App& verb, HttpOptions& http) {
  CLI::Option* const place =
      verb.add_option("--http", http.place,
                      "Answer HTTP at this port; without an address, only this machine can connect")
          ->type_name("[ADDRESS:]PORT")
          ->group("Web");
  const auto add = [place](CLI::Option* option) { return option->needs(place)->group("Web"); };
  const auto list = [&](const char* name, std::vector<std::string>& to, const char* what,
                        const char* type) {
    add(verb.add_option(name, to, what)->type_name(type)->allow_extra_args(false));
  };
  add(verb.add_flag_callback(
      "--no-local", [&http] { http.has_machine = false; }, "Do not show this machine"));
  list("--allow-host", http.allowed_hosts,
       "Let clients name other hosts that match, such as \"db*\", or \"db*:44322\"; may be "
       "repeated",
       "GLOB");
  add(verb.add_option("--tokens", http.tokens,
                      "Let only those ask who have a token of this file. SIGHUP reads it again")
          ->type_name("FILE"));
  add(verb.add_flag("--allow-store", http.allow_store,
                    "Let clients change values of metrics, and keep notes beside archives"));
  add(verb.add_option("--cut-space", http.cut_space,
                      "What the archives that clients cut out of windows may take of the temporary "
                      "directory, all together")
          ->transform(Size())
          ->option_text("SIZE=1GiB"));
  list("--server-name", http.server_names,
       "A name by which clients call this server, besides localhost; may be repeated", "NAME");
  add(verb.add_option("--cors", http.allowed_origin,
                      "Let pages of this origin read answers, too, such as "
                      "http://localhost:3000 of Grafana, or \"*\": pages of all sites")
          ->check(CLI::Validator(FaultOfOrigin, ""))
          ->type_name("ORIGIN"));
  CLI::Option* const certificate = add(
      verb.add_option("--tls-cert", http.tls_certificate,
                      "Encrypt with this certificate, and those that vouch for it. SIGHUP reads "
                      "both files again")
          ->type_name("FILE"));
  CLI::Option* const key = add(
      verb.add_option("--tls-key", http.tls_key, "The key of the certificate")->type_name("FILE"));
  certificate->needs(key);
  key->needs(certificate);
  add(verb.add_option("--web", http.page,
                      "Show the page whose files are in this directory, instead of fdr's own")
          ->type_name("DIR"));
}

// Without a collector, they would mean nothing.
void RefuseOptionsOfCollector(const CLI::App& verb) {
  for (const char* name :
       {"--namespace", "--derive", "--derived", "--agents", "--access", "--trace", "--start",
        "--rate", "--reverse", "--pause", "--at-end", "--stamps"})
    if (verb.get_option(name)->count() > 0) throw CLI::RequiresError(name, "--port");
}

void CheckMemoryOfWeb(const ServeCommand& command) {
  constexpr std::uint64_t kLeast = std::uint64_t{64} << 20, kMost = std::uint64_t{1} << 40;
  if (!command.http.place || !command.memory) return;
  if (*command.memory < kLeast || *command.memory > kMost)
    throw CLI::ValidationError("--memory", "With --http, it is 64MiB at least and 1TiB at most");
}

}  // namespace

void DescribeServe(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ServeCommand>();
  ServeCommand& c = *command;
  CLI::Option* archive =
      verb->add_option("ARCHIVE", c.archives,
                       "Play this archive: base name or any file, a directory, or a "
                       "comma-separated list. Default: this machine as it is now. With --http: "
                       "archives, and directories of archives of any hosts")
          ->option_text("...");
  CLI::Option* const host =
      verb->add_option("-h,--host", c.hosts,
                       "Serve what the collector on HOST[:PORT] says. With --http, any number of "
                       "hosts, each under a name of its own")
          ->type_name("[NAME=]HOST")
          ->allow_extra_args(false);
  AddBasics(*verb, c.common, "Zone of times: local, archive, utc, or a name such as Europe/Berlin");
  AddNameSpaceOfAgents(*verb, c.names);
  AddDerived(*verb, c.derive);
  AddAgents(*verb, c.agents, "-c,--agents",
            "Start the agents that this pmcd.conf lists, and ask them, too. SIGHUP reads the file "
            "again")
      ->excludes(archive)
      ->excludes(host);
  AddPlaces(*verb, c);
  AddTraces(*verb, c, {archive, host});
  AddTape(*verb, c, archive);
  AddHttp(*verb, c.http);
  verb->footer(R"(
Every program that asks PCP's collector can then ask fdr: pminfo, pmval, pmrep, pmchart, pcp atop,
dashboards. While an archive plays, its tape can be steered: pmstore fdr.tape.rate 10, and
fdr.tape.time 03:55, fdr.tape.state pause, play, step or back.

With --http, web browsers and programs that speak HTTP can ask for archives of any number of hosts,
and for this machine. Then only HTTP is served, unless -p or --socket is given as well.

Examples:
  fdr serve
  fdr serve --trace
  fdr serve 20240131 -S 03:50
  fdr serve 20240131 -S 10m --pause -p 44400
  fdr serve 20240131 --rate 60 --at-end loop
  fdr serve -h db1 -p 44400
  fdr serve -c /etc/pcp/pmcd/pmcd.conf --prefer built-in
  fdr serve --http 8080 20240131 /var/log/pcp/pmlogger)");
  verb->callback([&chosen, command, verb] {
    if (!command->IsCollector())
      RefuseOptionsOfCollector(*verb);
    else if (!command->hosts.empty() && !command->archives.empty())
      throw CLI::ExcludesError("--host", "ARCHIVE");
    CheckMemoryOfWeb(*command);
    command->http.cut = CutForDownload(command->http.cut_space);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
