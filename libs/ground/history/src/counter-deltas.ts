/** The changes to the counters of an organization; missing counters stay the same. */
export interface CounterDeltas {
  activeDocuments?: number;
  /** Sum of the sizes of the original files. */
  activeBytes?: number;
  trashedDocuments?: number;
  trashedBytes?: number;
}

export const NO_DELTAS: Required<CounterDeltas> = {
  activeDocuments: 0,
  activeBytes: 0,
  trashedDocuments: 0,
  trashedBytes: 0,
};
