import { Injectable } from '@nestjs/common';
import { BatchRepository } from './batch.repository.js';

@Injectable()
export class RemoveChangeSets {
  constructor(private readonly batches: BatchRepository) {}

  /** Removes what is kept of batches that can no longer be undone, a part at a time. Returns how many batches. */
  async execute(signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (let expired = await this.batches.expired(); expired.length > 0; expired = await this.batches.expired()) {
      for (const taskId of expired) {
        while (await this.batches.removeChanges(taskId)) signal.throwIfAborted();
        while (await this.batches.removeDocuments(taskId)) signal.throwIfAborted();
        await this.batches.remove(taskId);
        removed += 1;
      }
    }
    return removed;
  }
}
