import type { Method } from '../method.js';
import { unusable } from '../refuse.js';

/** The method where there are no classes; with classes a shortlist has it on calibrated inputs. */
export const forColumns = (method: Method): Method => ({
  ...method,
  whyUnusable: (table, expert) =>
    table.model
      ? unusable(method.name, 'is tried on calibrated inputs here.')
      : method.whyUnusable(table, expert),
});
