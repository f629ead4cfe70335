import { cleanDocumentName, cleanFileName, cutToCharacters } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import mime from 'mime';
import { HIGHEST_ARCHIVE_NUMBER, MOST_EARLIER_VERSIONS, storableMimeType } from '#archive/documents';
import { TagRepository } from '#archive/tags';
import { Clock } from '#ground/kernel';
import type { DocumentRecord, FileRecord } from './archive-records.js';
import { ImportPeople } from './import-people.js';
import type { ImportRun } from './import-run.js';
import { RecordValues, type SetValue } from './record-values.js';
import { cutText, isMissing, listOf, NotImported, readMoment, reasonOf, shown } from './record-checks.js';

/** What a document gets, as far as that is known before its file was read. */
export interface DocumentPlan {
  ref: string;
  fileName: string;
  name: string;
  file: FileRecord;
  mimeType: string;
  ocrLanguages: string[];
  documentDate: Date | undefined;
  notes: string | undefined;
  createdAt: Date | undefined;
  /** Missing: the actor. */
  createdBy: string | null | undefined;
  updatedAt: Date | undefined;
  isInInbox: boolean | undefined;
  isTrashed: boolean;
  archiveNumber: number | undefined;
  tagIds: string[];
  values: SetValue[];
  content: string | undefined;
  earlierVersions: PlannedVersion[];
  reasons: string[];
}

export interface PlannedVersion {
  file: FileRecord;
  fileName: string;
  mimeType: string;
  createdAt: Date | null;
  createdBy: string | null;
}

const LONGEST_NAME = 255;
const LONGEST_NOTES = 2_048;
const LONGEST_CONTENT = 20_000_000;
const LONGEST_PATH = 4_096;
const MOST_TAGS = 1_000;
const MOST_PROPERTIES = 1_000;
const MOST_LANGUAGES = 10;
/** Also those that are not installed: the OCR plugin takes others then. */
const LANGUAGE = /^[a-z]{3}(_[a-z]{3,5})?$/;
const MOST_HISTORY = 1_000_000;

/** Reads the record of a document: everything but its file. */
@Injectable()
export class PlanDocument {
  constructor(
    private readonly people: ImportPeople,
    private readonly values: RecordValues,
    private readonly tags: TagRepository,
    private readonly clock: Clock,
  ) {}

  async execute(run: ImportRun, ref: string, record: DocumentRecord): Promise<DocumentPlan> {
    const reasons: string[] = [];
    const file = checkedFile(record.file);
    const fileName = cleanFileName(file.name) || 'unnamed';
    const createdAt = this.#past(readMoment(record.createdAt, 'The time of its upload', reasons), reasons);
    return {
      ...{ ref, file, fileName, name: nameOf(record, fileName, reasons), mimeType: typeOf(file, fileName) },
      ocrLanguages: languagesOf(record, reasons),
      documentDate: readMoment(record.documentDate, 'Its date', reasons),
      notes: cutText(record.notes, LONGEST_NOTES, 'Its notes', reasons),
      createdAt,
      createdBy: await this.#creator(run, record.createdBy, reasons),
      updatedAt: readMoment(record.updatedAt, 'The time of its last change', reasons),
      isInInbox: typeof record.isInInbox === 'boolean' ? record.isInInbox : undefined,
      isTrashed: !isMissing(record.deletedAt),
      archiveNumber: archiveNumberOf(record, reasons),
      tagIds: await this.#tagIds(run, record, reasons),
      values: await this.#values(run, record, reasons),
      content: contentOf(record, reasons),
      earlierVersions: await this.#versions(run, record, reasons),
      reasons,
    };
  }

  #past(moment: Date | undefined, reasons: string[]): Date | undefined {
    if (moment === undefined || moment <= this.clock.now()) return moment;
    reasons.push('The time of its upload is in the future and was left out.');
    return undefined;
  }

  async #creator(run: ImportRun, address: unknown, reasons: string[]): Promise<string | null | undefined> {
    if (isMissing(address)) return undefined;
    const id = await this.people.idOf(run, address);
    if (id === undefined) reasons.push(`Who added it is not a member: ${shown(address)}.`);
    return id ?? null;
  }

  async #tagIds(run: ImportRun, { tagRefs }: DocumentRecord, reasons: string[]): Promise<string[]> {
    const wanted = new Map<string, string>();
    for (const ref of listOf(tagRefs, MOST_TAGS, 'Its tags')) {
      const tag = run.tags.get(ref);
      if (tag) wanted.set(tag.id, tag.name);
      else reasons.push(`It lacks a tag that was not imported: ${shown(ref)}.`);
    }
    const ids = [...wanted.keys()].filter((id) => !run.isPlanned(id));
    const existing = await this.tags.existing(run.ctx, ids);
    for (const id of ids)
      if (!existing.has(id)) reasons.push(`It lacks the tag “${wanted.get(id) ?? ''}”, which was deleted here.`);
    return [...existing];
  }

  async #values(run: ImportRun, { properties }: DocumentRecord, reasons: string[]): Promise<SetValue[]> {
    const set = new Map<string, SetValue>();
    for (const { ref, values } of listOf(properties, MOST_PROPERTIES, 'Its properties')) {
      const property = run.properties.get(ref);
      const value = property && (await this.values.read(run, property, values, reasons));
      if (value) set.set(value.propertyId, value);
      if (!property) reasons.push(`It lacks a value of a property that was not imported: ${shown(ref)}.`);
    }
    return [...set.values()];
  }

  async #versions(run: ImportRun, { earlierVersions }: DocumentRecord, reasons: string[]): Promise<PlannedVersion[]> {
    const planned: PlannedVersion[] = [];
    for (const version of listOf(earlierVersions, MOST_EARLIER_VERSIONS, 'Its earlier versions')) {
      try {
        const file = checkedFile(version);
        const fileName = cleanFileName(file.name) || 'unnamed';
        const createdAt = readMoment(version.createdAt, 'The time of an earlier version', reasons) ?? null;
        const createdBy = (await this.people.idOf(run, version.createdBy)) ?? null;
        planned.push({ file, fileName, mimeType: typeOf(file, fileName), createdAt, createdBy });
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === undefined) throw error;
        reasons.push(`An earlier version was left out: ${reason}`);
      }
    }
    return planned;
  }
}

/** Entries of the history, which are only counted. */
export function historyOf({ history }: DocumentRecord): number {
  return Array.isArray(history) ? Math.min(history.length, MOST_HISTORY) : 0;
}

function checkedFile(file: FileRecord | undefined): FileRecord {
  if (isMissing(file) || typeof file !== 'object') throw new NotImported('It has no file.');
  const { path, sha256 } = file;
  if (typeof path !== 'string' || path === '' || path.length > LONGEST_PATH)
    throw new NotImported('The path of its file is not a text of 1 to 4096 characters.');
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
    throw new NotImported('The hash of its file is not a SHA-256.');
  return file;
}

function typeOf({ mimeType }: FileRecord, fileName: string): string {
  const declared = typeof mimeType === 'string' ? storableMimeType(mimeType) : undefined;
  return declared ?? mime.getType(fileName) ?? 'application/octet-stream';
}

function nameOf({ name: given }: DocumentRecord, fileName: string, reasons: string[]): string {
  const text = typeof given === 'string' ? given : '';
  const name = cutToCharacters(cleanDocumentName(text.slice(0, 10 * LONGEST_NAME)).trim(), LONGEST_NAME);
  if (name !== text) reasons.push(`Its name is “${name || fileName}” now.`);
  return name || fileName;
}

function languagesOf({ ocrLanguages }: DocumentRecord, reasons: string[]): string[] {
  const given = listOf(ocrLanguages, MOST_LANGUAGES, 'Its languages');
  const known = given.filter((language) => typeof language === 'string' && LANGUAGE.test(language));
  if (known.length < given.length) reasons.push('A language of it is not known and was left out.');
  return known;
}

function archiveNumberOf({ archiveNumber: number }: DocumentRecord, reasons: string[]): number | undefined {
  if (isMissing(number)) return undefined;
  if (Number.isInteger(number) && number >= 1 && number <= HIGHEST_ARCHIVE_NUMBER) return number;
  reasons.push(`Its archive number is not a whole number from 1 to ${HIGHEST_ARCHIVE_NUMBER}.`);
  return undefined;
}

function contentOf({ content }: DocumentRecord, reasons: string[]): string | undefined {
  const text = cutText(content, LONGEST_CONTENT, 'Its text', reasons);
  return text?.trim() === '' ? undefined : text;
}
