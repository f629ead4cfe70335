import { describe, expect, it } from '@jest/globals';
import { calibrate, lowerBound, type Trial } from './calibrate.js';
import { joinFeatures, type Examples } from './examples.js';
import { featuresOf } from './features.js';
import { modelBytes, readModel } from './model-bytes.js';
import { LabelProposer } from './propose-labels.js';
import { trainModel } from './train-model.js';

const SENDERS = ['Stadtwerke', 'Sparkasse', 'Finanzamt', 'Praxis', 'Telemax', 'Autohaus'];

function letterOf(sender: number, number: number) {
  const words = Array.from({ length: 12 }, (_, at) => `wort${(number * 7 + at * 5) % 61}`).join(' ');
  const text = `${SENDERS[sender]} Musterstadt\nKundennummer ${4_711_000 + sender}\nSehr geehrte Damen und Herren\n${words}`;
  return { name: `Scan ${number}.pdf`, text };
}

/** 25 letters of each sender, whose label is its number. */
function letters({ isExclusive = true, unknown = [] }: { isExclusive?: boolean; unknown?: number[] } = {}): Examples {
  const documents = Array.from({ length: SENDERS.length * 25 }, (_, at) => letterOf(at % SENDERS.length, at));
  const all = Uint32Array.from(documents.keys());
  return {
    ...joinFeatures(documents.map((document) => featuresOf(document).buckets)),
    groups: [{ known: all, isExclusive }],
    labels: SENDERS.map((_, sender) => ({
      group: 0,
      positive: all.filter((at) => at % SENDERS.length === sender && !unknown.includes(at)),
      unknown: Uint32Array.from(unknown.filter((at) => at % SENDERS.length === sender)),
    })),
  };
}

describe('the learner of labels', () => {
  const model = trainModel(letters());
  const proposer = new LabelProposer(model, () => 0);

  it('a new letter of a known sender gets its label, with the words that decided as they are written', () => {
    const [proposal, ...others] = proposer.propose(letterOf(2, 999));
    expect(proposal).toMatchObject({ label: 2, isSure: true });
    expect(proposal?.words.join(' ')).toMatch(/Finanzamt|4711002/);
    expect(others).toEqual([]);
  });

  it('a letter that shares only the usual words gets no label', () => {
    const text = 'Gärtnerei Blattgrün\nSehr geehrte Damen und Herren\nwir freuen uns über Ihren Besuch im Gewächshaus';
    expect(proposer.propose({ name: 'letter.pdf', text })).toEqual([]);
    expect(proposer.propose({ name: '', text: '' })).toEqual([]);
  });

  it('only the best one of labels that exclude each other is proposed', () => {
    const { text } = letterOf(0, 999);
    const both = { name: '', text: `${text}\n${letterOf(1, 998).text}` };
    expect(new LabelProposer(model, () => 0).propose(both).length).toBeLessThanOrEqual(1);
  });

  it('the same documents give the same model', () => {
    expect(modelBytes(trainModel(letters()))).toEqual(modelBytes(model));
  });

  it('few documents are not enough for setting a label without asking', () => {
    const examples = letters();
    const few = examples.labels.map((label) => ({ ...label, positive: label.positive.slice(0, 4) }));
    const known = Uint32Array.from(few.flatMap(({ positive }) => [...positive])).sort();
    const { calibration } = trainModel({ ...examples, groups: [{ known, isExclusive: true }], labels: few });
    expect(calibration.labels.map(({ setCount }) => setCount)).toEqual(SENDERS.map(() => 0));
  });

  it('documents that a program has labelled do not count as right or wrong', () => {
    const unknown = [2, 8, 14];
    const { calibration } = trainModel(letters({ isExclusive: false, unknown }));
    expect(calibration.labels[2]?.proposed).toBe(calibration.labels[2]?.proposedRight);
    expect(calibration.labels[2]?.proposed).toBeLessThanOrEqual(25 - unknown.length);
  });

  it('a model is the same after it was stored', () => {
    const stored = readModel(modelBytes(model));
    expect(stored && new LabelProposer(stored, () => 0).propose(letterOf(4, 999))).toEqual(
      proposer.propose(letterOf(4, 999)),
    );
  });

  it.each([
    ['has no bytes', (bytes: Buffer) => bytes.subarray(0, 0)],
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'has another byte',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 900), Buffer.from([bytes[900]! ^ 255]), bytes.subarray(901)]),
    ],
    ['is something else', () => Buffer.from('no model at all')],
  ])('a stored model that %s is not read', (_, damage) => {
    expect(readModel(damage(modelBytes(model)))).toBeUndefined();
  });
});

describe('the thresholds of labels', () => {
  const trials = (right: number, wrong: number, score: number): Trial[] =>
    Array.from({ length: right + wrong }, (_, at) => ({ label: 0, score, isRight: at < right }));

  it('a label is set only when the lower bound of all that is set is 97 %', () => {
    expect(calibrate(trials(80, 0, 0.9), 1).labels[0]?.setCount).toBe(0);
    expect(calibrate(trials(100, 0, 0.9), 1).labels[0]?.setCount).toBe(100);
    expect(calibrate(trials(100, 4, 0.9), 1).labels[0]?.setCount).toBe(0);
  });

  it('what is right less often is suggested, and what is mostly wrong is not', () => {
    const { suggest, labels } = calibrate([...trials(100, 0, 0.9), ...trials(40, 8, 0.6), ...trials(5, 60, 0.4)], 1);
    expect(suggest).toBe(0.6);
    expect(labels[0]).toMatchObject({ set: 0.9, setCount: 100, proposed: 148, proposedRight: 140 });
  });

  it('the lower bound of a share is lower for fewer documents', () => {
    expect(lowerBound(10, 10)).toBeCloseTo(0.787, 2);
    expect(lowerBound(1_000, 1_000)).toBeGreaterThan(0.997);
    expect(lowerBound(0, 0)).toBe(0);
  });
});

describe('the features of a document', () => {
  it('the number of features is limited, and only the beginning of a text counts', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `w${at.toString(36)}x`).join(' ');
    expect(featuresOf({ name: many, text: many }).buckets.length).toBeLessThanOrEqual(510);
    expect(featuresOf({ name: '', text: `${' '.repeat(6_000)}word` }).words).toEqual([]);
  });

  it('words count without case and accents, and are kept as they are written', () => {
    const [one, two] = [featuresOf({ name: '', text: 'Électricité' }), featuresOf({ name: '', text: 'electricite' })];
    expect(one.buckets).toEqual(two.buckets);
    expect(one.words).toEqual(['Électricité']);
  });

  it('short numbers tell nothing, long ones and addresses do', () => {
    const { words } = featuresOf({ name: 'Scan 2024-01-07.pdf', text: '12,50 2024 4711123 info@example.com' });
    expect(words).toEqual(expect.arrayContaining(['Scan', '4711123', 'info@example.com', '@example.com']));
    expect(words).not.toContain('2024');
  });
});
