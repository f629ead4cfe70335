// Labels that are learned from the first half of a household's paper and proposed for the second.
import { featuresOf, joinFeatures, LabelProposer, trainModel } from '#automation/learned-filing';
import { household } from './household.mjs';

const FEWEST_POSITIVE = 3;
const GROUPS = ['correspondent', 'type', 'tags'];
const labelsOf = (document) => [
  ...(document.correspondent === null ? [] : [`correspondent: ${document.correspondent}`]),
  ...(document.type === null ? [] : [`type: ${document.type}`]),
  ...document.tags.map((tag) => `tags: ${tag}`),
];
const groupOf = (label) => label.slice(0, label.indexOf(':'));

/** Returns how much of what is set is right. */
export function measureLearned({ shown }) {
  const documents = household();
  const filed = documents.filter(({ isLater }) => !isLater);
  const later = documents.filter(({ isLater }) => isLater);
  const { model, names, ms } = learn(filed);
  const proposer = new LabelProposer(model, (label) =>
    groupOf(names[label]) === 'tags' ? undefined : groupOf(names[label]),
  );
  const began = performance.now();
  const judged = later.flatMap((document) => {
    const own = new Set(labelsOf(document));
    return proposer
      .propose(document)
      .map(({ label, ...proposal }) => ({ ...proposal, name: names[label], document, isRight: own.has(names[label]) }));
  });
  const each = (performance.now() - began) / later.length;
  console.log(`\nlabels learned from ${filed.length} documents of a household, proposed for the next ${later.length}`);
  table(later, judged, names);
  const { suggest } = model.calibration;
  console.log(
    `  suggested from ${suggest.toFixed(3)} on; learned in ${ms.toFixed(0)} ms, ${each.toFixed(3)} ms for each document`,
  );
  showWrong(judged, shown);
  measureSize();
  const setOnes = judged.filter(({ isSure }) => isSure);
  return setOnes.filter(({ isRight }) => isRight).length / setOnes.length;
}

function learn(documents) {
  const began = performance.now();
  const counts = new Map();
  for (const name of documents.flatMap(labelsOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= FEWEST_POSITIVE).map(([name]) => name);
  const withLabel = (isOf) => Uint32Array.from(documents.flatMap((document, at) => (isOf(document) ? [at] : [])));
  const examples = {
    ...joinFeatures(documents.map((document) => featuresOf(document).buckets)),
    groups: GROUPS.map((group) => ({
      known: withLabel((document) => labelsOf(document).some((name) => groupOf(name) === group)),
      isExclusive: group !== 'tags',
    })),
    labels: names.map((name) => ({
      group: GROUPS.indexOf(groupOf(name)),
      positive: withLabel((document) => labelsOf(document).includes(name)),
      unknown: new Uint32Array(),
    })),
  };
  return { model: trainModel(examples), names, ms: performance.now() - began };
}

function table(later, judged, names) {
  const percent = (part, all) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`);
  const known = new Set(names);
  const rows = [
    ['', 'labels', 'set', 'of these right', 'set of all', 'suggested', 'of these right', 'proposed of all'],
  ];
  for (const [name, isOf, documents] of [
    ...GROUPS.map((group) => [group, (label) => groupOf(label) === group, later]),
    ['all', () => true, later],
    ['of unfamiliar senders', () => true, later.filter(({ isUnfamiliar }) => isUnfamiliar)],
    ['of familiar senders', () => true, later.filter(({ isUnfamiliar }) => !isUnfamiliar)],
  ]) {
    const all = documents.flatMap(labelsOf).filter((label) => isOf(label) && known.has(label)).length;
    const own = judged.filter((one) => isOf(one.name) && documents.includes(one.document));
    const right = (list) => list.filter(({ isRight }) => isRight).length;
    const set = own.filter(({ isSure }) => isSure);
    const suggested = own.filter(({ isSure }) => !isSure);
    rows.push([
      ...[name, String(all), String(set.length), percent(right(set), set.length), percent(right(set), all)],
      ...[String(suggested.length), percent(right(suggested), suggested.length), percent(right(own), all)],
    ]);
  }
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  for (const cells of rows) console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`);
}

function showWrong(judged, shown) {
  const wrong = judged
    .filter(({ isRight }) => !isRight)
    .sort((one, two) => Number(two.isSure) - Number(one.isSure) || two.score - one.score);
  console.log(
    `\nwrong: ${wrong.filter(({ isSure }) => isSure).length} set, ${wrong.filter(({ isSure }) => !isSure).length} suggested`,
  );
  for (const { isSure, name, score, words, document } of wrong.slice(0, shown))
    console.log(
      `  ${isSure ? 'set' : 'suggested'} ${name} (${score.toFixed(2)}: ${words.join(', ')}) for ${document.type ?? 'no type'} of ${document.correspondent ?? 'no one'}, ${document.tags.join(' ')}`,
    );
}

/** Time and memory of what one training may look at. */
function measureSize() {
  const many = household({ documents: 10_000, seed: 815 });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const { ms, names } = learn(many);
  const more = (process.memoryUsage().rss - before) / 2 ** 20;
  console.log(
    `\n10,000 documents, ${names.length} labels: learned in ${(ms / 1000).toFixed(1)} s with ${more.toFixed(0)} MiB more memory`,
  );
}
