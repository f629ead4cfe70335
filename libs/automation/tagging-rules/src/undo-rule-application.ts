import { Injectable } from '@nestjs/common';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from '#archive/batches';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { RuleDifference } from './rule-change.js';
import { referencedDocuments, RuleEffects } from './rule-effects.js';

/** Single changes that the rule makes in one document at most. */
export interface ApplicationSize {
  changesPerDocument: number;
}

const CHUNK_DOCUMENTS = 500;
const CHUNK_CHANGES = 2_000;

/** Takes back what the application of a rule to all documents has changed; `ApplyRuleToAll` applies it. */
@Injectable()
@IsBatchOperation()
export class UndoRuleApplication implements BatchOperation<ApplicationSize, RuleDifference> {
  readonly name = 'apply-tagging-rule-to-documents';
  readonly permissions = ['documents:update', 'tags:read'] as const;

  constructor(private readonly effects: RuleEffects) {}

  chunkSize({ changesPerDocument }: ApplicationSize): number {
    const most = Math.floor(CHUNK_CHANGES / Math.max(1, changesPerDocument));
    return Math.max(1, Math.min(CHUNK_DOCUMENTS, most));
  }

  referencedDocuments(values: ApplicationSize | readonly DocumentChange<RuleDifference>[]): string[] {
    if ('changesPerDocument' in values) return [];
    return referencedDocuments(values.flatMap(({ difference }) => difference.properties.map(({ before }) => before)));
  }

  apply(): Promise<DocumentChange<RuleDifference>[]> {
    throw new Error('a rule is applied by its own job');
  }

  undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<RuleDifference>[],
  ): Promise<UndoneChanges<RuleDifference>> {
    return this.effects.undo(tx, ctx, changes);
  }
}
