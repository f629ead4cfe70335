import { Injectable } from '@nestjs/common';
import { CustomPropertyRepository } from '#archive/properties';
import { TagRepository } from '#archive/tags';
import type { OrganizationScope } from '#ground/kernel';
import type { ModelLabel } from './learned-filing.schema.js';
import { OrganizationModelRepository } from './organization-model.repository.js';

/** A label that was learned and still exists. */
export interface ReportedLabel extends Omit<ModelLabel, 'isExclusive'> {
  name: string;
  propertyName: string | null;
}

export interface FilingReport {
  /** Null: nothing was learned yet. */
  trainedAt: Date | null;
  documents: number;
  /** Those with most documents first. */
  labels: ReportedLabel[];
}

/** What was learned from the documents of an organization, and how well, for people. */
@Injectable()
export class LearnedFilingReport {
  constructor(
    private readonly models: OrganizationModelRepository,
    private readonly tags: TagRepository,
    private readonly properties: CustomPropertyRepository,
  ) {}

  async report(scope: OrganizationScope): Promise<FilingReport> {
    const state = await this.models.state(scope);
    if (!state) return { trainedAt: null, documents: 0, labels: [] };
    const [tags, properties] = await Promise.all([this.tags.names(scope), this.properties.list(scope)]);
    const names = new Map<string, { name: string; propertyName: string | null }>([
      ...tags.map(({ id, name }) => [id, { name, propertyName: null }] as const),
      ...properties.flatMap(({ name: propertyName, options }) =>
        options.map(({ id, name }) => [id, { name, propertyName }] as const),
      ),
    ]);
    const labels = state.labels.flatMap(({ isExclusive: _, ...label }) => {
      const known = names.get(label.id);
      return known ? [{ ...label, ...known }] : [];
    });
    return { trainedAt: state.trainedAt, documents: state.documents, labels };
  }
}
