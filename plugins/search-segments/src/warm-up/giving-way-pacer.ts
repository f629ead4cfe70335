import { Pacer } from '../pacer.js';

/** Ends the work at its next step when the signal aborts. */
export class GivingWayPacer extends Pacer {
  constructor(private readonly signal: AbortSignal) {
    super();
  }

  override async step(): Promise<void> {
    this.signal.throwIfAborted();
    await super.step();
    this.signal.throwIfAborted();
  }
}
