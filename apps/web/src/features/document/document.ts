/** The revision of a document, as the server's ETag names it. */
export const revisionOf = (updatedAt: string): string => new Date(updatedAt).getTime().toString(36);

/** `2026-07-03` of a date of the server, which has no time of day that counts. */
export const dayOf = (date: string | null): string => date?.slice(0, 10) ?? '';

/** Whether a name can be saved; the server has the last word. */
export const isName = (name: string): boolean => name.trim() !== '' && name.trim().length <= 255;

interface Changed {
  name: string;
  content?: string;
  documentDate: string | null;
  notes: string | null;
}

type Fields = { [Field in keyof Changed]?: Changed[Field] };

/** Whether another person changed one of the fields that are to be changed. */
export function isContested(fields: Fields, base: Changed, present: Changed): boolean {
  return (Object.keys(fields) as (keyof Changed)[]).some((field) => (base[field] ?? '') !== (present[field] ?? ''));
}

/** The fields as they were, to take a change back. */
export function former(
  fields: Fields,
  base: Changed,
): { name?: string; content?: string; documentDate?: string | null; notes?: string } {
  return {
    ...(fields.name === undefined ? {} : { name: base.name }),
    ...(fields.content === undefined ? {} : { content: base.content ?? '' }),
    ...(fields.documentDate === undefined ? {} : { documentDate: base.documentDate }),
    ...(fields.notes === undefined ? {} : { notes: base.notes ?? '' }),
  };
}

export type StepStatus = 'completed' | 'failed' | 'partial' | 'pending' | 'running' | 'skipped' | 'waiting';

/** Whether reading the file again may help. */
export const mayRetry = (steps: readonly { status: StepStatus }[]): boolean =>
  steps.every(({ status }) => status !== 'running' && status !== 'pending');

/** `1.2 s`, `3 min`: parts for a formatter. */
export function spanOf(ms: number): { value: number; unit: 'millisecond' | 'minute' | 'second' } {
  if (ms < 1_000) return { value: Math.round(ms), unit: 'millisecond' };
  if (ms < 60_000) return { value: Math.round(ms / 100) / 10, unit: 'second' };
  return { value: Math.round(ms / 6_000) / 10, unit: 'minute' };
}

/** The changed fields of an activity, as the server lists them. */
export function updatedFields(eventData: Record<string, unknown> | null): string[] {
  const fields = eventData?.['updatedFields'];
  return Array.isArray(fields) ? fields.filter((field): field is string => typeof field === 'string') : [];
}
