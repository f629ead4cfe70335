import { Injectable } from '@nestjs/common';
import { Turns } from '#ground/kernel';
import { siteOf } from '#ground/requests';

const AT_ONCE = 100;
const OF_REQUEST = 20;
const OF_VISITOR = 3;

/**
 * Uploads of visitors that this process receives at once: a few of each visitor and of each request, so that one of
 * them does not use up what all share. What finds no place is refused and not kept waiting: its body would wait, too.
 */
@Injectable()
export class HandInPlaces {
  readonly #turns = new Turns({ running: AT_ONCE, waiting: 0, waitMs: 0 });

  take<Result>(
    { fileRequestId, address }: { fileRequestId: string; address: string },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const shares = [
      { key: `visitor ${siteOf(address)}`, running: OF_VISITOR, waiting: 0 },
      { key: `request ${fileRequestId}`, running: OF_REQUEST, waiting: 0 },
    ];
    return this.#turns.take(work, { shares });
  }
}
