import type { Clock, Timer } from '#ground/kernel';

export interface LogEntry {
  level: 'error' | 'fatal' | 'warn';
  context: string;
  message: string;
  stack?: string | undefined;
}

/** What is printed in place of entries that were left out. */
export type Report = (entry: Pick<LogEntry, 'context' | 'level' | 'message'>) => void;

interface Cause {
  first: LogEntry;
  last: LogEntry;
  firstAt: number;
  lastAt: number;
  lastSeen: Date;
  /** When a line about it was printed. */
  lineAt: number;
  /** Entries since that line, and all after the first. */
  unreported: number;
  repeated: number;
  longestGap: number;
}

/** At most one line in this time says how often a cause was seen. */
const LINE_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 15_000;
/** A cause that was seen once is remembered for longer than the pauses between the attempts of a job. */
const ONCE_MS = 11 * 60_000;
/** A cause is over when it was not seen for twice the longest pause in between, within these limits. */
const [LEAST_QUIET_MS, MOST_QUIET_MS] = [60_000, 30 * 60_000];
const MOST_CAUSES = 1_000;
const MOST_SHOWN = 300;

/**
 * Lets through the first entry of each cause. Further ones are counted: one line a minute says how many there were, and one
 * line says when it is over.
 */
export class RepeatedCauses {
  readonly #causes = new Map<string, Cause>();
  #timer: Timer | undefined;
  #hasEnded = false;

  constructor(
    private readonly clock: Clock,
    private readonly report: Report,
    private readonly databasePort?: string,
  ) {}

  /** Whether the entry is to be printed. */
  admits(entry: LogEntry): boolean {
    if (this.#hasEnded) return true;
    const key = causeOf(entry, this.databasePort);
    const now = this.clock.monotonic();
    const known = this.#causes.get(key);
    if (!known) {
      this.#remember(key, entry, now);
      return true;
    }
    known.longestGap = Math.max(known.longestGap, now - known.lastAt);
    Object.assign(known, { last: entry, lastAt: now, lastSeen: this.clock.now() });
    known.unreported += 1;
    known.repeated += 1;
    this.#reportCount(known, now);
    return false;
  }

  #remember(key: string, entry: LogEntry, now: number): void {
    if (this.#causes.size >= MOST_CAUSES) {
      const [oldest] = this.#causes.keys();
      if (oldest !== undefined) this.#causes.delete(oldest);
    }
    this.#causes.set(key, {
      first: entry,
      last: entry,
      firstAt: now,
      lastAt: now,
      lastSeen: this.clock.now(),
      lineAt: now,
      unreported: 0,
      repeated: 0,
      longestGap: 0,
    });
    this.#timer ??= this.clock.every(LOOK_EVERY_MS, () => this.#look(), { ref: false });
  }

  #look(): void {
    const now = this.clock.monotonic();
    for (const [key, cause] of this.#causes) {
      const isOver = now - cause.lastAt >= quietFor(cause);
      if (isOver) this.#causes.delete(key);
      if (isOver && cause.repeated > 0) this.#reportEnd(cause);
      else this.#reportCount(cause, now);
    }
    if (this.#causes.size === 0) this.#stop();
  }

  /** Reports what was counted and not reported yet. From then on every entry is printed. */
  end(): void {
    this.#hasEnded = true;
    for (const cause of this.#causes.values()) if (cause.unreported > 0) this.#reportEnd(cause, 'the process ends');
    this.#causes.clear();
    this.#stop();
  }

  #stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #reportCount(cause: Cause, now: number): void {
    if (cause.unreported === 0 || now - cause.lineAt < LINE_EVERY_MS) return;
    const { level, context, message } = cause.last;
    const times = cause.unreported === 1 ? 'once more' : `${cause.unreported} times more`;
    this.report({
      level,
      context,
      message: `${times} in ${duration(now - cause.lineAt)}, the last: ${firstLine(message)}`,
    });
    cause.lineAt = now;
    cause.unreported = 0;
  }

  #reportEnd({ first, repeated, firstAt, lastAt, lastSeen }: Cause, what = 'over'): void {
    this.report({
      level: 'warn',
      context: first.context,
      message:
        `${what}: seen ${repeated + 1} times in ${duration(lastAt - firstAt)}, the last time at ${lastSeen.toISOString()}: ` +
        firstLine(first.message),
    });
  }
}

function quietFor({ repeated, longestGap }: Cause): number {
  if (repeated === 0) return ONCE_MS;
  return Math.min(Math.max(2 * longestGap, LEAST_QUIET_MS), MOST_QUIET_MS);
}

/** Failures to connect, whatever they say; the address is what matters. */
const CONNECT = /connect E[A-Z]+ (?<address>\S+)/;
const NAME = /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?<name>\S+)/;
/** What PostgreSQL, its client, the pool and holders of its connections say while the database is away. */
const DATABASE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|terminating connection due to|the database system is |remaining connection slots|too many clients|server login (?:has been failing|failed)|pgbouncer cannot connect|\.s\.PGSQL\.|(?:listens for changes|its lock|its lease) was lost/;
/** Of the machine: one cause, whatever it stops. */
const SYSTEM = /\b(?<code>EROFS|ENOSPC|EDQUOT|EIO|ESTALE|EMFILE|ENFILE)\b/;

/** The same text for entries that have the same cause: an outage, or the same message about other ids and numbers. */
export function causeOf({ level, context, message, stack = '' }: LogEntry, databasePort?: string): string {
  const text = `${message}\n${stack}`;
  const address = CONNECT.exec(text)?.groups?.['address'];
  if (DATABASE.test(text) || (databasePort !== undefined && address?.endsWith(`:${databasePort}`))) return 'database';
  if (address !== undefined) return `connect ${address}`;
  const name = NAME.exec(text)?.groups?.['name'];
  if (name !== undefined) return `name ${name}`;
  const code = SYSTEM.exec(text)?.groups?.['code'];
  if (code !== undefined) return code;
  return `${level} ${context} ${withoutNumbers(text)}`;
}

/** The message and the first places of the stack, without ids. */
function withoutNumbers(text: string): string {
  return text
    .split('\n', 4)
    .join(' ')
    .slice(0, 1_000)
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b[a-z]{2,12}_[0-9a-z]{16,32}\b/g, '#')
    .replace(/\d+/g, '#');
}

function firstLine(message: string): string {
  return message.split('\n', 1).join('').slice(0, MOST_SHOWN);
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
