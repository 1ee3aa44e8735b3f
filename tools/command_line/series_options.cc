// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <map>
#include <string>
#include <vector>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

// The options of tables.  Returns those that only tables have.
std::vector<CLI::Option*> AddTableOutput(CLI::App& verb, SeriesOutput& c) {
  const auto flag = [&](const char* name, bool& to, const char* what) {
    return verb.add_flag(name, to, what)->group("Tables");
  };
  CLI::Option* top = verb.add_option("--top", c.top,
                                     "Show only the N instances with the largest values: in a "
                                     "table sample by sample, in a chart of the whole window")
                         ->check(NotNegative())
                         ->check(Positive())
                         ->type_name("N")
                         ->group("Tables");
  verb.add_option(
          "--by", c.by,
          "The metric that --top compares. Default: the first one with instances. The report "
          ":ps also goes by program, user, unit or cgroup")
      ->type_name("METRIC")
      ->group("Tables");
  for (const char* other : {"--csv", "--csv-safe", "--json"}) top->excludes(verb.get_option(other));
  return {flag("--long", c.is_long, "Show a line for each instance and time"),
          flag("--wide", c.wide, "Show all columns, even if they do not fit on the terminal"),
          flag("--markdown", c.markdown, "Print the table as Markdown")};
}

}  // namespace

void AddColor(CLI::App& verb, ColorChoice& color) {
  const std::map<std::string, ColorChoice> choices = {{"auto", ColorChoice::kAuto},
                                                      {"always", ColorChoice::kAlways},
                                                      {"never", ColorChoice::kNever}};
  verb.add_option("--color", color, "auto (on a terminal, unless NO_COLOR is set), always or never")
      ->transform(CLI::Transformer(choices))
      ->option_text("WHEN=auto")
      ->group("Output");
}

namespace {

// The options of charts that --plot does not need.
std::vector<CLI::Option*> AddPictures(CLI::App& verb, SeriesOutput& c) {
  static const std::map<std::string, ChartLook> kLooks = {{"line", ChartLook::kLine},
                                                          {"step", ChartLook::kStep},
                                                          {"bar", ChartLook::kBar},
                                                          {"area", ChartLook::kArea},
                                                          {"heat", ChartLook::kHeat}};
  CLI::Option* look =
      verb.add_option_function<std::string>(
              "--chart", [&c](const std::string& word) { c.look = kLooks.at(word); },
              "Draw a chart: line, step, bar, area (stacked), or heat, a map with a row "
              "for each instance")
          ->check(OneOf({"line", "step", "bar", "area", "heat"}))
          ->type_name("KIND")
          ->group("Charts");
  const auto file = [&](const char* name, std::optional<std::string>& to, const char* what) {
    return verb.add_option(name, to, what)->type_name("FILE")->group("Charts");
  };
  CLI::Option* svg = file("--svg", c.svg, "Write the chart to FILE as SVG, for a report");
  CLI::Option* png = file("--png", c.png, "Write the chart to FILE as PNG");
  verb.add_option("--size", c.picture_size,
                  "The size of the picture in pixels, such as 1600x900 or 1600. Default: 1000, as "
                  "high as the chart needs")
      ->type_name("PIXELS")
      ->group("Charts");
  return {look, svg, png};
}

}  // namespace

void AddSeriesOutput(CLI::App& verb, SeriesOutput& c, bool& raw) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv,
                                   "Print comma-separated values, exactly; a spreadsheet may run "
                                   "texts in them as formulas")
                         ->group("Output");
  CLI::Option* safe = verb.add_flag("--csv-safe", c.csv_safe,
                                    "Print CSV for spreadsheets: an apostrophe precedes names and "
                                    "texts that begin with = + - @, a tab or an end of a line")
                          ->group("Output");
  CLI::Option* plot = verb.add_flag("--plot", c.plot, "Draw a chart")
                          ->excludes(csv)
                          ->excludes(safe)
                          ->group("Charts");
  verb.get_option("--json")->excludes(csv)->excludes(safe)->excludes(plot);
  verb.add_flag("--ascii", c.ascii, "Draw with ASCII only")->needs(plot)->group("Charts");
  CLI::Option* width = verb.add_option("--width", c.width,
                                       "Columns of the table or chart. Default: the width of the "
                                       "terminal")
                           ->check(Between(20, 1000))
                           ->excludes(csv)
                           ->excludes(safe)
                           ->type_name("N")
                           ->group("Output");
  verb.get_option("--json")->excludes(width);
  verb.add_option("--height", c.height, "Lines of the chart")
      ->check(Between(5, 1000))
      ->needs(plot)
      ->type_name("N")
      ->group("Charts");
  verb.add_flag("--raw", raw, "Show counters as raw totals, not as per-second rates")
      ->group("Output");
  verb.add_option("--fold", c.fold,
                  "Add up instances that match and agree in what the groups match, such as "
                  "'^(sd[a-z])[0-9]+$'")
      ->type_name("REGEX")
      ->group("Output");
  for (CLI::Option* const table : AddTableOutput(verb, c))
    table->excludes(csv)->excludes(safe)->excludes(plot)->excludes(verb.get_option("--json"));
  for (CLI::Option* const chart : AddPictures(verb, c))
    for (const char* other : {"--csv", "--csv-safe", "--json", "--long", "--markdown"})
      chart->excludes(verb.get_option(other));
  AddColor(verb, c.color);
}

}  // namespace fdr::tools
