/**
 * What moves in the report: the dial, the needle, the line toggles. Plain JavaScript that looks
 * numbers up and prints them; without it the page stands still at the finding's rate.
 */
export const SCRIPT = `
(function () {
  var data = JSON.parse(document.getElementById('cede-data').textContent);
  var rate = document.getElementById('rate');
  var method = document.getElementById('method');
  var charts = Array.prototype.slice.call(document.querySelectorAll('svg.curves'));
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
    return unit(fixed(line.values[k], data.decimals));
  }
  function put(id, text) {
    document.getElementById(id).textContent = text;
  }
  function interval(line, k) {
    return line.lower
      ? fixed(line.lower[k], data.decimals) + ' \\u2026 ' + fixed(line.upper[k], data.decimals)
      : '\\u2013';
  }
  function cases(list, k) {
    return list ? count(list[k]) : '\\u2013';
  }
  function scale(chart, axis, number) {
    var s = chart.getAttribute('data-' + axis).split(' ').map(Number);
    return s[2] + ((number - s[0]) / (s[1] - s[0])) * (s[3] - s[2]);
  }
  function show(k) {
    var line = data.lines[method.selectedIndex];
    put('rate-shown', percent(data.grid[k]));
    put('tile-value', value(line, k));
    put('tile-model', data.words.alone + ' ' + unit(fixed(data.model, data.decimals)));
    put('tile-cases', count(data.cases[k]));
    put('tile-avoided', cases(line.avoided, k));
    put('tile-caused', cases(line.caused, k));
    put('rate-head', percent(data.grid[k]));
    data.lines.forEach(function (each, row) {
      put('value-' + row, fixed(each.values[k], data.decimals));
      put('interval-' + row, interval(each, k));
      put('avoided-' + row, cases(each.avoided, k));
      put('caused-' + row, cases(each.caused, k));
    });
    charts.forEach(function (chart) {
      var x = scale(chart, 'x', data.grid[k]).toFixed(1);
      var needle = chart.querySelector('.needle path');
      needle.setAttribute('d', needle.getAttribute('d').replace(/^M[^,]+/, 'M' + x));
      data.lines.forEach(function (each, row) {
        var dot = chart.querySelectorAll('.needle circle')[data.dots[row]];
        dot.setAttribute('cx', x);
        dot.setAttribute('cy', scale(chart, 'y', each.values[k]).toFixed(1));
        var ends = chart.getAttribute('data-y').split(' ').map(Number);
        var y = scale(chart, 'y', each.values[k]);
        var inside = y <= ends[2] + 0.5 && y >= ends[3] - 0.5;
        dot.setAttribute('visibility', inside ? 'visible' : 'hidden');
      });
    });
  }
  function settle() {
    var k = Number(rate.value);
    var line = data.lines[method.selectedIndex];
    show(k);
    rate.setAttribute('aria-valuetext', percent(data.grid[k]) + ' ' + data.words.ofCases + ', ' + count(data.cases[k]) + ' of them: ' + data.name + ' ' + value(line, k) + (line.avoided && line.caused ? ', ' + count(line.avoided[k]) + ' ' + data.words.avoided + ', ' + count(line.caused[k]) + ' ' + data.words.caused : ''));
  }
  function nearest(chart, event) {
    var box = chart.getBoundingClientRect();
    var s = chart.getAttribute('data-x').split(' ').map(Number);
    var x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    var wanted = s[0] + ((x - s[2]) / (s[3] - s[2])) * (s[1] - s[0]);
    var best = 0;
    data.grid.forEach(function (each, k) {
      if (k <= Number(rate.max) && Math.abs(each - wanted) < Math.abs(data.grid[best] - wanted)) best = k;
    });
    return best;
  }
  function mark(row, name, on) {
    charts.forEach(function (chart) {
      chart.querySelectorAll('[data-method]').forEach(function (element) {
        if (element.getAttribute('data-method') === data.lines[row].name) element.classList.toggle(name, on);
      });
    });
  }
  rate.addEventListener('input', settle);
  method.addEventListener('change', settle);
  charts.forEach(function (chart) {
    chart.addEventListener('pointermove', function (event) { show(nearest(chart, event)); });
    chart.addEventListener('pointerleave', settle);
    chart.addEventListener('click', function (event) { rate.value = nearest(chart, event); settle(); });
  });
  document.querySelectorAll('input[data-row]').forEach(function (box) {
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
    document.querySelectorAll('.scroll').forEach(function (frame) {
      frame.classList.toggle('more', frame.scrollWidth > frame.clientWidth + 1);
    });
  }
  window.addEventListener('resize', frames);
  frames();
  settle();
})();
`.trim();
