// SPDX-License-Identifier: MIT
#pragma once

namespace idn::latency {

/// The style sheet of the page, with the look of idn_parser's pages, for light and dark mode and for printing.
inline constexpr char kPageStyle[] = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --panel: #f6f8fa;
  --rule: #d0d7de; --bar: #8fa3b8; --good: #1a7f37; --bad: #b35900; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9da7b3; --paper: #0d1117; --panel: #161b22; --rule: #30363d; --bar: #6e8299;
    --good: #56d364; --bad: #e3b341; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 960px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
p { margin: .2rem 0; } .soft { color: var(--soft); }
.verdict { border-left: 4px solid var(--good); background: var(--panel); padding: .6rem .9rem; margin: 1rem 0; }
.verdict.findings { border-color: var(--bad); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .6rem; margin: .8rem 0; }
.card { background: var(--panel); border-radius: 6px; padding: .5rem .8rem; }
.card b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; overflow-x: auto; } figcaption { color: var(--soft); font-size: .87rem; }
.chart { width: 100%; min-width: 560px; height: auto; display: block; font: 12px system-ui, sans-serif; }
.chart text { fill: var(--ink); text-anchor: middle; } .chart .count { text-anchor: end; }
.chart .axis { stroke: var(--ink); } .chart .bar { fill: var(--bar); stroke: var(--bar); stroke-width: .4; }
.chart text.on { fill: #ffffff; }
.stage0 { fill: #1f6feb; } .stage1 { fill: #8250df; } .stage2 { fill: #cf222e; }
.stage3 { fill: #b35900; } .stage4 { fill: #1a7f37; } .stage5 { fill: #57606a; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
td { border-top: 1px solid var(--rule); padding: .25rem .6rem .25rem 0; } th { text-align: left; }
th.value, td.value { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media print { body { margin: 0; max-width: none; } figure { break-inside: avoid; } }
)css";

}  // namespace idn::latency
