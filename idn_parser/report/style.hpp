// SPDX-License-Identifier: MIT
#pragma once

namespace idn::parser {

/// The style sheet of the page, for HTML and the figures inside.
inline constexpr char kPageStyle[] = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --panel: #f6f8fa;
  --rule: #d0d7de; --bar: #8fa3b8; --target: #1f6feb; --expected: #cf222e; --good: #1a7f37; --bad: #b35900; }
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
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .6rem; margin: .8rem 0; }
.card { background: var(--panel); border-radius: 6px; padding: .5rem .8rem; }
.card b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; } figcaption { color: var(--soft); font-size: .87rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
td { border-top: 1px solid var(--rule); padding: .25rem .6rem .25rem 0; vertical-align: baseline; }
td.value { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 1.5rem; }
.histogram { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
.histogram text { fill: var(--ink); text-anchor: middle; } .histogram .label { font-size: 13px; }
.histogram .count, .histogram .end { text-anchor: end; } .histogram .note { text-anchor: start; }
.histogram .note.end { text-anchor: end; } .histogram .axis { stroke: var(--ink); }
.histogram .grid { stroke: var(--rule); } .histogram .bar { fill: var(--bar); stroke: var(--bar); stroke-width: .4; }
.histogram .target { fill: var(--target); stroke: var(--target); }
.histogram .expected { stroke: var(--expected); stroke-width: 1.5; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
)css";

}  // namespace idn::parser
