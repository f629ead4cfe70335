import { ArrayMaxSize, IsString, MaxLength } from 'class-validator';
import { IsDocumentDate } from '#archive/documents/http';
import { InvalidFormData } from '#archive/documents';
import { IsId, MayBeAbsent, validateDto } from '#ground/http-kit';
import type { DocumentDetails } from '#archive/uploads';
import { parseOcrLanguages } from './ocr-languages.js';
import { splitField } from './split-field.js';

/** What an upload may say about its document besides the name and the type. */
class UploadFields {
  @ArrayMaxSize(50) @IsId('tag', { each: true }) tagIds!: string[];
  @MayBeAbsent() @IsDocumentDate() documentDate?: Date;
  @MayBeAbsent() @IsString() @MaxLength(2048) notes?: string;
}

/** Reads the text fields of a form, or the metadata of a resumable upload. Other fields are ignored, as in the contract. */
export function readUploadFields(fields: ReadonlyMap<string, readonly string[]>): Omit<DocumentDetails, 'mimeType'> {
  if (fields.size === 0) return { ocrLanguages: [], tagIds: [], documentDate: undefined, notes: undefined };
  const ocrLanguages = parseOcrLanguages(fields.get('ocrLanguages') ?? []);
  const given = {
    tagIds: splitField('tagIds', fields.get('tagIds') ?? []),
    ...single(
      'documentDate',
      (fields.get('documentDate') ?? []).filter((text) => text.trim() !== ''),
    ),
    ...single('notes', fields.get('notes') ?? []),
  };
  const checked = validateDto(UploadFields, given);
  if ('details' in checked) throw InvalidFormData({ details: checked.details });
  const { tagIds, documentDate, notes } = checked.value as UploadFields;
  return { ocrLanguages, tagIds, documentDate, notes };
}

/** A repeated field stays a list, which no rule accepts. */
function single(name: string, values: readonly string[]): Record<string, unknown> {
  return values.length === 0 ? {} : { [name]: values.length === 1 ? values[0] : values };
}
