import { Injectable } from '@nestjs/common';
import { TransientPluginError } from '@archivolt/plugin-kit';
import {
  DocumentContent,
  DocumentPasswords,
  groupOf,
  type DocumentToExtract,
  type ExtractionSteps,
  type ProcessDocumentData,
} from '#archive/documents';
import {
  ExtractionService,
  firstTurn,
  InstalledReaders,
  isMoved,
  makeExtraction,
  UNREAD_OUTCOMES,
  type Extraction,
  type ExtractionLane,
  type ExtractionOptions,
} from '#capabilities/extraction';
import { SearchService } from '#capabilities/search';
import { FileStore, StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import type { Job } from '#ground/jobs';
import { Clock, type OrganizationContext } from '#ground/kernel';
import { ProgressReports } from './progress-reports.js';
import type { ReadingOfJob } from './save-readings.js';

/** The lane of the job; the one for services says which plugin is next. */
export type LaneOptions = Pick<ExtractionOptions, 'lane' | 'remote'>;

/** What the progress of a document calls the lanes in this process. */
export const STEPS = { quick: 'extraction', ocr: 'ocr', remote: 'extraction' } as const satisfies Record<
  ExtractionLane,
  string
>;

export const stepOf = ({ lane, remote }: LaneOptions): string => remote?.plugin ?? STEPS[lane];

/** What became of a file: it was read, or it goes on elsewhere, or the document is gone. */
export type FileRead =
  { kind: 'gone' } | { kind: 'moved'; extraction: Extraction } | { kind: 'read'; reading: ReadingOfJob };

/** Reads the file of a document by plugins: in the sandbox, or by services. */
@Injectable()
export class ReadFile {
  constructor(
    private readonly content: DocumentContent,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly readers: InstalledReaders,
    private readonly search: SearchService,
    private readonly progress: ProgressReports,
    private readonly clock: Clock,
    private readonly passwords: DocumentPasswords,
  ) {}

  async execute(ctx: OrganizationContext, job: Job<ProcessDocumentData>, lane: LaneOptions): Promise<FileRead> {
    const { documentId, reason, taskId, contentHash, rereading } = job.data;
    const document = await this.content.begin(ctx, documentId, stepOf(lane));
    if (!document) return { kind: 'gone' };
    const extraction = await this.#extract(ctx, document, job, lane);
    if (isMoved(extraction)) return { kind: 'moved', extraction };
    const { text } = extraction;
    const steps = { ...stepsOf(lane, extraction, this.#now()), ...this.#unreadBy(document, extraction) };
    const prepared = text === '' ? undefined : await this.search.prepareContent(ctx.organizationId, text);
    if (prepared) steps.search = { ...steps.search, endedAt: this.#now() };
    const replace = reason === 'reprocess' || reason === 'reread';
    // A user who has a whole text read again does not want a part of it.
    const isPart = extraction.outcome === 'text' && extraction.isCutShort === true;
    const mayKeep = reason === 'reread' || (reason === 'reprocess' && isPart);
    const { fileName } = document;
    const reading = { documentId, fileName, extraction, prepared, replace, contentHash, rereading, steps };
    return { kind: 'read', reading: { ...reading, lane: lane.lane, wasRead: reason !== 'upload', mayKeep, taskId } };
  }

  #now(): string {
    return this.clock.now().toISOString();
  }

  /** Returns what could read the file, if nothing did: another version may. */
  #unreadBy({ fileName, mimeType }: DocumentToExtract, { outcome, detectedType }: Extraction): ExtractionSteps {
    if (!UNREAD_OUTCOMES.includes(outcome)) return {};
    const readers = this.readers.of({ fileName, types: [detectedType, mimeType] });
    return { unread: { type: detectedType, readers } };
  }

  async #extract(
    ctx: OrganizationContext,
    document: DocumentToExtract,
    { data, signal, isLastAttempt }: Job<ProcessDocumentData>,
    lane: LaneOptions,
  ): Promise<Extraction> {
    const { storageKey, fileName, mimeType, ocrLanguages } = document;
    const patience = 2 ** (data.rereading ?? 0);
    const turn = { ...firstTurn(data.documentId), ...data.turn };
    const progress = this.progress.of(ctx, data.documentId, stepOf(lane));
    let known: Promise<readonly string[]> | undefined;
    const passwords = () => (known ??= this.passwords.toTry(ctx, data.documentId));
    const { report: onProgress } = progress;
    const owner = groupOf(data);
    try {
      const extraction = await this.extraction.extract(
        { open: () => this.files.read(storageKey), fileName, declaredType: mimeType },
        { ...lane, languages: ocrLanguages, signal, owner, turn, patience, onProgress, passwords },
      );
      if (extraction.outcome === 'cancelled') throw new Error('the extraction was cancelled');
      return extraction;
    } catch (error) {
      if (lane.lane === 'remote' && error instanceof TransientPluginError) throw error;
      // The last attempt always leaves an outcome, or the document would stay `running`. An attempt that ends because
      // the server stops is not counted.
      if (signal.aborted || (!isLastAttempt && !isOfFile(error))) throw error;
      return makeExtraction('failed', { reason: `It could not be read: ${(error as Error).message}` });
    } finally {
      await progress.end();
    }
  }
}

/** Another attempt would find the same. */
function isOfFile(error: unknown): boolean {
  return StoredFileMissing.matches(error) || StoredFileDamaged.matches(error);
}

/** Returns the known steps after the file was read and before its text is prepared for the search. */
function stepsOf(
  { lane }: LaneOptions,
  { provider, providerVersion, ocrEngine, truncated, engine: model }: Extraction,
  now: string,
): ExtractionSteps {
  const names = [provider, providerVersion, model === undefined ? null : `(${model})`];
  const engine = provider !== null && { engine: names.filter(Boolean).join(' ') };
  const isRecognition = lane === 'ocr';
  return {
    text: { ...engine, ...(!isRecognition && { endedAt: now }) },
    ...(isRecognition && { ocr: { endedAt: now, ...(ocrEngine !== undefined && { engine: ocrEngine }) } }),
    search: { startedAt: now },
    isTruncated: truncated,
  };
}
