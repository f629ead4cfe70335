import { Injectable } from '@nestjs/common';
import { LockDocuments } from '#archive/documents';
import { UnitOfWork } from '#ground/database';
import { systemContext } from '#ground/kernel';
import { LabelDocuments } from './label-documents.js';
import type { FileDocumentsData } from './learned-filing.jobs.js';
import { LearnedLabelRepository } from './learned-label.repository.js';
import { LearnedModels } from './learned-models.js';

/** Gives documents that were read the labels that people have given to others like them, or suggests these. */
@Injectable()
export class FileDocumentsByLearning {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly models: LearnedModels,
    private readonly labels: LearnedLabelRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly labelDocuments: LabelDocuments,
  ) {}

  async execute({ organizationId, documentIds, maySet }: FileDocumentsData): Promise<void> {
    const ctx = systemContext(organizationId, 'learned-filing');
    const model = await this.models.open(ctx);
    if (!model) return;
    await this.unitOfWork.run(async (tx) => {
      const locked = await this.lockDocuments.execute(tx, ctx, documentIds, { activeOnly: true });
      if (locked.length === 0) return;
      const chosen = await this.labelDocuments.choose(tx, ctx, locked, { model, maySet });
      if (!chosen) return;
      const labels = chosen.flatMap((one) => one.labels);
      this.labelDocuments.record(tx, ctx, await this.labels.replace(tx, locked, labels));
      const set = labels.filter(({ state }) => state === 'set');
      await this.labelDocuments.set(tx, ctx, set, model);
    });
  }
}
