import { Injectable } from '@nestjs/common';
import { PurgeExpiredDocuments } from './purge-expired-documents.js';
import { PurgeExpiredOrganizations } from './purge-expired-organizations.js';
import type { RetentionTask } from './retention-task.js';

/** All that is done from time to time to what was deleted. */
@Injectable()
export class RetentionTasks {
  readonly all: readonly RetentionTask[];

  constructor(documents: PurgeExpiredDocuments, organizations: PurgeExpiredOrganizations) {
    this.all = [documents, organizations];
  }

  named(name: string): RetentionTask {
    const task = this.all.find((candidate) => candidate.name === name);
    if (!task) throw new Error(`there is no task ${name}; there are ${this.all.map((known) => known.name).join(', ')}`);
    return task;
  }
}
