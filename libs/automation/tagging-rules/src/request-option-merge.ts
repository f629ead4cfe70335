import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { CustomPropertyNotFound, CustomPropertyOptionNotFound, CustomPropertyRepository } from '#archive/properties';
import { Tasks } from '#archive/tasks';
import { OptionMergedIntoItself } from './tagging-rules.errors.js';
import { MergeOptionsJob } from './tagging-rules.jobs.js';

/** Two options of one property. */
export interface OptionsToMerge {
  propertyId: string;
  /** The option that is replaced and deleted. */
  optionId: string;
  intoOptionId: string;
}

@Injectable()
export class RequestOptionMerge {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly properties: CustomPropertyRepository,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /** Requests that an option is replaced by another one everywhere, and deleted. Returns the id of the task. */
  async execute(ctx: OrganizationContext, options: OptionsToMerge): Promise<string> {
    const { propertyId, optionId, intoOptionId } = options;
    if (optionId === intoOptionId) throw OptionMergedIntoItself();
    const { organizationId, ...requestedBy } = ctx;
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.properties.keep(tx, ctx, [propertyId])).has(propertyId)) throw CustomPropertyNotFound();
      const owners = await this.properties.propertiesOfOptions(tx, [optionId, intoOptionId]);
      if ([optionId, intoOptionId].some((id) => owners.get(id) !== propertyId)) throw CustomPropertyOptionNotFound();
      const taskId = await this.tasks.create(tx, ctx, 'merge-options', {
        isCancellable: true,
        permissions: ['custom-properties:update'],
      });
      await this.jobs.enqueue(tx, MergeOptionsJob, { organizationId, taskId, ...options, requestedBy });
      return taskId;
    });
  }
}
