import { Injectable, Logger } from '@nestjs/common';
import { CustomPropertyRepository } from '#archive/properties';
import { TextThreads, TextTooCostly } from '#capabilities/search';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { Clock, systemContext, type OrganizationScope } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { ExampleCollector, type LearnableLabel } from './collect-examples.js';
import { FiledDocumentRepository } from './filed-document.repository.js';
import type { ModelLabel } from './learned-filing.schema.js';
import { LearnFiling } from './learned-filing.jobs.js';
import type { Examples } from './learner/examples.js';
import type { Calibration } from './learner/calibrate.js';
import type { TrainedModel } from './learner/train-in-thread.js';
import { OrganizationModelRepository, type StoredModel } from './organization-model.repository.js';

const FEATURES_MODULE = new URL('./learner/features-in-thread.js', import.meta.url);
const TRAIN_MODULE = new URL('./learner/train-in-thread.js', import.meta.url);

/** The latest ones that people have filed. */
const MOST_DOCUMENTS = 10_000;
const FEWEST_DOCUMENTS = 10;
const BATCH = 200;
/** Labels that people have given or taken before it is learned again: at least so many, and a share of the documents. */
const FEWEST_CHANGES = 20;
const DOCUMENTS_FOR_CHANGE = 20;
/** A training that takes too long is tried once more with so much less. */
const FEWER = 4;

type Learned = Pick<StoredModel, 'documents' | 'labels' | 'model'>;

/** Learns from the documents of organizations, when people have given and taken enough labels. */
@Injectable()
export class LearnFilingOfOrganization {
  readonly #logger = new Logger('LearnedFiling');
  /** How far the logs were when too little had changed: they are looked at again when as much has happened since. */
  readonly #lookedAt = new Map<string, bigint>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly models: OrganizationModelRepository,
    private readonly documents: FiledDocumentRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly settings: OrganizationSettings,
    private readonly threads: TextThreads,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Enqueues a job for each organization where enough has changed. Returns how many. */
  async requestDue(signal?: AbortSignal): Promise<number> {
    let requested = 0;
    for (const { organizationId, position } of await this.models.moved(FEWEST_CHANGES)) {
      if (signal?.aborted === true) break;
      const before = this.#lookedAt.get(organizationId);
      if (before !== undefined && BigInt(position) - before < FEWEST_CHANGES) continue;
      this.#lookedAt.set(organizationId, BigInt(position));
      if (!(await this.#isDue({ organizationId }))) continue;
      await this.request({ organizationId });
      requested += 1;
    }
    return requested;
  }

  async request({ organizationId }: OrganizationScope): Promise<void> {
    await this.unitOfWork.run((tx) => this.jobs.enqueue(tx, LearnFiling, { organizationId }));
  }

  /** Learns what people have done; does nothing when they have done nothing since the last time. */
  async execute({ organizationId }: OrganizationScope, signal: AbortSignal): Promise<void> {
    const ctx = systemContext(organizationId, 'learned-filing');
    if ((await this.settings.learnedFiling(ctx)) === 'off') return;
    const { changes, documents } = await this.models.changes(ctx, 1);
    if (documents !== null && changes === 0) return;
    const logPosition = await this.models.position(ctx);
    let learned: Learned;
    try {
      learned = await this.#learn(ctx, MOST_DOCUMENTS, signal);
    } catch (error) {
      if (!(error instanceof TextTooCostly)) throw error;
      this.#logger.warn(`${organizationId}: learning took too long, and is tried with fewer documents`);
      learned = await this.#learn(ctx, MOST_DOCUMENTS / FEWER, signal);
    }
    await this.models.save(ctx, { ...learned, trainedAt: this.clock.now(), logPosition });
  }

  async #learn(scope: OrganizationScope, most: number, signal: AbortSignal): Promise<Learned> {
    const { organizationId } = scope;
    const began = performance.now();
    const { examples, labels, documents } = await this.#examples(scope, most, signal);
    if (labels.length === 0 || documents < FEWEST_DOCUMENTS) return { documents, labels: [], model: null };
    const work = { organizationId, module: TRAIN_MODULE, input: examples, characters: 0, signal };
    const { bytes, calibration } = await this.threads.run<Examples, TrainedModel>(work);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    this.#logger.log(`${organizationId}: learned ${labels.length} labels from ${documents} documents in ${seconds} s`);
    return { documents, labels: measured(labels, calibration), model: bytes };
  }

  async #isDue(scope: OrganizationScope): Promise<boolean> {
    if ((await this.settings.learnedFiling(systemContext(scope.organizationId, 'learned-filing'))) === 'off')
      return false;
    const most = MOST_DOCUMENTS / DOCUMENTS_FOR_CHANGE;
    const { changes, documents } = await this.models.changes(scope, most);
    return changes >= Math.max(FEWEST_CHANGES, Math.floor((documents ?? 0) / DOCUMENTS_FOR_CHANGE));
  }

  /** Reads the documents in parts: only their features stay in memory. */
  async #examples(scope: OrganizationScope, most: number, signal: AbortSignal) {
    const { organizationId } = scope;
    const collector = new ExampleCollector();
    const features: Uint32Array[] = [];
    let sequence: string | null = null;
    while (collector.count < most) {
      signal.throwIfAborted();
      const part = await this.documents.before(scope, sequence, Math.min(BATCH, most - collector.count));
      const last = part.at(-1);
      if (!last) break;
      sequence = last.sequence;
      const input = part.map(({ name, text }) => ({ name, text }));
      const characters = input.reduce((sum, { text }) => sum + text.length, 0);
      const work = { organizationId, module: FEATURES_MODULE, input, characters, signal };
      features.push(...(await this.threads.run<typeof input, Uint32Array[]>(work)));
      for (const document of part) collector.add(document);
    }
    const properties = await this.properties.list(scope);
    const single = new Set(properties.filter(({ type }) => type === 'select').map(({ id }) => id));
    return { ...collector.finish(features, (id) => single.has(id)), documents: collector.count };
  }
}

function measured(labels: readonly LearnableLabel[], calibration: Calibration): ModelLabel[] {
  return labels.map((label, at) => {
    const { proposed = 0, proposedRight = 0, setCount = 0, setRight = 0 } = calibration.labels[at] ?? {};
    return { ...label, proposed, proposedRight, setCount, setRight };
  });
}
