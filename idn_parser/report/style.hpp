// SPDX-License-Identifier: MIT
#pragma once

namespace idn::parser {

/// The style sheet of pages. They also need kLightColours (its variables) and kChartStyle (figures).
inline constexpr char kPageStyle[] = R"css(
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9da7b3; --paper: #0d1117; --panel: #161b22; --rule: #30363d;
    --bar: #6e8299; --target: #58a6ff; --expected: #ff7b72; --good: #56d364; --bad: #e3b341; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .3rem; overflow-wrap: anywhere; }
p, ul { margin: .2rem 0; } ul { padding-left: 1.2rem; }
.soft { color: var(--soft); }
.verdict { border-left: 4px solid var(--good); background: var(--panel); padding: .6rem .9rem; margin: 1rem 0; }
.verdict.findings { border-color: var(--bad); }
.badge { display: inline-block; font-weight: 700; font-size: 1.15rem; padding: .25rem .8rem; margin: .5rem 0;
  border-radius: 6px; color: var(--paper); background: var(--soft); }
.badge.shown0 { background: var(--good); } .badge.shown1 { background: var(--bad); }
.badge.shown2, .badge.shown3 { background: var(--expected); }
.strip { display: block; width: 100%; height: 2rem; background: var(--panel); }
.strip .shown0 { fill: var(--good); } .strip .shown1 { fill: var(--bad); } .strip .shown2 { fill: var(--expected); }
dl { display: grid; grid-template-columns: 4.5rem 1fr; gap: .25rem .6rem; margin: .4rem 0 .8rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } dd.command { font-family: monospace; }
details { margin-top: 2.5rem; } summary { cursor: pointer; font-weight: 600; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .6rem; margin: .8rem 0; }
.card { background: var(--panel); border-radius: 6px; padding: .5rem .8rem; }
.card b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; } figcaption { color: var(--soft); font-size: .87rem; }
.wide { overflow-x: auto; }
@media (max-width: 700px) { figure { overflow-x: auto; } .chart { min-width: 640px; } }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
td { border-top: 1px solid var(--rule); padding: .25rem .6rem .25rem 0; vertical-align: baseline; }
th { text-align: left; } th.value { text-align: right; padding-right: 1.5rem; }
td.value { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 1.5rem; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
)css";

}  // namespace idn::parser
