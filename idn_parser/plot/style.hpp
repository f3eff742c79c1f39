// SPDX-License-Identifier: MIT
#pragma once

namespace idn::parser {

/// The CSS variables for colours of figures and pages, for a light background.
inline constexpr char kLightColours[] =
    "--ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --panel: #f6f8fa; --rule: #d0d7de; --bar: #8fa3b8; "
    "--target: #1f6feb; --expected: #cf222e; --good: #1a7f37; --bad: #b35900;";

/// The style sheet of the figures.
inline constexpr char kChartStyle[] = R"css(
.chart { width: 100%; height: auto; display: block; font: 12px system-ui, sans-serif; }
.chart text { fill: var(--ink); text-anchor: middle; } .chart .label { font-size: 13px; }
.chart .count, .chart .end { text-anchor: end; } .chart .note { text-anchor: start; }
.chart .note.end { text-anchor: end; } .chart .axis { stroke: var(--ink); }
.chart .grid { stroke: var(--rule); } .chart .bar { fill: var(--bar); stroke: var(--bar); stroke-width: .4; }
.chart .target { fill: var(--target); stroke: var(--target); }
.chart .expected { stroke: var(--expected); stroke-width: 1.5; }
.chart .band { fill: var(--target); } .chart .range { fill: var(--target); opacity: .4; }
.chart .mean { fill: none; stroke: var(--target); stroke-width: 1.4; stroke-linejoin: round; }
.chart .cut { stroke: var(--ink); stroke-dasharray: 4 3; } .chart .pause { fill: var(--rule); opacity: .6; }
.chart .fault { fill: var(--expected); } .chart .notice { fill: var(--bad); } .chart .event { fill: var(--soft); }
.chart .curve { fill: none; stroke: var(--target); stroke-width: 2; stroke-linejoin: round; }
)css";

}  // namespace idn::parser
