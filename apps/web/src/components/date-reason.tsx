import { Trans } from '@lingui/react/macro';

const PERCENT = 100;

export interface DateReasonProps {
  foundIn: 'invoice-data' | 'mail' | 'name' | 'text';
  /** From 1; null: in the name of the file. */
  line: number | null;
  /** From 0 to 1. */
  confidence: number;
}

/** Where the date of a document, or another value, was found, and how sure it is. */
export function DateReason({ foundIn, line, confidence }: DateReasonProps) {
  const sure = Math.round(confidence * PERCENT);
  if (foundIn === 'mail') return <Trans>Date of the mail, {sure}% sure</Trans>;
  if (foundIn === 'invoice-data') return <Trans>Exact, from the data of the electronic invoice</Trans>;
  return line === null ? (
    <Trans>Found in the file name, {sure}% sure</Trans>
  ) : (
    <Trans>
      Found in line {line}, {sure}% sure
    </Trans>
  );
}
