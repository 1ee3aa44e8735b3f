// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rules by hand: each feature of pmie(1), right and wrong.

#pragma once

namespace fdr::test {

/// Files for the archive of rule_toy.h.
inline constexpr const char* kRuleCases[] = {
    R"(t.kb;)",
    R"(t.cnt;)",
    R"(t.ms; t.kbc; t.s; t.sc; t.disc;)",
    R"(t.str; t.kbs; t.perc; t.i32; t.mcnt; t.rare;)",
    R"(t.kb #green; t.kb #black; t.kb #green #black; t.cnt #black; t.cnt #green #black; t.cnt
#black #green @0..1;)",
    R"(t.kb @0..1; t.cnt @0..1; t.kb + t.cnt; t.kb + t.s; t.s + t.kb; t.s @0..2; t.rare @0..2;)",
    R"(t.rare > 2; t.rare > 2 || t.s > 2; t.rare > 2 && t.s > 2; !(t.rare > 2);)",
    R"(t.kb / t.s; t.s / t.s; t.kb > t.s; t.kb == t.kb; t.kb - t.cnt #green;)",
    R"(t.i32 > 0 && t.s > 1; t.s > 1 && t.i32 > 0; t.i32 > 0 || t.s > 1; t.i32 > 0 && t.rare >
0; t.i32 > 0 || t.rare > 0;)",
    R"(some_inst t.i32 > 0; all_inst t.i32 > 0; 50%_inst t.i32 > 0; 0%_inst t.i32 > 0;
100%_inst t.i32 > 0; count_inst t.i32 > 0;)",
    R"(16%_inst t.i32 > 5; 13%_inst t.i32 > 5; 60%_inst t.i32 > -2; 75 %_inst t.i32 > -3;)",
    R"(sum_inst t.i32; avg_inst t.i32; min_inst t.i32; max_inst t.i32; min_inst t.kb; sum_inst
t.cnt;)",
    R"(sum_sample t.s @0..2; max_sample t.s @0..2; min_sample t.s @0..2; avg_sample t.s @0..2;
count_sample t.s @0..2 > 1;)",
    R"(some_sample t.s @0..2 > 1; all_sample t.s @0..2 > 1; 50%_sample t.s @0..2 > 1;
34%_sample t.s @0..2 > 1; 67%_sample t.s @0..2 > 1;)",
    R"(sum_host t.s; some_host t.kb > 200000; sum_host sum_inst t.kb; sum_sample t.cnt @0..1;
sum_inst t.cnt @0..1;)",
    R"(count_sample t.i32 @0..2 > 0; some_sample t.i32 @0..2 > 0; all_sample t.i32 @0..2 > 0;
some_inst t.i32 @0..2 > 0; some_inst some_sample t.i32 @0..2 > 0;)",
    R"(some_inst t.s > 0; count_inst t.s > 0; sum_inst t.s;)",
    R"(rising t.s > 1; falling t.s > 1; rising t.i32 > 0; falling t.i32 > 0; rising some_inst
t.i32 > 0; rising t.s @0..1 > 1; rising t.rare > 1; falling t.rare > 10;)",
    R"(match_inst "e" t.i32 > -2; nomatch_inst "e" t.i32 > -2; match_inst "red x" t.i32 > -2;
match_inst "^x" t.i32 > -2; match_inst "e" t.s > 1;)",
    R"(nomatch_inst "e" t.s > 1; some_inst match_inst "e" t.i32 > -2; match_inst "e" some_inst
t.i32 > -2; match_inst "e" (t.i32 @0..1 > -2);)",
    R"(rate t.s; rate t.kb; rate t.sc; rate t.ms; instant t.sc; instant t.ms; instant t.kbc;
rate t.kbc; rate instant t.sc; instant rate t.sc;)",
    R"(rate t.s @0..1; rate rate t.s; rate (t.s + t.sc); rate (instant t.sc * 2); instant
(t.sc + t.s); rate 5 + t.s; -t.s; -t.s > -2;)",
    R"(t.sc > 0.5 && instant t.sc < 30; rate instant t.cnt; rate avg_inst t.kb; instant
sum_inst t.cnt; rate sum_inst t.cnt;)",
    R"(t.str == "v0"; t.str != "v0"; "v0" == t.str; t.str == t.str; some_inst t.str == "v0";
t.str @0..1 == "v0";)",
    R"(t.kbs > 5 Kbyte/sec; t.kbs * 1 min; t.kb + t.ms; t.kb > 3 sec; t.sc + 1;)",
    R"(t.cnt #'red x' + t.kb #'red x'; t.cnt #'red x' + t.kb #green #blue; t.kb #green #blue +
t.kb #blue #green;)",
    R"(t.cnt @0..1 + t.s; t.s + t.cnt @0..1; t.s @0..1 + 3; 3 + t.s @0..1; t.s + t.s @1; t.s
@2..4; t.kb @1; rate t.s @1;)",
    R"(avg_inst t.kb + t.s @0..1; t.kb + avg_inst t.kb; t.kb > avg_inst t.kb; t.s @0..2 > 1;)",
    R"(t.rare @0..1 > 2 && t.s @0..1 > 2; all_sample (t.rare @0..1 > 2 || t.s @0..1 > 2);)",
    R"(falling t.s @0..1 < 1; all_inst (t.i32 > 0 || t.rare > 0); count_inst (t.i32 > 0 ||
t.rare > 0);)",
    R"(t.s / t.s > 1; !(t.s / t.s > 1); t.s / t.s == t.s / t.s; t.s / t.s != 1; sum_inst
(t.i32 / t.i32); min_inst (t.i32 / t.i32); max_inst (t.i32 / t.i32); rate (t.i32 / t.i32);)",
    R"(3 + 4 > 5 && t.s > 2; $minute > 13 && t.s > 0; -(5) + t.s; 5 > 3 || t.s > 2; $year;
$day_of_week; $minute; $month; $day; $hour;)",
    R"(t.s > 1 || t.s > 2 && t.s > 3; ! some_inst t.i32 > 0 && t.s > 1; rising t.s > 1 && t.s
> 0; count_inst t.i32 > 0 + 3; count_inst t.i32 > 0 > 1; avg_inst t.kb / t.s * 2;)",
    R"(some_inst t.i32 > 0 -> print "a %v %i %h %% %x|" "b" " %i" " \\n %v\"q\" ";)",
    R"(all_inst t.i32 > 0 -> print "a %v %i";)",
    R"(count_inst t.i32 > 0 > 1 -> print "a [%v] [%i] [%h]";)",
    R"(t.s > 2 -> print "a %v %i %h %c";)",
    R"(some_sample t.s @0..2 > 2 -> print "a %v [%i] %h";)",
    R"(some_inst some_sample t.i32 @0..2 > 0 -> print "%i=%v ";)",
    R"(some_inst all_sample t.i32 @0..2 > -2 -> print "%i=%v ";)",
    R"(some_sample some_inst t.i32 @0..2 > 0 -> print "%i=%v ";)",
    R"(t.s > 2 && some_inst t.i32 > -3 -> print "%i=%v ";)",
    R"(some_inst t.i32 > -3 && t.s > 2 -> print "%i=%v ";)",
    R"(some_inst (t.i32 > -3 && t.s > 2) -> print "%i=%v ";)",
    R"(some_inst (t.s > 2 && t.i32 > -3) -> print "%i=%v ";)",
    R"(!(t.s > 2) -> print "%i=%v ";)",
    R"(some_inst !(t.i32 > -1) -> print "%i=%v ";)",
    R"(some_inst t.i32 * 2 > t.s -> print "%i=%v ";)",
    R"(50%_inst t.i32 > 0 -> print "%i=%v ";)",
    R"(some_inst match_inst "e" t.i32 > 0 -> print "%i=%v ";)",
    R"(t.rare > 2 || t.s > 2 -> print "%i=%v ";)",
    R"(rising t.s > 1 -> print "%v";)",
    R"(some_inst falling t.i32 > 0 -> print "%i=%v ";)",
    R"(sum_inst t.i32 > 0 -> print "%v %i %h";)",
    R"(t.str #green == "v2" -> print "%v %i";)",
    R"(some_inst t.str == "v2" -> print "%v %i,";)",
    R"(some_inst t.kb @1 > 102400 -> print "%i=%v ";)",
    R"(some_host t.s > 2 -> print "%h %v";)",
    R"(some_host some_inst t.i32 > 1 -> print "%h %v %i,";)",
    R"(3 < t.s -> print "%i=%v ";)",
    R"(some_inst t.s > t.i32 -> print "%i=%v ";)",
    R"(some_inst 0 < t.i32 -> print "%i=%v ";)",
    R"(some_inst t.s - 10 < t.i32 -> print "%i=%v ";)",
    R"(some_inst t.s + t.i32 > 1 -> print "%i=%v ";)",
    R"($minute > 13 -> print "%i=%v %h";)",
    R"($minute > 13 && t.s > 0 -> print "%i=%v %h";)",
    R"((3 > 2 && t.s > 0) -> print "%i=%v %h";)",
    R"(some_inst (t.i32 > 0 || t.s > 1) -> print "%i=%v ";)",
    R"(some_inst ((t.s > 1) || t.i32 > 0) -> print "%i=%v ";)",
    R"(some_inst (t.kb > 0 && t.i32 > 0) -> print "%i=%v ";)",
    R"(some_inst !(t.s > 1 && t.i32 > 0) -> print "%i=%v ";)",
    R"(count_inst t.i32 > 0 > 1 && some_inst t.kb > 0 -> print "%i=%v ";)",
    R"((max_inst t.i32) > 1 -> print "%i=%v ";)",
    R"(some_inst t.kb / 1 Kbyte > 200 -> print "%i=%v ";)",
    R"(some_inst rate t.kb > 1 -> print "%i=%v ";)",
    R"(some_inst t.str != "v0" && t.s > 0 -> print "%i=%v ";)",
    R"(some_inst rising t.cnt > 2 -> print "%i=%v ";)",
    R"(all_sample some_inst t.i32 @0..1 > 0 -> print "%i=%v ";)",
    R"(all_host (some_inst (100 * t.i32 > 100) && t.s >= 0) -> print "%i=%v ";)",
    R"(some_inst t.i32 > 0 -> print "%h";)",
    R"(some_inst t.i32 > 0 -> print "%v%%" "-%i- %d";)",
    R"(t.i32 #green > 0 -> print "%i=%v ";)",
    R"("a" == "a" -> print "q";)",
    R"(3 > 2 -> print "q %v";)",
    R"(max_inst t.i32 + 0 * t.s > 1 -> print "%i=%v ";)",
    R"(max_inst (t.i32 * 0) > -1 -> print "%i=%v ";)",
    R"(min_inst t.i32 < 2 -> print "%i=%v ";)",
    R"(avg_inst t.i32 > 1 -> print "%i=%v ";)",
    R"(max_sample t.s @0..2 > 1 -> print "%i=%v ";)",
    R"(max_sample max_inst t.i32 @0..2 > 1 -> print "%i=%v ";)",
    R"(1 < max_inst t.i32 -> print "%i=%v ";)",
    R"(-max_inst t.i32 < 1 -> print "%i=%v ";)",
    R"(2 * max_inst t.i32 > 1 -> print "%i=%v ";)",
    R"(t.sc > 0.5 -> syslog "x %v" & alarm 5 "y %h" & shell "echo %v" " %i";)",
    R"(t.sc > 0.5 -> syslog "-t tag -p daemon.info hello" "x" & syslog "-p daemon.info" "z %v"
& syslog "-t tag y" "z";)",
    R"(t.s >= 0 -> print 25 sec "x" & print "y" | print "z";)",
    R"(t.s > 1 -> print 20 sec "x";)",
    R"(t.s >= 0 -> shell "exit 0" & print "y" | print "z";)",
    R"(t.s >= 4 -> print "a" | print "z" & print "c";)",
    R"(t.s >= 4 -> print "a" | (print "z" & print "c");)",
    R"(t.s >= 0 -> print 20 sec "a" & print "c";)",
    R"(ruleset t.s > 3 -> print "a %v" else t.s > 2 -> print "b %v" else t.s > 1 -> print 30
sec "c" unknown -> print "u" otherwise -> print "o %v %h %i";)",
    R"(ruleset t.rare > 2 -> print "a" else t.sc > 1 -> print "b" unknown -> print "u"
otherwise -> print "o";)",
    R"(ruleset t.rare > 2 -> print "a" otherwise -> print "o";)",
    R"(ruleset t.rare > 2 -> print "a" unknown -> print "u %h %v";)",
    R"(ruleset t.s > 0 -> print 30 sec "a" else t.s > 1 -> print "b";)",
    R"(delta = 20 sec; t.s; t.sc; t.s > 0 -> print "A"; delta = 30 sec; t.s; t.s > 0 -> print
"B"; delta = 20 sec; u = t.sc; r = ruleset t.s > 3 -> print "a %v"; delta = 7 sec; t.s > 0 ->
print "C";)",
    R"(delta = 3.5 sec; t.sc; t.s; delta = 0.5 sec; t.sc; t.perc;)",
    R"(x = 2; y = $x * 3 + 1; t.s + $y; z = "t.s"; w = "$z + 1"; $w * 2; v = "red"; t.kb
#'$v x' > 3;)",
    R"(t.s @3..1; t.s @1.5; t.nosuch; t.s; t.kb #none; t.sc; 5 + 3; t.disc; a.b = t.s; a.c =
5; t.s;)",
    R"(5 Kbyte/min + t.s; 5 min^2 + t.s; 5 sec/msec + t.s; 30min + t.s; 5 bytes sec + t.s; 5
min / hour + t.s; 100 Kbyte/sec/count + t.s; 1 Mbyte/Kcount + t.s; 3e2 usec + t.s; 5 min/min +
t.s; 5 Mbyte Kbyte + t.s;)",
    R"(t.s * -1; t.s - -1; t.s -1; t.s*-t.s; t.s * 0 / 0; t.s/0; -t.s/0; 1e30 * 1e10 * t.s /
1e30;)",
    R"(t.s / 1.7; t.s * 1.3; t.s * 123.4567; t.s * 0.123456789; t.s * 4.99; t.s * 1e7 / 3; t.s
* 1e-7 / 3;)",
};

/// Files that both refuse.
inline constexpr const char* kWrongRules[] = {
    "t.kb > 5 kbyte;",
    "t.s > ;",
    "> 3;",
    "+5;",
    "t.s + ;",
    "(t.s > 2;",
    "t.s > 2);",
    "t.s t.sc;",
    "t.s > 1 > 2;",
    "(t.s > 1) == (t.s > 2);",
    "t.s > 1 && 4;",
    "t.s && 4 > 3;",
    "!t.s;",
    "rising t.s;",
    "rate (t.s > 3);",
    "sum_inst (t.kb > 3);",
    "count_inst t.kb;",
    "some_inst t.kb;",
    "match_inst \"5\" t.kb;",
    "match_inst \"(\" t.kb > 3;",
    "match_inst t.kb > 3;",
    "(50)%_inst t.kb > 3;",
    "50 % _inst t.kb > 3;",
    "t.kb #5 > 3;",
    "t.kb #\"red x\" > 3;",
    "t.kb @-1;",
    "t.kb @;",
    "t.kb @0 #green;",
    "t.s % 3;",
    "t.s ~ 3;",
    "1.2.3 + t.s;",
    "(5) sec + t.s;",
    "5 * sec;",
    "x = 5; t.s + $x min;",
    "$nosuch > 3;",
    "t.s + $5;",
    "x = \"a$nosuch\";",
    "x = 5; t.s > 0 -> print \"a $x\";",
    "x = \"a\" \"b\";",
    "hour = 5;",
    "t.str > \"foo\";",
    "t.str == 3;",
    "t.s == \"foo\";",
    "\"a\" + \"b\";",
    "sum_inst t.str;",
    "sum_sample (sum_sample t.s);",
    "sum_host (sum_host t.s);",
    "t.kb @0..1 + t.kb;",
    "t.kb #green #blue + t.kb;",
    "t.kb + t.s @0..1;",
    "t.kb > 3 -> print \"x\";",
    "t.s -> print \"x\";",
    "t.s > 3 -> ;",
    "t.s > 3 -> print;",
    "t.s > 3 -> print x;",
    "t.s > 3 -> print \"x\" 5;",
    "t.s > 3 -> print 3 + 4 min \"x\";",
    "t.s > 3 -> print -5 \"x\";",
    "t.s > 3 -> print (\"x\");",
    "t.s > 3 -> run \"x\";",
    "t.s > 3 -> print \"x\" &;",
    "t.s > 3 -> print \"x\" -> print \"y\";",
    "t.s > 3 -> shell 1 min 30 sec \"x\";",
    "ruleset t.s > 3;",
    "ruleset t.kb > 3 -> print \"a\";",
    "ruleset t.s > 3 -> print \"a\" otherwise -> print \"b\" unknown -> print \"c\";",
    "a = t.s > 3 -> print \"a\"; a = t.s;",
    "t.s :otherhost > 2;",
};

/// Rules for archives that PCP brings.
struct ArchiveRules {
  const char* archive;
  const char* delta;
  const char* rules;
};

inline constexpr ArchiveRules kArchiveRules[] = {
    {"20041125", "60",
     R"(kernel.all.load; kernel.all.cpu.user; filesys.mountdir; swap.free / 1 Mbyte;
        some_inst kernel.all.load > 0.1 -> print "load %i %v, ";
        some_inst (100 * filesys.used / filesys.capacity > 30) -> print 10 min "full: %i %v ";)"},
    {"pcp-vmstat", "1", R"(kernel.all.pswitch; mem.util.free; kernel.all.load #'1 minute';)"},
    {"20180416.10.00", "30",
     R"(disk.dev.read_bytes; sum_inst disk.dev.write; kernel.percpu.cpu.user;
        some_inst disk.dev.total > 10 count/sec -> print "busy:" " %i" & shell 5 min "x %v";
        ruleset kernel.all.load #'1 minute' > 1 -> print "high %v"
        else kernel.all.load #'1 minute' > 0.3 -> print "some %v"
        unknown -> print "none" otherwise -> print "ok";)"},
};

}  // namespace fdr::test
