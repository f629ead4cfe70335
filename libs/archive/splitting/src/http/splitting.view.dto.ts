import type { SplitOfDocument } from '#archive/splitting';
import type { DateTime } from '#ground/http-kit';

export class SplitPartView {
  documentId!: string;
  name!: string;
  isDeleted!: boolean;
}

export class SplitView {
  /** Null when the document was never split. */
  requestedAt!: DateTime | null;
  /** Null until it has ended. */
  outcome!: 'refused' | 'split' | null;
  /** Why it was refused: one sentence for people. */
  reason!: string | null;
  /** The parts that are there, those in the trash as well. */
  parts!: SplitPartView[];
}

export function splitView(split: SplitOfDocument | undefined): SplitView {
  if (!split) return { requestedAt: null, outcome: null, reason: null, parts: [] };
  return { ...split, requestedAt: split.requestedAt.toISOString() };
}
