import { InputError, insist, type Stream } from '@cede/core';
import type { ClassNames, Corrupted, SpecialistSpec } from './corruption.js';
import { keepPerClass } from './keep.js';
import { summarise } from './summary.js';

/** All examples of the specialist classes, p percent (to the nearest whole) of each other class. */
export function specialist(
  labels: Uint8Array,
  names: ClassNames,
  spec: SpecialistSpec,
  random: Stream,
): Corrupted {
  const { percent } = spec;
  insist(
    percent >= 0 && percent <= 100,
    () => `specialist(${percent}): give the share of the other classes as 0 … 100 percent.`,
  );
  const count = names.classes.length;
  const chosen = new Set(resolveClasses(spec.specialists, names));
  insist(
    chosen.size > 0 && chosen.size < count,
    () =>
      `specialist(${percent}): ${chosen.size} of ${count} classes are specialist classes; ` +
      `name 1 … ${count - 1}.`,
  );
  const quota = (label: number, size: number) =>
    chosen.has(label) ? size : Math.round((size * percent) / 100);
  const indices =
    spec.keep === 'first'
      ? Uint32Array.from(labels.keys()).filter(
          (i) => chosen.has(labels[i]) || random.uniform() < percent / 100,
        )
      : keepPerClass(labels, count, quota, random);
  const kept = Uint8Array.from(indices, (index) => labels[index]);
  const rule =
    `specialist(${percent}): all examples of ${chosen.size} classes, ` +
    `${percent} % of the other ${count - chosen.size}${spec.keep === 'first' ? ', a coin for each' : ''}`;
  return summarise(labels, count, indices, kept, rule);
}

/** Labels, class names and group names as labels. */
export function resolveClasses(
  wanted: readonly (string | number)[],
  { classes, groups }: ClassNames,
): number[] {
  return wanted.flatMap((name) => {
    if (typeof name === 'number') {
      insist(
        Number.isInteger(name) && name >= 0 && name < classes.length,
        () => `class ${name} is not one of 0 … ${classes.length - 1}.`,
      );
      return [name];
    }
    const label = classes.indexOf(name);
    if (label >= 0) return [label];
    if (Object.hasOwn(groups, name)) return [...groups[name]];
    const known = [...classes, ...Object.keys(groups)];
    throw new InputError(
      `'${name}' is neither a class nor a group of classes; the dataset has ` +
        `${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`,
    );
  });
}
