import { FairTurns } from '#ground/kernel';
import { LONGEST_WAIT } from './work-clock.js';

/** How often turns are looked at while files wait. */
const REVIEW_MS = 200;
/** A file that did not get the processor is given this many times the time, then it is taken to be waiting for nothing. */
const LONGER_WITHOUT_CPU = 4;
/** A file gives its place to others of its own owner too, but later: starting again costs them all. */
const LONGER_FOR_OWN = 6;

/** What is needed to end a turn. */
export interface Watched {
  turnMs: number;
  /** A page that takes more work than this is not waited for. */
  pageMs: number;
  /** Processor time of the process that reads the file; `undefined` where it is not known. */
  cpuMs(): number | undefined;
  interrupt(): void;
}

/** A place in a lane, held by one file. */
export interface Turn {
  /** Allows the file to be interrupted when its turn is over and others wait, until the returned function is called. */
  watch(watched: Watched): () => void;
  /** A page is done and the next one begins: the best moment to stop. */
  onPage(): void;
  /** For several files in one place: they have had it for so long, and another file waits that could have it. */
  isOver(turnMs: number): boolean;
  end(): void;
}

interface Holder {
  owner: string;
  since: number;
  cpuBefore: number | undefined;
  pageSince: number | undefined;
  cpuAtPage: number | undefined;
  watched: Watched | undefined;
  isInterrupted: boolean;
}

interface Waiter {
  owner: string;
  enter(turn: Turn): void;
}

/** The places of a lane and who waits for one. Owners take turns: a file holds its place for one turn when others wait. */
export class LanePlaces {
  private readonly turns: FairTurns<string>;
  private readonly holders = new Set<Holder>();
  private readonly waiting: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    places: number,
    keepsRoom: boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.turns = new FairTurns(places, { keepsRoom }, now);
  }

  /** Waits for a place; `undefined` when cancelled before. */
  async enter(owner: string, signal: AbortSignal): Promise<Turn | undefined> {
    if (signal.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<Turn | undefined>();
    const waiter = { owner, enter: resolve };
    const leave = (): void => {
      const at = this.waiting.indexOf(waiter);
      if (at >= 0) this.waiting.splice(at, 1);
      resolve(undefined);
      this.fill();
    };
    this.waiting.push(waiter);
    signal.addEventListener('abort', leave, { once: true });
    this.fill();
    const turn = await promise;
    signal.removeEventListener('abort', leave);
    return turn;
  }

  /** Interrupts the file that has held its place for longest when its turn is over and another one could start then. */
  review(atPage?: object): void {
    const now = this.now();
    // One file is interrupted at a time: the next owner of its place must be known first.
    if ([...this.holders].some(({ isInterrupted }) => isInterrupted)) return;
    for (const holder of [...this.holders].sort((one, other) => one.since - other.since)) {
      const next = this.turns.nextWithout(holder.owner, this.owners());
      if (next === undefined || !this.isOver(holder, next !== holder.owner, now, holder === atPage)) continue;
      holder.isInterrupted = true;
      holder.watched?.interrupt();
      return;
    }
  }

  private isOver(holder: Holder, isForOther: boolean, now: number, isAtPage: boolean): boolean {
    const { watched, since, cpuBefore, pageSince, cpuAtPage } = holder;
    if (!watched) return false;
    const turnMs = watched.turnMs * (isForOther ? 1 : LONGER_FOR_OWN);
    const passed = now - since;
    if (passed < turnMs) return false;
    // On a busy machine a turn is longer: a file that got no processor time would start over each time.
    const cpuMs = watched.cpuMs();
    const hasWorked = cpuMs === undefined || cpuBefore === undefined || cpuMs - cpuBefore >= turnMs / 2;
    if (!hasWorked && passed < turnMs * LONGER_WITHOUT_CPU) return false;
    if (isAtPage || pageSince === undefined) return true;
    const pageMs = now - pageSince;
    const workedMs = cpuMs === undefined || cpuAtPage === undefined ? pageMs : Math.min(pageMs, cpuMs - cpuAtPage);
    return workedMs > watched.pageMs || pageMs > watched.pageMs * LONGEST_WAIT;
  }

  private owners(): Set<string> {
    return new Set(this.waiting.map(({ owner }) => owner));
  }

  private fill(): void {
    for (let owner = this.turns.next(this.owners()); owner !== undefined; owner = this.turns.next(this.owners())) {
      const at = this.waiting.findIndex((waiter) => waiter.owner === owner);
      const [waiter] = this.waiting.splice(at, 1);
      waiter?.enter(this.begin(owner));
    }
    if (this.waiting.length > 0) this.timer ??= setInterval(() => this.review(), REVIEW_MS);
    else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private begin(owner: string): Turn {
    const giveBack = this.turns.take(owner);
    const began = this.now();
    const holder: Holder = {
      owner,
      since: began,
      cpuBefore: undefined,
      pageSince: undefined,
      cpuAtPage: undefined,
      watched: undefined,
      isInterrupted: false,
    };
    this.holders.add(holder);
    return {
      watch: (watched) => {
        holder.since = this.now();
        holder.cpuBefore = watched.cpuMs();
        // The last page of the file before says nothing about this one.
        holder.pageSince = undefined;
        holder.cpuAtPage = undefined;
        // The file before may have ended just before it was interrupted.
        holder.isInterrupted = false;
        holder.watched = watched;
        return () => (holder.watched = undefined);
      },
      onPage: () => {
        holder.pageSince = this.now();
        holder.cpuAtPage = holder.watched?.cpuMs();
        this.review(holder);
      },
      isOver: (turnMs) => {
        const next = this.turns.nextWithout(owner, this.owners());
        const longest = turnMs * (next === owner ? LONGER_FOR_OWN : 1);
        return next !== undefined && this.now() - began >= longest;
      },
      end: () => {
        this.holders.delete(holder);
        giveBack();
        this.fill();
      },
    };
  }
}
