import { Injectable } from '@nestjs/common';
import {
  ArchiveNumberRepository,
  ArchiveNumbers,
  DocumentContent,
  DocumentRepository,
  EarlierVersions,
  Thumbnails,
  UpdateDocument,
  UploadDocument,
  type ReceivedFile,
  type ReceivedVersion,
} from '#archive/documents';
import { DocumentProperties } from '#archive/metadata';
import { MoveDocuments } from '#archive/trash';
import { AddDocuments } from '#archive/uploads';
import { makeExtraction, UNKNOWN_TYPE } from '#capabilities/extraction';
import { SearchService, type PreparedContent } from '#capabilities/search';
import type { Transaction } from '#ground/database';
import { AppError, type OrganizationContext } from '#ground/kernel';
import type { DocumentRecord } from './archive-records.js';
import { PlanDocument, type DocumentPlan, type PlannedVersion } from './document-plan.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun, Made } from './import-run.js';
import { checkedRef, NotImported, reasonOf } from './record-checks.js';
import type { SetValue } from './record-values.js';
import { SourceFiles } from './source-files.js';

/** A document with all that has been read of it. */
interface Arrived {
  plan: DocumentPlan;
  file: ReceivedFile;
  content: PreparedContent | undefined;
  versions: readonly ReceivedVersion[];
}

/** The documents of a source: file, row, everything that belongs to it, and what the import remembers in one transaction. */
@Injectable()
export class ImportDocuments {
  constructor(
    private readonly plan: PlanDocument,
    private readonly files: SourceFiles,
    private readonly uploads: UploadDocument,
    private readonly add: AddDocuments,
    private readonly update: UpdateDocument,
    private readonly documents: DocumentRepository,
    private readonly contents: DocumentContent,
    private readonly thumbnails: Thumbnails,
    private readonly search: SearchService,
    private readonly numbers: ArchiveNumbers,
    private readonly holders: ArchiveNumberRepository,
    private readonly properties: DocumentProperties,
    private readonly earlierVersions: EarlierVersions,
    private readonly moves: MoveDocuments,
  ) {}

  async execute(run: ImportRun, record: DocumentRecord): Promise<ImportResult> {
    const ref = checkedRef(record.ref);
    if (await run.find('document', ref)) return { outcome: 'already-there' };
    const plan = await this.plan.execute(run, ref, record);
    const made = run.isDryRun ? await this.#tryOut(run, plan) : await this.#import(run, plan);
    if (!made) return { outcome: 'already-there' };
    const { isNew, reasons = [] } = made;
    if (!isNew) return { outcome: 'already-there', reasons };
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }

  async #import(run: ImportRun, plan: DocumentPlan): Promise<Made | undefined> {
    const { ctx, signal } = run;
    const { file: source, fileName: name } = plan;
    await using file = await this.files.read(run, source, (content) =>
      this.uploads.receive(ctx, { name, content }, signal),
    );
    this.files.check(source, file.stored);
    const same = await this.documents.findByHashes(ctx, [file.stored.sha256]);
    await using stored = new AsyncDisposableStack();
    const versions = same.length > 0 ? [] : await this.#versions(run, plan, stored);
    const content =
      plan.content === undefined || same.length > 0
        ? undefined
        : await this.search.prepareContent(ctx.organizationId, plan.content);
    return await run.once('document', plan.ref, (tx) => this.#write(tx, ctx, { plan, file, content, versions }));
  }

  async #versions(
    run: ImportRun,
    { earlierVersions, reasons }: DocumentPlan,
    stored: AsyncDisposableStack,
  ): Promise<ReceivedVersion[]> {
    const received: ReceivedVersion[] = [];
    for (const version of earlierVersions) {
      const { file, fileName: name, ...facts } = version;
      const done = await this.#unlessLeftOut(version, reasons, async () => {
        const arrived = stored.use(
          await this.files.read(run, file, (content) =>
            this.earlierVersions.receive(run.ctx, { name, content }, run.signal),
          ),
        );
        this.files.check(file, arrived);
        return arrived;
      });
      if (done) received.push({ stored: done, ...facts });
    }
    return received;
  }

  async #unlessLeftOut<Result>(
    { file }: PlannedVersion,
    reasons: string[],
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      reasons.push(`The earlier version ${file.path} was left out. ${reason}`);
      return undefined;
    }
  }

  /** May run again after a deadlock: it changes nothing but the database. */
  async #write(tx: Transaction, ctx: OrganizationContext, arrived: Arrived): Promise<Made> {
    const { plan, file, content, versions } = arrived;
    const same = await this.documents.findByHash(tx, ctx, file.stored.sha256);
    if (same) return { targetId: same.id, isNew: false, reasons: [sameAs(same.name)] };
    if (!file.stored.isStored)
      throw new NotImported('A document with the same content was removed at this moment. Import it again.');
    const { ocrLanguages, mimeType, documentDate, notes, tagIds, createdAt, createdBy, isInInbox } = plan;
    const imported = { createdAt, createdBy, isInInbox, isRead: content !== undefined };
    const details = { ocrLanguages, mimeType, documentDate, notes, tagIds, imported };
    const { id: documentId } = await this.add.addIn(tx, ctx, file, details, { areTagsKnown: true });
    if (plan.name !== plan.fileName) await this.update.executeIn(tx, ctx, documentId, { name: plan.name });
    if (content) await this.#saveContent(tx, ctx, documentId, { content, mimeType });
    const reasons = [...plan.reasons];
    if (plan.archiveNumber !== undefined) {
      const outcome = await this.numbers.setFound(tx, ctx, { documentId, number: plan.archiveNumber });
      if (outcome !== 'set') reasons.push(numberTaken(plan.archiveNumber));
    }
    await this.#setValues(tx, ctx, documentId, plan, reasons);
    await this.earlierVersions.add(tx, ctx, documentId, { received: versions, changedAt: plan.updatedAt ?? null });
    if (plan.isTrashed) await this.moves.toTrash(tx, ctx, [documentId]);
    return { targetId: documentId, isNew: true, reasons };
  }

  async #saveContent(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { content: prepared, mimeType }: { content: PreparedContent; mimeType: string },
  ): Promise<void> {
    const detectedType = mimeType === UNKNOWN_TYPE ? undefined : mimeType;
    const extraction = makeExtraction('text', { text: prepared.content, detectedType: mimeType });
    await this.contents.save(tx, ctx, [{ documentId, extraction, prepared, replace: true }]);
    await this.thumbnails.request(tx, ctx, [{ documentId, detectedType }]);
  }

  async #setValues(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { values }: DocumentPlan,
    reasons: string[],
  ): Promise<void> {
    const set = [];
    const fault = async (checked: readonly SetValue[]): Promise<string | undefined> => {
      try {
        await this.properties.check(tx, ctx, { set: checked, clear: [] });
        return undefined;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error.message;
      }
    };
    if (values.length === 0) return;
    const areAllRight = (await fault(values)) === undefined;
    for (const value of values) {
      const reason = areAllRight ? undefined : await fault([value]);
      if (reason === undefined) set.push(value);
      else reasons.push(`A value was left out: ${reason}`);
    }
    if (set.length > 0) await this.properties.change(tx, ctx, { documentIds: [documentId], set, clear: [] });
  }

  /** What an import would do, as far as it can be known without doing it. */
  async #tryOut(run: ImportRun, plan: DocumentPlan): Promise<Made> {
    const { ref, reasons, archiveNumber, file } = plan;
    const found = await this.files.measure(run, file);
    this.files.check(file, found);
    const [same] = await this.documents.findByHashes(run.ctx, [found.sha256]);
    if (same) {
      const [named] = await this.documents.namesOf(run.ctx, [same.documentId]);
      return run.plan('document', ref, { targetId: same.documentId, isNew: false, reasons: [sameAs(named?.name)] });
    }
    if (run.take(`file ${found.sha256}`))
      return run.plan('document', ref, { targetId: 'planned', isNew: false, reasons: [sameAs()] });
    for (const version of plan.earlierVersions)
      await this.#unlessLeftOut(version, reasons, async () =>
        this.files.check(version.file, await this.files.measure(run, version.file)),
      );
    if (archiveNumber !== undefined) {
      const isTaken = (await this.holders.holders(run.ctx, [archiveNumber])).size > 0;
      if (run.take(`number ${archiveNumber}`) || isTaken) reasons.push(numberTaken(archiveNumber));
    }
    return run.plan('document', ref, { targetId: 'planned', isNew: true, reasons });
  }
}

function sameAs(name?: string): string {
  const which = name === undefined ? 'an earlier document of the source' : `the document “${name}”`;
  return `Its file is that of ${which}, which stays as it is.`;
}

function numberTaken(number: number): string {
  return `Another document has its archive number ${number}: it has none.`;
}
