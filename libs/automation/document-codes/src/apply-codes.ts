import { Injectable } from '@nestjs/common';
import { nameKey } from '@archivolt/plugin-kit';
import { ArchiveNumbers, LockDocuments } from '#archive/documents';
import { DocumentTags } from '#archive/metadata';
import { isTagName, TagRepository, TagsService } from '#archive/tags';
import type { CodeReading } from '#capabilities/extraction';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { archiveNumberIn, tagNameIn } from './code-texts.js';
import { CodeSettingsOfOrganizations, type CodeSettings } from './code-settings.js';
import { DocumentCodesRepository } from './document-codes.repository.js';
import type { CodeMeaning, StoredCode } from './document-codes.schema.js';
import { SplitStacks } from './split-stacks.js';
import { isSeparator } from './split-plan.js';

/** Tags that the codes of one document give. */
const MOST_TAGS = 20;

interface CodedDocument {
  documentId: string;
  wasRead: boolean;
}

/** Stores the codes of a document, and gives it the archive number and the tags that they name. */
@Injectable()
export class ApplyCodes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly codes: DocumentCodesRepository,
    private readonly settings: CodeSettingsOfOrganizations,
    private readonly lockDocuments: LockDocuments,
    private readonly numbers: ArchiveNumbers,
    private readonly tags: TagRepository,
    private readonly tagsService: TagsService,
    private readonly documentTags: DocumentTags,
    private readonly stacks: SplitStacks,
  ) {}

  /** Doing it twice changes nothing. Does nothing when the document is not active any more. */
  async execute(ctx: OrganizationContext, document: CodedDocument, reading: CodeReading): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const settings = await this.settings.of(ctx, tx);
      const { documentId } = document;
      // The lock on the names comes first, so that no other transaction creates the same tags meanwhile.
      if (settings.tagPrefix !== '' && settings.canCreateTags) await this.tags.lockNames(tx, ctx);
      if ((await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true })).length === 0) return;
      // The tags that it has now are those of the whole stack.
      const split = await this.stacks.prepare(tx, ctx, documentId, reading, settings);
      const codes = await this.#understood(tx, ctx, document, reading, settings);
      if (split) await this.stacks.request(tx, ctx, documentId, split, codes);
      const pages = reading.outcome === 'read' ? reading : NO_PAGES;
      const { outcome, reason } = reading;
      await this.codes.save(tx, documentId, {
        ...{ outcome, reason, codes },
        ...{ pages: pages.pages, unreadPages: pages.unreadPages },
        ...{ pagesCount: pages.pagesCount, isCutShort: pages.isCutShort },
      });
    });
  }

  async #understood(
    tx: Transaction,
    ctx: OrganizationContext,
    document: CodedDocument,
    reading: CodeReading,
    settings: CodeSettings,
  ): Promise<StoredCode[]> {
    if (reading.outcome !== 'read') return [];
    const { archiveNumberPrefix, tagPrefix } = settings;
    const understood: StoredCode[] = [];
    let hasNumber = false;
    for (const code of reading.codes) {
      const number = archiveNumberIn(code.text, archiveNumberPrefix);
      if (number !== undefined) {
        understood.push({ ...code, meaning: await this.#number(tx, ctx, document, number, hasNumber) });
        hasNumber ||= number !== null;
        continue;
      }
      const name = tagNameIn(code.text, tagPrefix);
      const isSheet = settings.canSplit && isSeparator(code.text, settings.separators);
      const other: CodeMeaning | null = isSheet ? { kind: 'separator' } : null;
      understood.push({ ...code, meaning: name === undefined ? other : { kind: 'tag', name, outcome: 'unknown' } });
    }
    await this.#addTags(tx, ctx, document, understood, settings);
    return understood;
  }

  async #number(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, wasRead }: CodedDocument,
    number: number | null,
    isFurther: boolean,
  ): Promise<CodeMeaning> {
    const kind = 'archive-number';
    if (number === null) return { kind, number, outcome: 'invalid' };
    if (isFurther) return { kind, number, outcome: 'further' };
    if (wasRead && (await this.#wasGiven(tx, ctx, documentId, number))) {
      const outcome = await this.numbers.compare(tx, ctx, { documentId, number });
      return { kind, number, outcome: outcome ?? 'removed' };
    }
    return { kind, number, outcome: await this.numbers.setFound(tx, ctx, { documentId, number }) };
  }

  /** A label gives its number once: someone may have taken it away since. */
  async #wasGiven(tx: Transaction, ctx: OrganizationContext, documentId: string, number: number): Promise<boolean> {
    const before = await this.codes.find(tx, ctx, documentId);
    return (before?.codes ?? []).some(({ meaning }) => {
      if (meaning?.kind !== 'archive-number' || meaning.number !== number) return false;
      return meaning.outcome === 'set' || meaning.outcome === 'kept' || meaning.outcome === 'removed';
    });
  }

  /** Gives the document the tags that are named, and notes which of them there are. */
  async #addTags(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId }: CodedDocument,
    codes: readonly StoredCode[],
    { canCreateTags }: CodeSettings,
  ): Promise<void> {
    const named = codes.flatMap(({ meaning }) => (meaning?.kind === 'tag' ? [meaning] : []));
    if (named.length === 0) return;
    const known = new Map((await this.tags.names(ctx, tx)).map(({ id, normalizedName }) => [normalizedName, id]));
    const names = [...new Map(named.map(({ name }) => [nameKey(name), name]))].slice(0, MOST_TAGS);
    const tagIds = new Map<string, string>();
    for (const [key, name] of names) {
      const id = known.get(key) ?? (canCreateTags && isTagName(name) ? await this.#create(tx, ctx, name) : undefined);
      if (id !== undefined) tagIds.set(key, id);
    }
    const ids = [...tagIds.values()];
    await this.documentTags.addToExisting(tx, ctx, { documentIds: [documentId], tagIds: ids, activeOnly: true });
    for (const meaning of named) if (tagIds.has(nameKey(meaning.name))) meaning.outcome = 'added';
  }

  /** `undefined` when the organization has as many tags as it may have. */
  async #create(tx: Transaction, ctx: OrganizationContext, name: string): Promise<string | undefined> {
    const [id] = await this.tagsService.createUpToLimit(tx, ctx, [name]);
    return id;
  }
}

const NO_PAGES = { pages: null, unreadPages: 0, pagesCount: null, isCutShort: false };
