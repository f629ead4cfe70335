import { deflateSync, inflateSync } from 'node:zlib';
import type { Calibration } from './calibrate.js';
import { BUCKETS } from './features.js';
import type { LabelWeights } from './fit-labels.js';
import type { LearnedModel } from './train-model.js';
import { WordWeights } from './word-weights.js';

/** Changes with the features and with the form of the bytes: an older model is learned again. */
export const MODEL_VERSION = 1;

/** Of a model with all labels that are allowed, unpacked. */
const MOST_BYTES = 32_000_000;
const HEADER_LENGTH = 4;
const NUMBER = 4;

interface Header {
  version: number;
  calibration: Calibration;
  labels: { bias: number; words: number }[];
}

/** The model as bytes, packed, with a checksum. */
export function modelBytes({ words, weights, calibration }: LearnedModel): Buffer {
  const labels = weights.map(({ bias, buckets }) => ({ bias, words: buckets.length }));
  const header = Buffer.from(JSON.stringify({ version: MODEL_VERSION, calibration, labels } satisfies Header));
  const length = Buffer.alloc(HEADER_LENGTH);
  length.writeUInt32LE(header.length);
  const numbers = weights.flatMap(({ buckets, weights: own }) => [bytesOf(buckets), bytesOf(own)]);
  return deflateSync(Buffer.concat([length, header, words.steps, ...numbers]));
}

/** Undefined when the bytes are damaged, or of another version. */
export function readModel(bytes: Uint8Array): LearnedModel | undefined {
  try {
    return unpacked(inflateSync(bytes, { maxOutputLength: MOST_BYTES }));
  } catch {
    return undefined;
  }
}

function unpacked(bytes: Buffer): LearnedModel | undefined {
  const headerEnd = HEADER_LENGTH + bytes.readUInt32LE();
  const header = JSON.parse(bytes.toString('utf8', HEADER_LENGTH, headerEnd)) as Header;
  if (header.version !== MODEL_VERSION || header.calibration.labels.length !== header.labels.length) return undefined;
  let at = headerEnd + BUCKETS;
  const take = (count: number): ArrayBuffer => {
    const end = at + count * NUMBER;
    if (end > bytes.length) throw new RangeError('the model is too short');
    const part = new Uint8Array(bytes.subarray(at, end)).buffer;
    at = end;
    return part;
  };
  const steps = new Uint8Array(bytes.subarray(headerEnd, at));
  if (steps.length !== BUCKETS) return undefined;
  const weights = header.labels.map(({ bias, words }): LabelWeights => {
    const buckets = new Uint32Array(take(words));
    if (buckets.some((bucket) => bucket >= BUCKETS)) throw new RangeError('there is no such word');
    return { bias, buckets, weights: new Float32Array(take(words)) };
  });
  return at === bytes.length ? { words: new WordWeights(steps), weights, calibration: header.calibration } : undefined;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
