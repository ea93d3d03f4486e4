import type { Results } from '../compare/results.js';

/** Every expert by name, the first one too, where there are several. */
export function withExperts(
  results: Results,
  name: string,
  others: Readonly<Record<string, Results>> | undefined,
): Results {
  if (!others || Object.keys(others).length === 0) return results;
  return { ...results, experts: { [name]: results, ...others } };
}

/** One line an expert: who is worth asking. */
export function expertsText({ experts, rates }: Results): string[] {
  if (!experts) return [];
  const at = rates.reduce((best, rate, k) => (rate <= 0.2 ? k : best), 0);
  return [
    '',
    `Experts, alone and with the best learned method at ${Math.round(100 * rates[at])} %:`,
    ...Object.entries(experts).map(([name, { test, methods }]) => {
      const learned = Object.entries(methods).filter(
        ([key]) => !['random', 'oracle'].includes(key),
      );
      const [best, { mean }] = learned.reduce((a, b) => (b[1].mean[at] > a[1].mean[at] ? b : a));
      return `  ${name.padEnd(20)} alone ${test.expertAccuracy.toFixed(2)}, system ${mean[at].toFixed(2)} (${best}, the best of these rows)`;
    }),
    '',
  ];
}

/** What rejection is judged by, one line a method; empty where there is an expert. */
export function rejectionLines({ methods }: Results, rejecting: boolean): string[] {
  if (!rejecting) return [];
  return Object.entries(methods).flatMap(([name, { aurc, augrc }]) =>
    aurc === undefined || augrc === undefined
      ? []
      : [`  ${name.padEnd(12)} AURC ${aurc.toFixed(2)}, AUGRC ${augrc.toFixed(2)} (low is good)`],
  );
}
