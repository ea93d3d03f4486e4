import type { Method } from '../method.js';
import { unusable } from '../refuse.js';

/** With more classes, one coefficient for each log-probability costs more than it brings. */
export const FEW_CLASSES = 30;

/** The method where there are few classes: with many its inputs are mostly noise, and most of the work. */
export const forFewClasses = (method: Method): Method => ({
  ...method,
  whyUnusable: (table, expert) =>
    table.classes.length > FEW_CLASSES
      ? unusable(method.name, `is tried with up to ${FEW_CLASSES} classes here.`)
      : method.whyUnusable(table, expert),
});
