/**
 * The part of the page's script that writes classes, groups and scores at the dial's setting. It
 * stands inside `SCRIPT` and uses its functions.
 */
export const DETAILS_SCRIPT = `
  var follows = function (part) { return data.follows.indexOf(part) >= 0; };
  function signed(value, decimals) {
    var text = fixed(value, decimals);
    return value > 0 && Number(text) !== 0 ? '+' + text : text;
  }
  // Three bytes a number, from 0 to 1 with seven decimals: see details-data.ts.
  function unpacked(text, k) {
    var bytes = atob(text.slice(4 * k, 4 * k + 4));
    return (65536 * bytes.charCodeAt(0) + 256 * bytes.charCodeAt(1) + bytes.charCodeAt(2)) / 1e7;
  }
  function classesAt(line, k) {
    (line.classes || []).forEach(function (each, c) {
      var cell = document.getElementById('class-' + c + '-share');
      if (!cell || cell.textContent === '\\u2013') return;
      var share = unpacked(each.share, k);
      cell.textContent = percent(data.answers ? 1 - share : share);
      put('class-' + c + '-right', data.answers && share >= 1 ? '\\u2013' : fixed(100 * unpacked(each.right, k), 1));
    });
  }
  function groupsAt(line, k, atHeadline) {
    (line.groups || []).forEach(function (each, g) {
      var group = data.groups[g];
      var digits = data.isAccuracy ? (group.rows >= 2000 ? 1 : 0) : 3;
      var none = data.answers && each.rate[k] <= 0;
      put('group-' + g + '-rate', fixed(100 * each.rate[k], 0) + '\\u00a0%');
      put('group-' + g + '-value', none ? '\\u2013' : fixed(each.value[k], digits));
      put('group-' + g + '-gain', signed(each.gain[k], digits) + ' (' + signed(each.lower[k], digits) + ' to ' + signed(each.upper[k], digits) + ')');
      put('group-' + g + '-warning', atHeadline ? group.warning : '');
      all('g.group[data-group="' + g + '"]').forEach(function (dot) {
        var at = function (value) { return scale(dot.ownerSVGElement, 'x', value).toFixed(1); };
        var path = dot.querySelector('path');
        var y = path.getAttribute('d').replace(/^M[^,]+,([\\d.]+)H.*$/, '$1');
        path.setAttribute('d', 'M' + at(each.lower[k]) + ',' + y + 'H' + at(each.upper[k]));
        dot.querySelector('circle').setAttribute('cx', at(each.gain[k]));
      });
    });
  }
  function barsAt(picture, scores, k) {
    var b = picture.getAttribute('data-bars').split(' ').map(Number);
    var rise = function (cases) { return b[0] - Math.pow(cases / b[2], b[3]) * b[1]; };
    var bars = all('rect', picture).slice(1); // the first is the background
    var set = function (bar, from, to) {
      bar.setAttribute('y', rise(to).toFixed(1));
      bar.setAttribute('height', Math.max(0, rise(from) - rise(to)).toFixed(1));
    };
    scores.cases.forEach(function (cases, bin) {
      var cut = scores.cutBins[k];
      var below = bin < cut ? cases : bin === cut ? scores.cutCases[k] : 0;
      set(bars[2 * bin], 0, below);
      set(bars[2 * bin + 1], below, cases);
    });
    var s = ends(picture, 'x');
    var threshold = scores.thresholds[k];
    var x = scale(picture, 'x', Math.min(Math.max(threshold, s[0]), s[1]));
    var left = x < (s[2] + s[3]) / 2;
    var path = picture.querySelector('.threshold path');
    path.setAttribute('d', path.getAttribute('d').replace(/^M[^,]+/, 'M' + x.toFixed(1)));
    var text = picture.querySelector('.threshold text');
    text.setAttribute('x', (x + (left ? 6 : -6)).toFixed(1));
    text.setAttribute('text-anchor', left ? 'start' : 'end');
    text.textContent = 'threshold ' + String(Number(threshold.toPrecision(3))).replace('-', '\\u2212');
  }
  function scoresAt(line, k) {
    all('figure.scores').forEach(function (figure) {
      var own = figure.getAttribute('data-method') === line.name;
      figure.hidden = !own;
      if (own) all('svg', figure).forEach(function (picture) { barsAt(picture, line.scores, k); });
    });
    all('.no-scores').forEach(function (note) { note.hidden = Boolean(line.scores); });
    all('.rate-here').forEach(function (each) { each.textContent = percent(data.grid[k]); });
  }
  function detailsAt(line, k, atHeadline) {
    var setting = percent(data.grid[k]) + ' ' + data.words.ofSetting + ' by ' + line.label;
    all('.setting').forEach(function (each) { each.textContent = setting; });
    if (follows('classes')) classesAt(line, k);
    if (follows('groups')) groupsAt(line, k, atHeadline);
    if (follows('scores')) scoresAt(line, k);
  }
`;
