// Runs in a thread of `TextThreads`: learns from the examples of an organization.
import type { Calibration } from './calibrate.js';
import type { Examples } from './examples.js';
import { modelBytes } from './model-bytes.js';
import { trainModel } from './train-model.js';

export interface TrainedModel {
  bytes: Uint8Array;
  calibration: Calibration;
}

export default function train(examples: Examples): TrainedModel {
  const model = trainModel(examples);
  return { bytes: new Uint8Array(modelBytes(model)), calibration: model.calibration };
}
