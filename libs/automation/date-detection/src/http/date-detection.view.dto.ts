import type { ProposedDate } from '#automation/date-detection';
import type { DateTime, Integer } from '#ground/http-kit';

/** A date that would be set. */
export class ProposedDateView {
  documentId!: string;
  name!: string;
  /** The present date, which was found in the document, too; null when it has none. */
  documentDate!: DateTime | null;
  /** `YYYY-MM-DD` */
  proposedDay!: string;
  /** `mail`: the date of a mail, in its header. */
  foundIn!: 'mail' | 'name' | 'text';
  /** The line of the text, from 1; null when it was found in the name of the file. */
  line!: Integer | null;
  /** The line, or its part around the date. */
  excerpt!: string;
  /** How sure the date is, from 0 to 1. */
  confidence!: number;
}

export class ProposedDatesView {
  /** Of the filter. */
  documentsCount!: Integer;
  /** The first of them, whose dates were looked for: at most 100. */
  lookedAtCount!: Integer;
  proposedDates!: ProposedDateView[];
}

export function proposedDateView({ present, day, ...proposed }: ProposedDate): ProposedDateView {
  return { ...proposed, documentDate: present?.toISOString() ?? null, proposedDay: day };
}
