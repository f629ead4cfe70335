import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { UnitOfWork } from '#ground/database';
import type { ArchiveRecord, ArchiveSource } from './archive-records.js';
import { ArchiveImported } from './imports.audit.js';
import { historyOf } from './document-plan.js';
import { ImportDocumentLinks } from './import-document-links.js';
import { ImportDocuments } from './import-documents.js';
import { ImportItemRepository } from './import-item.repository.js';
import { ImportPeople } from './import-people.js';
import { ImportProperties } from './import-properties.js';
import { ImportReminders } from './import-reminders.js';
import type { ImportLine, ImportReport, ImportResult } from './import-report.js';
import { ImportRules } from './import-rules.js';
import { ImportRun } from './import-run.js';
import { ImportTags } from './import-tags.js';
import { OpenTarget, organizationName, type ImportTarget, type OpenedTarget } from './import-target.js';
import { ImportViews } from './import-views.js';
import { reasonOf, shown } from './record-checks.js';

export interface ImportOptions {
  signal: AbortSignal;
  report: ImportReport;
  /** True: reads everything, changes nothing, and reports what an import would do. */
  isDryRun?: boolean;
  /** Called after each record. */
  onProgress?: () => void;
}

/** An import under way. */
interface Work {
  run: ImportRun;
  target: OpenedTarget;
  organization: string;
  report: ImportReport;
}

/**
 * Brings the records of a source into an organization, each once: what came is remembered in the transaction that made it,
 * so that an import that was interrupted, or that finds new things in its source, is run again. Throws what ends it: the
 * source breaks off, the disk is full, the database is away.
 */
@Injectable()
export class ImportArchive {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly items: ImportItemRepository,
    private readonly openTarget: OpenTarget,
    private readonly people: ImportPeople,
    private readonly tags: ImportTags,
    private readonly properties: ImportProperties,
    private readonly documents: ImportDocuments,
    private readonly links: ImportDocumentLinks,
    private readonly views: ImportViews,
    private readonly rules: ImportRules,
    private readonly reminders: ImportReminders,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the id of the organization; undefined when the source is empty, or the organization is only planned. */
  async execute(source: ArchiveSource, wanted: ImportTarget, options: ImportOptions): Promise<string | undefined> {
    const { signal, report, isDryRun = false, onProgress } = options;
    if (source.id === '' || source.id.length > 200) throw new Error('The id of a source has 1 to 200 characters.');
    let work: Work | undefined;
    try {
      for await (const record of source.records(signal)) {
        signal.throwIfAborted();
        work ??= await this.#begin(source, wanted, { first: record, signal, report, isDryRun });
        await report.add(labelOf(record), await this.#import(work, record));
        onProgress?.();
      }
    } finally {
      await report.end();
      if (work && !isDryRun) await this.#record(work);
    }
    return work?.target.prepare ? undefined : work?.run.ctx.organizationId;
  }

  async #begin(
    source: ArchiveSource,
    wanted: ImportTarget,
    { first, signal, report, isDryRun }: Omit<ImportOptions, 'isDryRun'> & { first: ArchiveRecord; isDryRun: boolean },
  ): Promise<Work> {
    const organization = organizationName(first.kind === 'organization' ? first.name : source.name);
    const target = await this.openTarget.execute(source, wanted, { name: organization, isDryRun });
    const facts = { ctx: target.ctx, source, signal, isDryRun, prepare: target.prepare };
    return { run: new ImportRun(facts, this.unitOfWork, this.items), target, organization, report };
  }

  async #import(work: Work, record: ArchiveRecord): Promise<ImportResult> {
    try {
      return await this.#importOne(work, record);
    } catch (error) {
      work.run.signal.throwIfAborted();
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      return { outcome: 'not-imported', reasons: [reason] };
    }
  }

  async #importOne({ run, target, organization, report }: Work, record: ArchiveRecord): Promise<ImportResult> {
    switch (record.kind) {
      case 'organization':
        return this.openTarget.apply(target, record, organization);
      case 'member':
        return this.people.execute(run, record);
      case 'tag':
        return this.tags.execute(run, record);
      case 'property':
        return this.properties.execute(run, record);
      case 'document': {
        const result = await this.documents.execute(run, record);
        report.addHistory(historyOf(record));
        return result;
      }
      case 'document-links':
        return this.links.execute(run, record);
      case 'view':
        return this.views.execute(run, record);
      case 'rule':
        return this.rules.execute(run, record);
      case 'reminder':
        return this.reminders.execute(run, record);
      case 'unmapped':
        return { outcome: 'not-imported', reasons: [shown(record.reason)] };
      default:
        return { outcome: 'not-imported', reasons: ['Imports do not know things of this kind.'] };
    }
  }

  /** Also for an import that was interrupted: what came until then is there. */
  async #record({ run: { ctx, source }, report }: Work): Promise<void> {
    const counts = [...report.counts].map(
      ([kind, { came, changed, 'not-imported': not }]) => `${kind}: ${came + changed} imported, ${not} not`,
    );
    await this.audit.recordNow({
      action: ArchiveImported,
      organizationId: ctx.organizationId,
      actor: ctx.actor,
      target: { type: 'organization', id: ctx.organizationId },
      details: { source: shown(source.name), counts: counts.slice(0, 12) },
    });
  }
}

const KINDS: readonly ArchiveRecord['kind'][] = [
  ...(['organization', 'member', 'tag', 'property', 'document', 'document-links'] as const),
  ...(['view', 'rule', 'reminder', 'unmapped'] as const),
];

/** What the report calls a record, whatever it holds. */
function labelOf(record: ArchiveRecord): Pick<ImportLine, 'count' | 'kind' | 'name' | 'ref'> {
  const fields = record as Partial<Record<'count' | 'email' | 'name' | 'ref' | 'what', unknown>>;
  const kind = KINDS.includes(record.kind) ? record.kind : 'unknown';
  const named = [fields.what, fields.name ?? fields.email].filter((part) => typeof part === 'string').join(' ');
  const count = record.kind === 'unmapped' && isCount(fields.count) ? { count: fields.count } : {};
  return { kind, ref: typeof fields.ref === 'string' ? fields.ref : '', name: named, ...count };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
