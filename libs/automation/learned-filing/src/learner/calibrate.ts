/** What a label would have been given, by a model that has not seen the document. */
export interface Trial {
  label: number;
  score: number;
  isRight: boolean;
}

/** How well a label is known, measured on documents that were not learned from. */
export interface LabelQuality {
  /** From which score on it is set; above 1: never. */
  set: number;
  /** Documents that it would have been set or suggested for, and those of them that have it. */
  proposed: number;
  proposedRight: number;
  /** The same of those that it would have been set for. */
  setCount: number;
  setRight: number;
}

export interface Calibration {
  /** From which score on any label is suggested; above 1: never. */
  suggest: number;
  labels: LabelQuality[];
}

/** So much of what is set is right: of each label as it was measured, of all together as a lower bound. */
const LEAST_PRECISION = 0.97;
/** One-sided, 95 %. */
const Z = 1.645;
const LEAST_SET_SCORE = 0.5;
/** A label is set only after so many documents that it would have been set for. */
const FEWEST_SET = 5;
/** Of what is suggested and not set. */
const LEAST_SUGGESTED_PRECISION = 0.75;
const LEAST_SUGGESTED_SCORE = 0.3;
const NEVER = 2;

/** Finds from which scores on labels are set and suggested, by what a model would have given to unseen documents. */
export function calibrate(trials: readonly Trial[], labels: number): Calibration {
  const sorted = trials.toSorted((one, two) => two.score - one.score);
  const byLabel = Map.groupBy(sorted, ({ label }) => label);
  const own = Array.from({ length: labels }, (_, label) => ownThreshold(byLabel.get(label) ?? []));
  const setByOwn = sorted.filter(({ label, score }) => score >= (own[label] ?? NEVER));
  const ofAll = lowestScore(setByOwn, (right, all) => lowerBound(right, all) >= LEAST_PRECISION);
  const set = own.map((threshold) => Math.max(threshold, ofAll));
  const others = sorted.filter(({ label, score }) => score >= LEAST_SUGGESTED_SCORE && score < (set[label] ?? NEVER));
  const suggest = lowestScore(others, (right, all) => right >= all * LEAST_SUGGESTED_PRECISION);
  return { suggest, labels: set.map((threshold, label) => qualityOf(byLabel.get(label) ?? [], threshold, suggest)) };
}

function ownThreshold(sorted: readonly Trial[]): number {
  const likely = sorted.filter(({ score }) => score >= LEAST_SET_SCORE);
  return lowestScore(likely, (right, all) => all >= FEWEST_SET && right >= all * LEAST_PRECISION);
}

/** The lowest score from which on enough is right. */
function lowestScore(sorted: readonly Trial[], isEnough: (right: number, all: number) => boolean): number {
  let [lowest, right] = [NEVER, 0];
  for (const [at, { score, isRight }] of sorted.entries()) {
    if (isRight) right += 1;
    if (sorted[at + 1]?.score !== score && isEnough(right, at + 1)) lowest = score;
  }
  return lowest;
}

/** Wilson's lower bound of a share. */
export function lowerBound(right: number, all: number): number {
  if (all === 0) return 0;
  const share = right / all;
  const margin = Z * Math.sqrt((share * (1 - share)) / all + (Z * Z) / (4 * all * all));
  return (share + (Z * Z) / (2 * all) - margin) / (1 + (Z * Z) / all);
}

function qualityOf(trials: readonly Trial[], set: number, suggest: number): LabelQuality {
  const count = (from: number) => {
    const given = trials.filter(({ score }) => score >= from);
    return { all: given.length, right: given.filter(({ isRight }) => isRight).length };
  };
  const [proposed, sure] = [count(Math.min(set, suggest)), count(set)];
  const quality = { set, proposed: proposed.all, proposedRight: proposed.right };
  return { ...quality, setCount: sure.all, setRight: sure.right };
}
