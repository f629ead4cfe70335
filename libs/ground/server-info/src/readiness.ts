import { Injectable, Logger } from '@nestjs/common';
import { HealthConfig } from '#config/health';
import { Diagnostics, type Check, type CheckReport } from '#ground/features';
import { Clock } from '#ground/kernel';
import { Probe } from './probe.js';

/** Older results are waited for, as long as their checks respond soon. */
const YOUNG_MS = 15_000;
const WAITS_MS = 1_000;

export interface ProbeReport extends CheckReport {
  /** Whether a problem of it makes this process not ready. */
  isRequired: boolean;
}

export interface State {
  isReady: boolean;
  checks: ProbeReport[];
}

/**
 * Whether this process can do its work, by the probes of all rooms. Reading it is cheap and takes a second at most: the
 * results are kept, and nothing is looked at unless someone asks.
 */
@Injectable()
export class Readiness {
  readonly #logger = new Logger('Health');
  #probes: Probe[] | undefined;
  /** The checks that the log has named. */
  #named = '';

  constructor(
    private readonly diagnostics: Diagnostics,
    private readonly config: HealthConfig,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<State> {
    const probes = (this.#probes ??= this.diagnostics
      .checks()
      .filter(hasProbe)
      .map((check) => new Probe(check, this.clock)));
    const looks = probes.map((probe) => probe.refresh());
    if (probes.some(({ age }) => age > YOUNG_MS)) await this.#within(Promise.all(looks));
    const checks = probes.map(({ name, report }) => ({
      ...report,
      isRequired: !this.config.readyWithout.includes(name),
    }));
    const missing = checks.filter(({ status, isRequired }) => isRequired && status === 'problem');
    this.#log(missing);
    return { isReady: missing.length === 0, checks };
  }

  async #within(looks: Promise<unknown>): Promise<void> {
    const done = new AbortController();
    const late = this.clock.sleep(WAITS_MS, { signal: done.signal, ref: false }).catch(() => undefined);
    await Promise.race([looks, late]);
    done.abort();
  }

  #log(missing: readonly CheckReport[]): void {
    const names = missing.map(({ name }) => name).join(', ');
    if (names === this.#named) return;
    this.#named = names;
    if (names === '') this.#logger.log('Ready again.');
    else this.#logger.warn(`Not ready: ${missing.map(({ name, message }) => `${name}: ${message}`).join('; ')}`);
  }
}

/** What everyone may know. */
export function summaryOf({ isReady, checks }: State): { status: string; findings: string[] } {
  const findings = checks.filter(({ status }) => status === 'problem' || status === 'warning').map(({ name }) => name);
  return { status: isReady ? 'ready' : 'not ready', findings };
}

function hasProbe(check: Check): check is Check & Required<Pick<Check, 'probe'>> {
  return check.probe !== undefined;
}
