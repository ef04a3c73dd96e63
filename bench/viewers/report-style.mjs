/** The stylesheet of a report: dark, in the colours of the product. */
export const style = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: #07080d; color: #b9c1d3; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: clamp(20px, 4vw, 56px) clamp(16px, 4vw, 40px) 80px; }
h1, h2, h3 { color: #f3f5fa; line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(28px, 5vw, 44px); margin: 0 0 8px; letter-spacing: -0.02em; }
h2 { font-size: 24px; margin: 56px 0 12px; }
h3 { font-size: 17px; margin: 28px 0 8px; }
.lead { font-size: 18px; color: #00e5ff; margin: 0 0 24px; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); gap: 12px; margin: 0; }
dl div { background: #0c0e16; border: 1px solid rgb(255 255 255 / 0.08); border-radius: 12px; padding: 12px 16px; min-width: 0; }
dt { color: #8f98ad; font-size: 13px; }
dd { margin: 0; color: #f3f5fa; overflow-wrap: anywhere; }
ul { padding-left: 20px; }
li { margin: 6px 0; }
.table { overflow-x: auto; border: 1px solid rgb(255 255 255 / 0.08); border-radius: 12px; background: #0c0e16; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th { text-align: left; color: #8f98ad; font-weight: 500; white-space: nowrap; }
th, td { padding: 8px 14px; border-bottom: 1px solid rgb(255 255 255 / 0.08); }
tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.number { color: #f3f5fa; }
.table + .table { margin-top: 16px; }
td.met { color: #51d88a; }
td.missed { color: #ff6b6b; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 16px; margin: 24px 0; }
figure { margin: 0; min-width: 0; padding: 16px; background: #0c0e16; border: 1px solid rgb(255 255 255 / 0.08); border-radius: 12px; }
figcaption { color: #f3f5fa; font-weight: 600; margin-bottom: 14px; }
small { color: #8f98ad; font-weight: 400; }
.plot { display: grid; grid-template-columns: 52px 1fr; row-gap: 6px; }
.ticks { position: relative; height: 200px; }
.ticks b { position: absolute; right: 10px; transform: translateY(50%); font: 12px/1 system-ui, sans-serif; color: #8f98ad; }
svg { width: 100%; height: 200px; display: block; overflow: visible; }
path { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
.grid { stroke: rgb(255 255 255 / 0.08); stroke-width: 1; }
.mark { stroke: #ffa94d; stroke-width: 1; stroke-dasharray: 2 4; }
.goal { stroke-dasharray: 6 5; stroke-width: 1; }
.times { grid-column: 2; display: flex; justify-content: space-between; font-size: 12px; color: #8f98ad; }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 12px; font-size: 13px; }
.key i { display: inline-block; width: 14px; height: 3px; border-radius: 2px; margin-right: 7px; vertical-align: middle; }
.key .dashed { background: repeating-linear-gradient(90deg, #8f98ad 0 4px, transparent 4px 7px); }
`;
