/** Half of the time a group has used is forgotten after this time. */
const HALF_LIFE_MS = 60_000;
/**
 * Groups whose use differs by less count as equal. Of equals a group that was just served goes on, because a change of
 * the group may cost more than the work itself; then comes the one that was served longest ago.
 */
const SMALLEST_DIFFERENCE_MS = 500;

interface Share {
  underWay: number;
  /** Milliseconds of places used, those of long ago counted less. */
  used: number;
  countedAt: number;
  /** Rank of the last time it was served, or first asked for a place. */
  rank: number;
}

interface Candidate extends Share {
  isRecent: boolean;
}

/**
 * Shares a number of places between groups, such as organizations, by the time they used: the next place goes to the
 * group that holds the fewest places, of those to the one that used them least in the last minutes. No group waits
 * forever: used time is forgotten, and of equal groups the one that was just served continues for half a second at most.
 *
 * For long work whose queue the caller keeps: jobs in PostgreSQL, files that give up their place and return. `Turns`
 * keeps a bounded queue itself and refuses what exceeds it; it is for the work of requests.
 */
export class FairTurns<Group> {
  readonly #shares = new Map<Group, Share>();
  #free: number;
  #lastRank = 0;
  /** Groups that were served last, as many as there are places. */
  #recent: Group[] = [];

  /**
   * With `keepsRoom` a group may hold only fewer places than are free: of 8 places one group alone takes 4, two take 3
   * and 2, and there is always one left for a group that has nothing under way, until there are as many groups as places.
   */
  constructor(
    private readonly places: number,
    private readonly options: { keepsRoom: boolean; mostPerGroup?: number },
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#free = places;
  }

  get free(): number {
    return this.#free;
  }

  /** The group that is to have the next place; `undefined` when none of them may have one. */
  next(waiting: Iterable<Group>): Group | undefined {
    return this.#best(waiting, this.#free, undefined);
  }

  /** The group that would have the next place if `group` gave one back now. */
  nextWithout(group: Group, waiting: Iterable<Group>): Group | undefined {
    return this.#best(waiting, this.#free + 1, group);
  }

  /** Takes a place for the group; the function given back returns it. */
  take(group: Group): () => void {
    const share = this.#counted(group);
    share.underWay += 1;
    share.rank = this.#lastRank += 1;
    this.#recent = [group, ...this.#recent.filter((each) => each !== group)].slice(0, this.places);
    this.#free -= 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#counted(group).underWay -= 1;
      this.#free += 1;
      this.#forgetOldShares();
    };
  }

  #best(waiting: Iterable<Group>, free: number, givesBack: Group | undefined): Group | undefined {
    if (free === 0) return undefined;
    const { keepsRoom, mostPerGroup = Infinity } = this.options;
    const most = keepsRoom ? Math.min(free, mostPerGroup) : mostPerGroup;
    let best: (Candidate & { group: Group }) | undefined;
    for (const group of waiting) {
      const share = this.#counted(group);
      const underWay = group === givesBack ? share.underWay - 1 : share.underWay;
      const candidate = { ...share, underWay, group, isRecent: this.#recent.includes(group) };
      if (underWay < most && (!best || isBefore(candidate, best))) best = candidate;
    }
    return best?.group;
  }

  /** The share of the group with the time it has used until now. */
  #counted(group: Group): Share {
    const now = this.now();
    const share = this.#shares.get(group) ?? { underWay: 0, used: 0, countedAt: now, rank: (this.#lastRank += 1) };
    const passed = now - share.countedAt;
    share.used = share.used * 0.5 ** (passed / HALF_LIFE_MS) + share.underWay * passed;
    share.countedAt = now;
    this.#shares.set(group, share);
    return share;
  }

  #forgetOldShares(): void {
    if (this.#shares.size <= 1000) return;
    for (const group of this.#shares.keys()) {
      const { underWay, used } = this.#counted(group);
      if (underWay === 0 && used < SMALLEST_DIFFERENCE_MS) this.#shares.delete(group);
    }
  }
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.underWay !== other.underWay) return one.underWay < other.underWay;
  const difference = one.used - other.used;
  if (Math.abs(difference) >= SMALLEST_DIFFERENCE_MS) return difference < 0;
  return one.isRecent === other.isRecent ? one.rank < other.rank : one.isRecent;
}
