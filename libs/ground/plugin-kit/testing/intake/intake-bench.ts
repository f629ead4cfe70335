import { buffer } from 'node:stream/consumers';
import {
  TransientPluginError,
  type Intake,
  type IntakeDeclaration,
  type IntakeFailure,
  type IntakeFile,
  type IntakeMail,
  type IntakeMailResult,
  type IntakeResult,
} from '../../src/index.js';
import { settledWithin } from '../settled-within.js';
import { aTestHost } from '../test-host.js';
import { shortPause, until } from '../until.js';
import type { IntakeContract, TestSource } from './intake-contract.js';

const WITHIN_MS = 5_000;

/** A file that the intake has handed over. */
export interface HandedOver {
  key: string;
  fileName: string;
  organizationId: string;
  content: string;
}

type Respond = (file: HandedOver) => IntakeResult;

/** An intake over a source of its own, run as the host runs it. */
export class IntakeBench implements AsyncDisposable {
  readonly handedOver: HandedOver[] = [];
  /** What the intake could not even hand over. */
  readonly reported: IntakeFailure[] = [];
  /** The keys of what a run has handed over after it was stopped. */
  readonly late: string[] = [];
  respond: Respond = ({ key }) => ({ outcome: 'created', documentId: `doc_${key}` });
  #stop = new AbortController();
  #running: Promise<void> | undefined;
  #intake: Intake | undefined;

  private constructor(
    private readonly contract: IntakeContract,
    readonly source: TestSource,
  ) {}

  static async open(contract: IntakeContract): Promise<IntakeBench> {
    return new IntakeBench(contract, await contract.source());
  }

  /** Creates the intake and runs it, again when it ends by itself. */
  async start(): Promise<void> {
    const { intake: declaration } = this.contract.manifest.provides as { intake?: IntakeDeclaration };
    if (!declaration) throw new Error('the manifest has no provides.intake');
    const intake = await declaration.create({ ...aTestHost(this.source.config), ...this.contract.host });
    await intake.start?.();
    this.#intake = intake;
    this.#stop = new AbortController();
    this.#running = this.#run(intake, this.#stop.signal);
  }

  /** Aborts the run; false when it does not end in time. */
  async stop(): Promise<boolean> {
    this.#stop.abort(new Error('the process stops'));
    const hasEnded = await settledWithin(WITHIN_MS, this.#running ?? Promise.resolve());
    const intake = this.#intake;
    this.#intake = undefined;
    await intake?.close?.();
    return hasEnded;
  }

  async until(what: string, isSo: () => boolean): Promise<void> {
    const names = () => this.handedOver.map(({ fileName }) => fileName).join(', ');
    await until(WITHIN_MS, () => `${what}; handed over: ${names()}`, isSo);
  }

  /** The keys under which files with this content were handed over. */
  keysOf(content: string): Set<string> {
    return new Set(this.handedOver.filter((file) => file.content === content).map(({ key }) => key));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.source.close();
  }

  async #run(intake: Intake, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await intake
        .run({
          instance: 'default',
          signal,
          upload: (file) => this.#upload(file, signal),
          uploadMail: (mail) => this.#uploadMail(mail, signal),
          reportFailure: (failure) => Promise.resolve(void this.reported.push(failure)),
          hasOrganization: () => Promise.resolve(true),
        })
        .catch(() => undefined); // the host logs it
      await shortPause();
    }
  }

  /** A mail counts as one file that has its key for a name. */
  async #uploadMail({ key, organizationId = '', content }: IntakeMail, signal: AbortSignal): Promise<IntakeMailResult> {
    const result = await this.#upload({ key, organizationId, fileName: key, content }, signal);
    return result.outcome === 'refused' ? result : { outcome: 'taken' };
  }

  async #upload(file: IntakeFile, signal: AbortSignal): Promise<IntakeResult> {
    // A file that is not read may be gone before it is open, and nothing else would listen.
    file.content.on('error', () => undefined);
    try {
      if (signal.aborted) {
        this.late.push(file.key);
        throw new TransientPluginError('the intake was stopped');
      }
      const content = (await buffer(file.content)).toString('utf8');
      const { key, fileName, organizationId } = file;
      this.handedOver.push({ key, fileName, organizationId, content });
      return this.respond({ key, fileName, organizationId, content });
    } finally {
      file.content.destroy();
    }
  }
}
