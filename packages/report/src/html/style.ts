import { paletteCss } from '../figure/palette.js';

/** Light by default; dark where the reader's system asks for it, on screens only: paper is white. */
export const STYLE = `
:root{color-scheme:light dark;${paletteCss('light')}}
@media screen and (prefers-color-scheme:dark){:root{${paletteCss('dark')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:1200px;margin:0 auto;padding:18px 20px 64px}
.title{font-size:.95rem;color:var(--soft);margin:0}
h1{font-size:1.75rem;line-height:1.25;font-weight:700;letter-spacing:-.01em;margin:2px 0 6px;text-wrap:balance}
.evidence{margin:0 0 12px;max-width:105ch;color:var(--soft);font-size:.95rem;line-height:1.45}
h2{font-size:1.25rem;margin:44px 0 8px;line-height:1.25}
p{margin:8px 0;max-width:75ch}
code{font:.8em ui-monospace,Menlo,Consolas,monospace;color:var(--soft)}
.verdict{border-left:4px solid var(--line);padding:2px 0 2px 14px}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.warning{border:1px solid var(--bad);border-radius:6px;padding:10px 14px;margin:12px 0}
.warning ul{margin:4px 0;padding-left:20px}
.first{display:grid;grid-template-columns:minmax(0,1fr) 270px;gap:0 22px;align-items:start}
.first figure{grid-column:1;grid-row:1;margin:0}
.side{grid-column:2;grid-row:1}
.controls{background:var(--panel);border-radius:10px;padding:12px 14px;display:grid;gap:10px}
.controls label{display:flex;justify-content:space-between;font-size:.9rem;color:var(--soft)}
.controls output{font-weight:700;font-size:1.1rem;color:var(--ink);font-variant-numeric:tabular-nums}
.controls input[type=range]{width:100%;height:32px;margin:0;accent-color:var(--auto-0)}
select{font:inherit;color:inherit;background:var(--background);border:1px solid var(--soft);border-radius:6px;padding:5px 8px;width:100%;min-height:36px}
button{font:inherit;font-size:.875rem;color:inherit;background:var(--panel);border:1px solid var(--soft);border-radius:6px;padding:4px 10px;min-height:32px;cursor:pointer}
:focus-visible{outline:3px solid var(--drcpe-0);outline-offset:2px;border-radius:3px}
.tiles{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin:10px 0 0;padding:0}
.tiles div{border:1px solid var(--line);border-radius:10px;padding:8px 12px;min-width:0;overflow-wrap:anywhere}
.tiles div:first-child{grid-column:1/-1}
@media (min-width:861px){.tiles div:last-child:nth-child(even){grid-column:1/-1}}
.tiles dt{color:var(--soft);font-size:.85rem;line-height:1.25}
.tiles dd{margin:0;font-size:1.3rem;line-height:1.3;font-weight:650;font-variant-numeric:tabular-nums}
.tiles div:first-child dd{font-size:1.8rem}
.tiles small{display:block;font-size:.8rem;font-weight:400;color:var(--soft);line-height:1.25}
figure{margin:14px 0}
figure svg{display:block;width:100%;height:auto}
figure+figure{margin-top:0}
.details figure{max-width:830px}
svg.narrow{display:none!important}
.curves{touch-action:pan-y;cursor:crosshair}
.curves .line.picked{stroke-width:3}
.curves .label.picked text{font-weight:700}
.curves .label:not(.picked) text{font-weight:400}
.curves .line:not(.picked){stroke-width:1.6}
.curves:not(.all-bands) .band:not(.main):not(.picked){display:none}
.curves .off{display:none!important}
.curves.lit .line:not(.on){opacity:.18}
.curves.lit .line.on{stroke-width:3}
.scroll{overflow-x:auto;margin:10px 0;background:linear-gradient(to right,var(--background) 50%,transparent) left/48px 100% no-repeat local,linear-gradient(to left,var(--background) 50%,transparent) right/48px 100% no-repeat local,linear-gradient(to right,var(--line),transparent) left/16px 100% no-repeat scroll,linear-gradient(to left,var(--line),transparent) right/16px 100% no-repeat scroll}
.scroll.more::before{content:'More columns: scroll sideways \\2192';display:block;position:sticky;left:0;font-size:.8rem;color:var(--soft);padding-bottom:2px}
a{color:inherit}
.tall{max-height:70vh;overflow:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem;width:100%}
th,td{padding:4px 8px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;border-bottom:1px solid var(--soft);white-space:normal}
.tall thead th{position:sticky;top:0;background:var(--background)}
tbody th{font-weight:400;max-width:26em;overflow-wrap:break-word;white-space:normal;min-width:9.5em}
th label{min-width:14.5em}
tr.chosen th{font-weight:700}
tr.chosen code{font-weight:400}
tr.reference{color:var(--soft)}
.spread{font-size:.8em;color:var(--soft)}
.red .spread,.bold .spread{color:inherit}
input[type=checkbox]{accent-color:var(--auto-0);width:18px;height:18px;flex:none}
label.target{display:flex;align-items:center;gap:6px;cursor:pointer}
.results th,.results td{padding:4px 6px}
.bold{font-weight:700}
.red{color:var(--bad)}
.swatch{display:inline-block;flex:none;margin:0 4px}
.option{white-space:nowrap}
.hash{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8rem;overflow-wrap:anywhere;white-space:normal}
.made td{text-align:left;white-space:normal;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:10px;padding:0 14px;margin:14px 0}
details summary{cursor:pointer;font-weight:600;min-height:44px;display:flex;align-items:center}
details summary::after{content:'+';margin-left:auto;font-size:1.3rem;font-weight:400;color:var(--soft)}
details[open] summary::after{content:'\\2212'}
details[open]{padding-bottom:10px}
@media (max-width:860px){.first{display:block}.side{display:grid;grid-template-columns:1fr;gap:8px}.first figure{margin-top:10px}.tiles{grid-template-columns:repeat(auto-fit,minmax(120px,1fr));margin:0}.tiles div:first-child{grid-column:auto}.tiles div:first-child dd{font-size:1.3rem}}
@media (pointer:coarse),(max-width:560px){.controls input[type=range]{height:44px}select,button{min-height:44px}label.target{min-height:44px}input[type=checkbox]{width:24px;height:24px}}
@media (max-width:560px){svg.wide{display:none!important}svg.narrow{display:block!important}h1{font-size:max(.9rem,min(1.1rem,calc(2.75*(100vw - 28px)/var(--letters))));margin:0 0 4px}.title{font-size:.875rem}.evidence{font-size:.875rem;line-height:1.35;margin-bottom:8px}main{padding:10px 14px 48px}.controls{padding:8px 12px;gap:2px}.controls label{align-items:center}.controls>div:last-child{display:flex;gap:10px;align-items:center}.controls>div:last-child label{flex:none}.side{gap:6px}.tiles{grid-template-columns:repeat(6,1fr);gap:6px}.tiles div,.tiles div:first-child{padding:5px 8px;grid-column:span 2}.tiles div:nth-last-child(-n+2):nth-child(n+4),.tiles div:nth-last-child(-n+4):first-child,.tiles div:nth-last-child(-n+4):first-child~div{grid-column:span 3}.tiles dd,.tiles div:first-child dd{font-size:1.15rem}.tiles small{font-size:.75rem}table{font-size:.82rem}th,td{padding:4px 5px}tbody th{min-width:6em}th label{min-width:10em}}
@media print{@page{margin:16mm}body{font-size:11pt}main{max-width:none;padding:0}.screen,button,.elsewhere button{display:none!important}.first{display:block}.controls{background:none;border:1px solid var(--line)}.controls{display:flex;gap:36px;padding:8px 12px}.controls>div{display:flex;gap:10px;align-items:center}.controls label{gap:10px;align-items:center}.controls select{appearance:none;border:0;padding:0;min-height:0;width:auto;font-weight:700;font-size:1.1rem}.controls input[type=range]{display:none}.side{margin-bottom:8px}.tiles{grid-template-columns:none;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr)}.tiles div,.tiles div:first-child{grid-column:auto}.tiles div:first-child dd{font-size:1.3rem}figure,table:not(:has(tr:nth-child(13))),tr,.tiles,.warning{break-inside:avoid}h2,h3,p:has(+figure),p:has(+p+figure),p:has(+.scroll){break-after:avoid}details{border:0;padding:0}details summary::after{display:none}.results .spread{display:block}.tall{max-height:none;overflow:visible}.scroll{overflow:visible;background:none}.scroll.more::before{display:none}svg.wide{display:block!important}svg.narrow{display:none!important}table{font-size:8.5pt}th,td{padding:2px 5px}h1{font-size:17pt}}
`.trim();
