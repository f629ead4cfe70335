import type { HostServices } from '@archivolt/plugin-kit';
export interface SegmentSizes {
  flushAt: number;
  fanout: number;
  largest: number;
}
export const USUAL_SIZES: SegmentSizes = { flushAt: 256, fanout: 8, largest: 32_768 };
export class Upkeep {
  constructor(
    readonly host: Pick<HostServices, 'logger' | 'sql'>,
    readonly sizes: SegmentSizes,
  ) {}
  changed(_: readonly string[]): void {}
  async runAll(): Promise<void> {}
  async close(): Promise<void> {}
}
