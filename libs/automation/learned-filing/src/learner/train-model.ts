import { calibrate, type Calibration, type Trial } from './calibrate.js';
import { bucketsOf, type Examples } from './examples.js';
import { LabelFitter, type LabelWeights } from './fit-labels.js';
import { Random } from './random.js';
import { Scorer, type Score } from './scorer.js';
import { WordWeights } from './word-weights.js';

/** What was learned from the documents of an organization. */
export interface LearnedModel {
  words: WordWeights;
  weights: LabelWeights[];
  calibration: Calibration;
}

/** Parts that are left out in turn, and judged by what was learned from the others. */
const FOLDS = 4;
/** Scores below are not counted: nothing is done with them. */
const LEAST_SCORE = 0.2;
/** A label that more of the documents have is no sender. */
const MOST_OF_SENDER = 0.1;

/** Learns all labels, and measures how well on documents that were left out. */
export function trainModel(examples: Examples): LearnedModel {
  const documents = examples.starts.length - 1;
  const fitter = new LabelFitter(examples);
  const foldOf = folds(documents);
  const unfamiliar = unfamiliarFolds(examples);
  const trials: Trial[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isUsed = (document: number): boolean => foldOf[document] !== fold && unfamiliar[document] !== fold;
    const words = wordsOf(examples, isUsed);
    const scorer = new Scorer(fitter.fit({ isUsed, words }), words);
    collectTrials(examples, scorer, { trials, isJudged: (document) => foldOf[document] === fold });
  }
  const words = wordsOf(examples, () => true);
  const weights = fitter.fit({ isUsed: () => true, words });
  return { words, weights, calibration: calibrate(trials, examples.labels.length) };
}

function folds(documents: number): Uint8Array {
  const order = Uint32Array.from({ length: documents }, (_, document) => document);
  new Random().shuffle(order);
  const foldOf = new Uint8Array(documents);
  for (const [at, document] of order.entries()) foldOf[document] = at % FOLDS;
  return foldOf;
}

/**
 * New senders come all the time, and what is known of others must not be taken for theirs. So in each part a quarter of the
 * senders is not learned at all: senders are what has the most labels.
 */
function unfamiliarFolds({ starts, groups, labels }: Examples): Uint8Array {
  const foldOf = new Uint8Array(starts.length - 1).fill(FOLDS);
  const rare = labels.filter(
    ({ group, positive }) => positive.length <= (groups[group]?.known.length ?? 0) * MOST_OF_SENDER,
  );
  const byGroup = Map.groupBy(rare, ({ group }) => group);
  const senders = [...byGroup.values()].sort((one, two) => two.length - one.length)[0] ?? [];
  for (const [at, { positive }] of senders.entries()) for (const document of positive) foldOf[document] = at % FOLDS;
  return foldOf;
}

function wordsOf(examples: Examples, isUsed: (document: number) => boolean): WordWeights {
  const documents = Array.from({ length: examples.starts.length - 1 }, (_, document) => document).filter(isUsed);
  return WordWeights.of(documents.map((document) => bucketsOf(examples, document)));
}

function collectTrials(
  examples: Examples,
  scorer: Scorer,
  { trials, isJudged }: { trials: Trial[]; isJudged: (document: number) => boolean },
): void {
  const { labels, groups } = examples;
  const known = groups.map((group) => new Set(group.known.filter(isJudged)));
  const positive = labels.map((label) => new Set(label.positive.filter(isJudged)));
  const unknown = labels.map((label) => new Set(label.unknown.filter(isJudged)));
  for (let document = 0; document < examples.starts.length - 1; document += 1) {
    if (!isJudged(document)) continue;
    const scores = scorer.scores(bucketsOf(examples, document)).filter(({ score }) => score >= LEAST_SCORE);
    for (const { label, score } of bestOf(scores, (number) => exclusiveGroup(examples, number))) {
      if (known[labels[label]?.group ?? -1]?.has(document) !== true || unknown[label]?.has(document) === true) continue;
      trials.push({ label, score, isRight: positive[label]?.has(document) === true });
    }
  }
}

function exclusiveGroup({ labels, groups }: Examples, label: number): number | undefined {
  const group = labels[label]?.group;
  return group !== undefined && groups[group]?.isExclusive === true ? group : undefined;
}

/** Of labels that exclude each other only the best one. */
export function bestOf(scores: readonly Score[], groupOf: (label: number) => number | undefined): Score[] {
  const best = new Map<number, Score>();
  const others: Score[] = [];
  for (const score of scores) {
    const group = groupOf(score.label);
    if (group === undefined) others.push(score);
    else if (score.score > (best.get(group)?.score ?? -1)) best.set(group, score);
  }
  return [...best.values(), ...others].sort((one, two) => two.score - one.score);
}
