import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { ModelLabel } from './learned-filing.schema.js';
import { readModel } from './learner/model-bytes.js';
import { LabelProposer } from './learner/propose-labels.js';
import { OrganizationModelRepository } from './organization-model.repository.js';

/** What was learned from the documents of an organization, ready for use. */
export interface OpenedModel {
  proposer: LabelProposer;
  labels: readonly ModelLabel[];
}

/** Each takes a few megabytes of memory. */
const MOST_OPENED = 8;

/** Opens the models of organizations, and keeps those that were used last in memory. */
@Injectable()
export class LearnedModels {
  readonly #logger = new Logger('LearnedFiling');
  /** The one that was used last is the last. */
  readonly #opened = new Map<string, { trainedAt: number; model: OpenedModel }>();

  constructor(private readonly models: OrganizationModelRepository) {}

  async exists(scope: OrganizationScope, tx?: Transaction): Promise<boolean> {
    return (await this.models.version(scope, tx)) !== undefined;
  }

  /** Undefined when nothing was learned. A model that is damaged, or of another version, is forgotten. */
  async open(scope: OrganizationScope): Promise<OpenedModel | undefined> {
    const { organizationId } = scope;
    const version = await this.models.version(scope);
    const known = this.#opened.get(organizationId);
    this.#opened.delete(organizationId);
    if (!version) return undefined;
    if (known?.trainedAt === version.getTime()) return this.#keep(organizationId, known);
    const stored = await this.models.load(scope);
    if (!stored?.model) return undefined;
    const read = readModel(stored.model);
    if (read?.weights.length !== stored.labels.length) {
      this.#logger.warn(
        `the model of ${organizationId} is damaged or of another version: it is removed, and learned again`,
      );
      await this.models.forget(scope);
      return undefined;
    }
    const { labels } = stored;
    const groups = new Map<string, number>();
    for (const { propertyId, isExclusive } of labels)
      if (isExclusive && propertyId !== null) groups.set(propertyId, groups.get(propertyId) ?? groups.size);
    const proposer = new LabelProposer(read, (label) => groups.get(labels[label]?.propertyId ?? ''));
    return this.#keep(organizationId, { trainedAt: stored.trainedAt.getTime(), model: { proposer, labels } });
  }

  #keep(organizationId: string, opened: { trainedAt: number; model: OpenedModel }): OpenedModel {
    this.#opened.set(organizationId, opened);
    const oldest = this.#opened.keys().next().value;
    if (this.#opened.size > MOST_OPENED && oldest !== undefined) this.#opened.delete(oldest);
    return opened.model;
  }
}
