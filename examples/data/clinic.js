// Made-up skin checks: patients come several times, and some patients are harder than others.
import { exp, stream } from '@cede/core';

export const classes = ['harmless', 'suspicious'];

export function visits(patients, seed) {
  const random = stream(seed, 'clinic');
  return Array.from({ length: patients }, (_, patient) => {
    const group = random.uniform() < 0.3 ? 'children' : 'adults';
    // What makes a patient hard is the same at each visit: the rows of one patient are alike.
    const clarity = (group === 'children' ? 0.8 : 1.6) + 0.8 * random.normal();
    return Array.from({ length: 1 + random.below(4) }, () => {
      const truth = +(random.uniform() < 0.35);
      const logit = (truth ? 1 : -1) * clarity + random.normal();
      const suspicious = 1 / (1 + exp(-logit));
      const doctor = random.uniform() < 0.93 ? truth : 1 - truth;
      return {
        ...{ patient: `P${patient + 1}`, group, label: truth, doctor },
        model: [1 - suspicious, suspicious],
      };
    });
  }).flat();
}
