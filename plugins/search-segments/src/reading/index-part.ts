import type { Directory, Places } from '../segments/index.js';
import type { TailEntry } from './organization-state.js';

/** The documents of a segment or of the tail, as searches of one state see them. It never changes. */
export interface IndexPart {
  /** `undefined`: the tail. */
  segmentId: number | undefined;
  directory: Directory;
  /** The documents that this part answers for: active ones that no newer part has. */
  live: Places;
  /** In the order of places; only of the tail. */
  tail: readonly TailEntry[];
}
