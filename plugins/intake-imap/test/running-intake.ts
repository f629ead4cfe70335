import { buffer } from 'node:stream/consumers';
import type { HostServices, IntakeFailure, IntakeMail, IntakeMailResult } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import type { Dovecot } from '../../../test/support/dovecot.js';
import { shortPause, until } from '../../../test/support/until.js';
import { PATIENCE, type Account, type Patience } from '../src/connect.js';
import { ImapConfig } from '../src/imap.config.js';
import { ImapIntake } from '../src/imap-intake.js';

export type TestConfig = ImapConfig & Pick<Account, 'ca'>;

export interface HandedOver extends Omit<IntakeMail, 'content'> {
  text: string;
}

type Respond = (mail: HandedOver) => Promise<IntakeMailResult> | IntakeMailResult;
const WITHIN_MS = 20_000;

/** The intake with its host in memory, over an account of a server. */
export class RunningIntake implements AsyncDisposable {
  readonly handedOver: HandedOver[] = [];
  readonly failures: IntakeFailure[] = [];
  readonly warnings: string[] = [];
  /** How runs have ended by themselves. */
  readonly faults: Error[] = [];
  organizations = new Set(['org_000000000000000000000001']);
  respond: Respond = () => ({ outcome: 'taken' });
  readonly host: HostServices<TestConfig>;
  readonly patience: Patience;
  #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(settings: Partial<TestConfig>, patience: Partial<Patience> = {}) {
    const host = aTestHost<TestConfig>({ ...new ImapConfig(), pollSeconds: 0.05, ...settings });
    const logger = { ...host.logger, warn: (line: string) => void this.warnings.push(line) };
    this.host = { ...host, logger };
    this.patience = { ...PATIENCE, ...patience };
  }

  static over({ user, password, port }: Dovecot, settings: Partial<TestConfig> = {}): RunningIntake {
    const organization = { organizationId: 'org_000000000000000000000001', allowedSenders: ['*'] };
    return new RunningIntake({ host: 'localhost', port, secure: false, user, password, ...organization, ...settings });
  }

  get subjects(): string[] {
    return this.handedOver.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '');
  }

  get intake(): ImapIntake {
    return new ImapIntake(this.host, this.patience);
  }

  start(): this {
    this.#stop = new AbortController();
    this.#running = this.#run(this.intake, this.#stop.signal);
    return this;
  }

  /** As a process that is killed: nothing that waits goes on. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the process stops'));
    await this.#running;
  }

  async until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
    await until(WITHIN_MS, what, isSo).catch((error: unknown) => {
      const faults = this.faults.map(({ message }) => message).slice(-3);
      const happened = `handed over: ${this.subjects.join(', ')}; faults: ${faults.join('; ')}`;
      throw new Error(`${(error as Error).message}; ${happened}`, { cause: error });
    });
  }

  /** How a run ends that cannot work. */
  async fault(): Promise<Error> {
    this.start();
    await this.until('a fault', () => this.faults.length > 0);
    await this.stop();
    return this.faults[0] as Error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #run(intake: ImapIntake, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const context = {
        instance: 'default',
        signal,
        upload: () => Promise.reject(new Error('there are no single files')),
        uploadMail: (mail: IntakeMail) => this.#take(mail, signal),
        reportFailure: (failure: IntakeFailure) => Promise.resolve(void this.failures.push(failure)),
        hasOrganization: (id: string) => Promise.resolve(this.organizations.has(id)),
      };
      await intake.run(context).catch((error: unknown) => void this.faults.push(error as Error));
      await shortPause();
    }
  }

  async #take({ content, ...mail }: IntakeMail, signal: AbortSignal): Promise<IntakeMailResult> {
    try {
      const handedOver = { ...mail, text: (await buffer(content)).toString('utf8') };
      this.handedOver.push(handedOver);
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      stopped.catch(() => undefined); // the mail may have its result by then
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      if (signal.aborted) throw signal.reason as Error;
      return await Promise.race([this.respond(handedOver), stopped]);
    } finally {
      content.destroy();
    }
  }
}
