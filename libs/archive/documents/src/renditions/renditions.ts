import { Injectable } from '@nestjs/common';
import { PreviewsConfig } from '#config/previews';
import { ExtractionService } from '#capabilities/extraction';
import { FileStore } from '#capabilities/storage';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentRepository } from '../document.repository.js';
import { DocumentNotFound } from '../documents.errors.js';
import { RenditionUnavailable, TooManyRenditions } from './renditions.errors.js';

/** A mail may have its pictures in it. */
const MOST_HTML_BYTES = 12_000_000;
/** Each is copied to the disk of this process before it is shown. */
const MOST_FILE_BYTES = 100_000_000;
/** Of one organization in this process: people look at one file at a time. */
const MOST_WAITING = 8;
const RETRY_AFTER_SECONDS = 2;

/** A file as HTML out of the sandbox: untrusted. */
export interface DocumentRendition {
  html: string;
  /** A part of the file was left out. */
  isCut: boolean;
}

export interface RenditionToMake {
  /** Of the file. */
  sha256: string;
  make(signal: AbortSignal): Promise<DocumentRendition>;
}

/** Files such as tables, mails and web pages as HTML, made while a person waits, and not kept. */
@Injectable()
export class Renditions {
  readonly #waiting = new Map<string, number>();

  constructor(
    private readonly config: PreviewsConfig,
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
  ) {}

  /** The types of files of which there are some. */
  get types(): string[] {
    return this.config.enabled ? this.extraction.renderedTypes : [];
  }

  async of(ctx: OrganizationContext, documentId: string): Promise<RenditionToMake> {
    const file = await this.documents.findFile(ctx, documentId);
    if (!file) throw DocumentNotFound();
    if (!this.config.enabled) throw unavailable('Previews are turned off (PREVIEWS_ENABLED).');
    if (file.size > MOST_FILE_BYTES) throw unavailable('It is too large.');
    const found = await this.files.find(file.storageKey, file);
    const source = { open: () => found.read(), fileName: file.originalName, declaredType: file.mimeType };
    return { sha256: file.sha256, make: (signal) => this.#inTurn(ctx, () => this.#make(ctx, source, signal)) };
  }

  async #make(
    { organizationId }: OrganizationContext,
    source: Parameters<ExtractionService['renderHtml']>[0],
    signal: AbortSignal,
  ): Promise<DocumentRendition> {
    const limits = { mostBytes: MOST_HTML_BYTES, timeoutMs: this.config.timeoutMs };
    const rendered = await this.extraction.renderHtml(source, { ...limits, owner: organizationId, signal });
    if (rendered.outcome !== 'rendered') throw unavailable(rendered.reason);
    return rendered;
  }

  async #inTurn<Result>({ organizationId }: OrganizationContext, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(organizationId) ?? 0;
    if (waiting >= MOST_WAITING) throw TooManyRenditions({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#waiting.set(organizationId, waiting + 1);
    try {
      return await work();
    } finally {
      const left = (this.#waiting.get(organizationId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(organizationId, left);
      else this.#waiting.delete(organizationId);
    }
  }
}

function unavailable(reason: string | null): Error {
  return reason === null
    ? RenditionUnavailable()
    : RenditionUnavailable({ message: `This file is not shown as a page. ${reason}` });
}
