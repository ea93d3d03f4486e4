import { paletteCss } from '../figure/palette.js';

/** Light by default; dark where the reader's system asks for it, on screens only: paper is white. */
export const STYLE = `
:root{color-scheme:light dark;${paletteCss('light')}}
@media screen and (prefers-color-scheme:dark){:root{${paletteCss('dark')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}
main{max-width:1040px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:1.05rem;font-weight:600;color:var(--soft);margin:0 0 12px}
h2{font-size:1.25rem;margin:44px 0 8px;line-height:1.25}
p{margin:8px 0;max-width:70ch}
.verdict{border-left:4px solid var(--drcpe-0);padding:4px 0 4px 14px;font-size:1.1rem}
.finding{font-size:1.5rem;line-height:1.35;font-weight:600;max-width:44ch;margin:8px 0 14px}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.warning{border:1px solid var(--bad);border-radius:6px;padding:10px 14px;margin:16px 0}
.warning ul{margin:4px 0;padding-left:20px}
.controls{display:flex;flex-wrap:wrap;gap:10px 24px;align-items:center;margin:14px 0}
.controls .rate{flex:1 1 320px;display:flex;gap:12px;align-items:center}
.controls input[type=range]{flex:1;min-width:120px;height:28px;accent-color:var(--drcpe-2)}
.controls output{font-weight:700;min-width:4.2em;text-align:right;font-variant-numeric:tabular-nums}
select{font:inherit;color:inherit;background:var(--background);border:1px solid var(--soft);border-radius:4px;padding:3px 6px;max-width:100%}
:focus-visible{outline:3px solid var(--drcpe-1);outline-offset:2px;border-radius:3px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:10px;margin:12px 0;padding:0}
.tiles div{border:1px solid var(--line);border-radius:6px;padding:8px 12px}
.tiles dt{color:var(--soft);font-size:.875rem}
.tiles dd{margin:0;font-size:1.45rem;font-weight:650;font-variant-numeric:tabular-nums}
.tiles small{display:block;font-size:.8rem;font-weight:400;color:var(--soft)}
figure{margin:14px 0}
figure svg{display:block;width:100%;height:auto}
svg.narrow{display:none!important}
.curves{touch-action:pan-y;cursor:crosshair}
.curves .band:not(.main){display:none}
.curves.all-bands .band{display:inline}
.curves .off,.curves.all-bands .off{display:none}
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
tbody th{font-weight:400;max-width:24em;overflow-wrap:anywhere;white-space:normal;min-width:9.5em}
th label{min-width:13.5em}
tr.chosen th{font-weight:700}
tr.reference{color:var(--soft)}
.spread{font-size:.8em;color:var(--soft)}
.red .spread,.bold .spread{color:inherit}
input[type=checkbox]{accent-color:var(--drcpe-2)}
.results th,.results td{padding:4px 6px}
.bold{font-weight:700}
.red{color:var(--bad)}
.swatch{display:inline-block;vertical-align:middle;margin:0 6px}
th label{display:flex;align-items:center;cursor:pointer}
.hash{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8rem;overflow-wrap:anywhere;white-space:normal}
.made td{text-align:left;white-space:normal;overflow-wrap:anywhere}
details summary{cursor:pointer;color:var(--soft)}
@media (max-width:560px){svg.wide{display:none!important}svg.narrow{display:block!important}.finding{font-size:1.2rem}main{padding:16px 12px 48px}table{font-size:.82rem}th,td{padding:4px 5px}tbody th{min-width:6em}th label{min-width:8.5em}}
@media print{@page{margin:16mm}body{font-size:11pt}main{max-width:none;padding:0}.controls,.screen{display:none!important}figure,tr,.tiles,.warning{break-inside:avoid}h2{break-after:avoid}.tall{max-height:none;overflow:visible}.scroll{overflow:visible;background:none}.scroll.more::before{display:none}svg.wide{display:block!important}svg.narrow{display:none!important}table{font-size:8.5pt}th,td{padding:2px 5px}.finding{font-size:15pt}}
`.trim();
