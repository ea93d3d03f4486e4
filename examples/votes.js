// People disagree, and the expert is one of them: 24,783 posts, a text model, one moderator, and the
// votes of all moderators.   node examples/votes.js
import { judge, readTable } from 'cede';

const file = new URL('../packages/cli/data/moderation.csv.gz', import.meta.url);
const columns = { model: 'p_*', expert: 'human' };

// The moderator's own vote is in the majority, so this truth flatters the moderator.
const flattering = await readTable(file, { ...columns, label: 'label' });
// This one is the majority of the *other* votes; ties are broken by a seeded coin.
const honest = await readTable(file, {
  ...columns,
  labelVotes: 'votes_*',
  leaveExpertOut: true,
  seed: 0,
});

const points = (share) => (100 * share).toFixed(1);
for (const [truth, table] of Object.entries({ flattering, honest })) {
  // Every row is scored by a scorer that was fitted without it. The linear method keeps this quick;
  // without `method`, the table's default one is judged.
  const verdict = await judge(table, { method: 'linear' });
  const best = verdict.gains.find(({ rate }) => rate === verdict.bestRate);
  console.log(`By the ${truth} truth: ${verdict.kind}`);
  console.log(
    `  model ${points(verdict.modelAccuracy)} %, moderator ${points(verdict.expertAccuracy)} %`,
  );
  console.log(
    `  handing over ${points(best.rate)} %: ${points(best.estimate)} points more (${points(best.lower)} to ${points(best.upper)}) than ${best.against === 'model' ? 'the model alone' : 'the same share at random'}`,
  );
}
