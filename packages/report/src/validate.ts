import { insist } from '@cede/core';
import type { CostCurves, LineDetails, ReportData } from './report-data.js';

/** A list of the wrong length would draw a wrong picture without a word: refused here instead. */
export function validateReportData(data: ReportData): void {
  const { grid, rates, methods, finding } = data;
  insist(
    grid.length >= 2 && grid.length <= 201,
    () => `report data: grid has ${grid.length} rates; give 2 to 201.`,
  );
  for (let k = 0; k < grid.length; k++) {
    insist(
      grid[k] >= 0 && grid[k] <= 1 && (k === 0 || grid[k] > grid[k - 1]),
      () => `report data: grid rate ${k + 1} is ${grid[k]}; rates must ascend from 0 to 1.`,
    );
  }
  insist(methods.length > 0, () => 'report data: there are no methods; give at least one.');
  const names = methods.map(({ name }) => name);
  insist(
    new Set(names).size === names.length,
    () => `report data: method names repeat (${names.join(', ')}); give each once.`,
  );
  insist(
    names.includes(finding.method),
    () => `report data: the finding is about ${finding.method}, which is not among the methods.`,
  );
  sameLength(data.cases, grid, 'cases', 'grid');
  const lines = [
    { name: 'random', ...data.random },
    { name: 'oracle', ...data.oracle },
    ...methods,
  ];
  for (const line of lines) {
    sameLength(line.mean, rates, `${line.name}.mean`, 'rates');
    sameLength(line.std, rates, `${line.name}.std`, 'rates');
    sameLength(line.values, grid, `${line.name}.values`, 'grid');
    if (line.avoided) sameLength(line.avoided, grid, `${line.name}.avoided`, 'grid');
    if (line.caused) sameLength(line.caused, grid, `${line.name}.caused`, 'grid');
    insist(
      (line.atFinding === undefined) === (data.random.atFinding === undefined),
      () =>
        `report data: some lines have a stop at the finding's rate, some have none (${line.name}); give all of them one.`,
    );
    const wrong = line.values.findIndex((value) => !Number.isFinite(value));
    insist(
      wrong < 0,
      () => `report data: ${line.name}.values[${wrong}] is ${line.values[wrong]}; give a number.`,
    );
  }
  for (const method of methods) {
    sameLength(method.marks, rates, `${method.name}.marks`, 'rates');
    insist(
      (method.lower === undefined) === (method.upper === undefined),
      () => `report data: ${method.name} has one end of its band only; give both or none.`,
    );
    if (method.lower) sameLength(method.lower, grid, `${method.name}.lower`, 'grid');
    if (method.upper) sameLength(method.upper, grid, `${method.name}.upper`, 'grid');
  }
  if (data.costs?.curves) validateCosts(data, data.costs.curves);
  for (const { name } of data.rejection ? lines : [])
    insist(
      Number.isFinite(data.rejection!.augrc[name]),
      () => `report data: ${name} has no AUGRC; give every line one where nobody is asked.`,
    );
  for (const line of data.details ?? []) validateDetails(data, line);
  const { histogram } = data;
  if (histogram) {
    insist(
      histogram.edges.length === histogram.kept.length + 1 &&
        histogram.deferred.length === histogram.kept.length,
      () =>
        `report data: the histogram has ${histogram.edges.length} edges for ${histogram.kept.length} kept and ${histogram.deferred.length} deferred bins; give one edge more than bins.`,
    );
  }
}

/** Along the dial's stops: the grid's, and the finding's own where it lies between two of them. */
function validateDetails(data: ReportData, line: LineDetails): void {
  const { grid, random, finding, perClass, groups } = data;
  const between = random.atFinding && !grid.includes(finding.rate);
  const stops = grid.length + (between ? 1 : 0);
  const { name, classes, scores } = line;
  const lists = [
    ...(classes ?? []).flatMap((each) => Object.entries(each)),
    ...(line.groups ?? []).flatMap((each) => Object.entries(each)),
    ...(scores ? Object.entries({ thresholds: scores.thresholds, cutBins: scores.cutBins }) : []),
  ];
  for (const [key, list] of lists)
    insist(
      list.length === stops,
      () =>
        `report data: details of ${name}, ${key}, has ${list.length} entries for ${stops} stops.`,
    );
  if (classes) sameLength(classes, perClass, `details of ${name}, classes,`, 'perClass');
  if (line.groups)
    sameLength(line.groups, groups?.rows ?? [], `details of ${name}, groups,`, 'groups');
}

function validateCosts({ grid, methods }: ReportData, curves: CostCurves): void {
  for (const { name } of methods)
    insist(
      curves.methods.some((method) => method.name === name),
      () => `report data: ${name} has no cost curve; give every method one.`,
    );
  const lines = [
    { name: 'random', ...curves.random },
    { name: 'oracle', ...curves.oracle },
    ...curves.methods,
  ];
  for (const { name, ...lists } of lines)
    for (const [key, list] of Object.entries(lists))
      sameLength(list, grid, `costs of ${name}, ${key},`, 'grid');
}

function sameLength(
  list: readonly unknown[],
  other: readonly unknown[],
  name: string,
  otherName: string,
): void {
  insist(
    list.length === other.length,
    () =>
      `report data: ${name} has ${list.length} entries but ${otherName} has ${other.length}; give one each.`,
  );
}
