import { IsIn } from 'class-validator';
import { FINDERS, type Finder, type ProposedDocument } from '#archive/batches';
import { OrganizationParams, type Integer } from '#ground/http-kit';

export class FillParams extends OrganizationParams {
  /** `filing`: tags and options of properties that people gave to documents like these. */
  @IsIn(FINDERS) finder!: Finder;
}

export class ProposedValueView {
  type!: 'date' | 'number' | 'option' | 'tag' | 'text';
  /** Of the property that would be filled; null for the date of the document, and a tag. */
  propertyName!: string | null;
  /** The present value, which was found, too; null when there is none. */
  before!: string | null;
  /** `YYYY-MM-DD` for a date, the name of an option or a tag, digits for a number. */
  value!: string;
  /** True: it would be suggested, and wait for a person. */
  isSuggestion!: boolean;
  /** `learned`: documents like this one have it. `mail`: in the header of a mail. `name`: in the name of the file. */
  foundIn!: 'invoice-data' | 'learned' | 'mail' | 'name' | 'text';
  /** The line of the text, from 1; null when it was not found in a line. */
  line!: Integer | null;
  /** The line, or its part around the value; null for what was learned. */
  excerpt!: string | null;
  /** The words that decided, as they are written in the document; only of what was learned. */
  words!: string[];
  /** From 0 to 1. */
  confidence!: number;
}

export class ProposedDocumentView {
  documentId!: string;
  name!: string;
  values!: ProposedValueView[];
}

export class ProposedValuesView {
  /** Of the filter. */
  documentsCount!: Integer;
  /** The first of them, in which something was looked for: at most 100. */
  lookedAtCount!: Integer;
  /** Those that would be changed. */
  documents!: ProposedDocumentView[];
}

export function proposedDocumentView({ documentId, name, values }: ProposedDocument): ProposedDocumentView {
  return { documentId, name, values };
}
