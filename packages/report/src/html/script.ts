import { DETAILS_SCRIPT } from './details-script.js';

/**
 * What moves in the report. There is one state, the dial's stop and the method, and `settle` writes
 * all that depends on it. Hovering shows a reading on the chart and changes nothing else, so no number
 * on the page ever disagrees with the dial. Plain JavaScript that looks numbers up and prints them;
 * without it the page stands still at the finding's setting.
 */
export const SCRIPT = `
(function () {
  var data = JSON.parse(document.getElementById('cede-data').textContent);
  var rate = document.getElementById('rate');
  var method = document.getElementById('method');
  var all = function (selector, within) {
    return Array.prototype.slice.call((within || document).querySelectorAll(selector));
  };
  var charts = all('svg.curves');
  function fixed(value, decimals) {
    var text = Math.abs(value).toFixed(decimals);
    return value < 0 && Number(text) !== 0 ? '\\u2212' + text : text;
  }
  function count(value) {
    return fixed(value, 0).replace(/\\B(?=(\\d{3})+$)/g, ',');
  }
  function percent(fraction) {
    return String(Number((100 * fraction).toFixed(1))) + '\\u00a0%';
  }
  function unit(text) {
    return data.unit ? text + '\\u00a0' + data.unit : text;
  }
  function value(line, k) {
    return unit(fixed(line.values[k], data.shortDecimals));
  }
  function money(amount) {
    var text = fixed(amount * data.purse.per, data.purse.decimals);
    var c = data.purse.currency;
    if (!/\\p{Sc}/u.test(c)) return c ? text + '\\u00a0' + c : text;
    return text.charAt(0) === '\\u2212' ? '\\u2212' + c + text.slice(1) : c + text;
  }
  function put(id, text) {
    var element = document.getElementById(id);
    if (element) element.textContent = text;
  }
  function interval(line, k) {
    return line.lower
      ? fixed(line.lower[k], data.decimals) + ' to ' + fixed(line.upper[k], data.decimals)
      : '\\u2013';
  }
  function cases(list, k) {
    return list ? count(list[k]) : '\\u2013';
  }
  function ends(chart, axis) {
    return chart.getAttribute('data-' + axis).split(' ').map(Number);
  }
  function scale(chart, axis, number) {
    var s = ends(chart, axis);
    return s[2] + ((number - s[0]) / (s[1] - s[0])) * (s[3] - s[2]);
  }
  function points(chart, values) {
    return values.slice(0, Number(rate.max) + 1).map(function (each, k) {
      return scale(chart, 'x', data.grid[k]).toFixed(1) + ',' + scale(chart, 'y', each).toFixed(1);
    });
  }
  function needle(chart, k) {
    var x = scale(chart, 'x', data.grid[k]).toFixed(1);
    var path = chart.querySelector('.needle path');
    path.setAttribute('d', path.getAttribute('d').replace(/^M[^,]+/, 'M' + x));
    var dots = chart.querySelectorAll('.needle circle');
    var s = ends(chart, 'y');
    data.lines.forEach(function (each, row) {
      var dot = dots[data.dots[row]];
      var y = scale(chart, 'y', each.values[k]);
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', y.toFixed(1));
      dot.setAttribute('visibility', y <= s[2] + 0.5 && y >= s[3] - 0.5 ? 'visible' : 'hidden');
    });
  }
  function differences(line, k) {
    all('svg.difference').forEach(function (panel) {
      var band = panel.querySelector('.over-band');
      var path = panel.querySelector('.over-line');
      var over = line.over;
      var dial = panel.querySelector('.dial');
      dial.setAttribute('d', dial.getAttribute('d').replace(/^M[^,]+/, 'M' + scale(panel, 'x', data.grid[k]).toFixed(1)));
      band.setAttribute('d', over ? 'M' + points(panel, over.upper).concat(points(panel, over.lower).reverse()).join('L') + 'Z' : '');
      path.setAttribute('d', over ? 'M' + points(panel, over.estimate).join('L') : '');
      band.setAttribute('fill', line.colour);
      path.setAttribute('stroke', line.colour);
      path.setAttribute('stroke-dasharray', line.dash || 'none');
    });
  }
${DETAILS_SCRIPT}
  function settle() {
    var k = Number(rate.value);
    var row = method.selectedIndex;
    var line = data.lines[row];
    put('rate-shown', percent(data.grid[k]));
    put('rate-head', percent(data.grid[k]));
    put('tile-value', value(line, k));
    put('tile-cases', count(data.cases[k]));
    put('tile-avoided', cases(line.avoided, k));
    put('tile-caused', cases(line.caused, k));
    if (data.purse) put('tile-cost', line.costs ? money(line.costs[k]) : '\\u2013');
    data.lines.forEach(function (each, at) {
      put('value-' + at, fixed(each.values[k], data.decimals));
      put('interval-' + at, interval(each, k));
      put('avoided-' + at, cases(each.avoided, k));
      put('caused-' + at, cases(each.caused, k));
    });
    charts.forEach(function (chart) { needle(chart, k); });
    all('.curves [data-method]').forEach(function (element) {
      element.classList.toggle('picked', element.getAttribute('data-method') === line.name);
    });
    all('tr[data-line]').forEach(function (each) {
      each.classList.toggle('chosen', Number(each.getAttribute('data-line')) === row);
    });
    differences(line, k);
    var elsewhere = k !== data.stop || row !== data.row;
    all('.elsewhere').forEach(function (note) { note.hidden = !elsewhere; });
    detailsAt(line, k, !elsewhere);
    rate.setAttribute('aria-valuetext', percent(data.grid[k]) + ' ' + data.words.ofCases + ', ' + count(data.cases[k]) + ' of them: ' + data.name + ' ' + value(line, k) + (line.avoided && line.caused ? ', ' + count(line.avoided[k]) + ' ' + data.words.avoided + ', ' + count(line.caused[k]) + ' ' + data.words.caused : ''));
  }
  function nearest(chart, event) {
    var box = chart.getBoundingClientRect();
    var s = ends(chart, 'x');
    var x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    var wanted = s[0] + ((x - s[2]) / (s[3] - s[2])) * (s[1] - s[0]);
    var best = 0;
    data.grid.forEach(function (each, k) {
      if (k <= Number(rate.max) && Math.abs(each - wanted) < Math.abs(data.grid[best] - wanted)) best = k;
    });
    return best;
  }
  // A reading under the pointer: a line of its own and its own words, beside the dial's needle.
  function read(chart, k) {
    var hover = chart.querySelector('.hover');
    var s = ends(chart, 'x');
    var x = scale(chart, 'x', data.grid[k]);
    var left = x > (s[2] + s[3]) / 2;
    hover.querySelector('path').setAttribute('transform', 'translate(' + x.toFixed(1) + ' 0)');
    var text = hover.querySelector('text');
    text.setAttribute('x', (x + (left ? -6 : 6)).toFixed(1));
    text.setAttribute('text-anchor', left ? 'end' : 'start');
    text.textContent = percent(data.grid[k]) + ': ' + value(data.lines[method.selectedIndex], k);
    hover.removeAttribute('visibility');
  }
  function mark(row, name, on) {
    all('.curves [data-method]').forEach(function (element) {
      if (element.getAttribute('data-method') === data.lines[row].name) element.classList.toggle(name, on);
    });
  }
  rate.addEventListener('input', settle);
  method.addEventListener('change', settle);
  charts.forEach(function (chart) {
    chart.addEventListener('pointermove', function (event) { read(chart, nearest(chart, event)); });
    chart.addEventListener('pointerleave', function () { chart.querySelector('.hover').setAttribute('visibility', 'hidden'); });
    chart.addEventListener('click', function (event) { rate.value = nearest(chart, event); settle(); });
  });
  all('button.reset').forEach(function (button) {
    button.addEventListener('click', function () {
      rate.value = data.stop;
      method.selectedIndex = data.row;
      settle();
    });
  });
  all('input[data-row]').forEach(function (box) {
    var row = Number(box.getAttribute('data-row'));
    box.addEventListener('change', function () { mark(row, 'off', !box.checked); });
    function light(on) {
      charts.forEach(function (chart) { chart.classList.toggle('lit', on); });
      mark(row, 'on', on);
    }
    var line = box.closest('tr');
    line.addEventListener('pointerenter', function () { light(true); });
    line.addEventListener('pointerleave', function () { light(false); });
    box.addEventListener('focus', function () { if (box.matches(':focus-visible')) light(true); });
    box.addEventListener('blur', function () { light(false); });
  });
  var bands = document.getElementById('bands');
  if (bands) bands.addEventListener('change', function () {
    charts.forEach(function (chart) { chart.classList.toggle('all-bands', bands.checked); });
  });
  // A frame that hides columns says so; phones hide the scroll bar that would.
  function frames() {
    all('.scroll').forEach(function (frame) {
      frame.classList.toggle('more', frame.scrollWidth > frame.clientWidth + 1);
    });
  }
  window.addEventListener('resize', frames);
  // What is folded is printed too.
  window.addEventListener('beforeprint', function () { all('details').forEach(function (each) { each.open = true; }); });
  frames();
  settle();
})();
`.trim();
