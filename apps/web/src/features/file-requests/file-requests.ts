import { dayOfTime, timeOfDay } from '../../lib/formats/days';
import type { FileRequest } from './file-requests.queries';

/** The fields of the form, as they are typed. */
export interface FileRequestValues {
  title: string;
  message: string;
  tagIds: string[];
  /** The last day, as `2026-07-03`; empty: without an end. */
  lastDay: string;
  /** Empty: none, or the one that it has. */
  password: string;
  isPasswordRemoved: boolean;
  /** Empty: any number. */
  maxFiles: string;
  /** In megabytes; empty: what the server allows. */
  maxFileSize: string;
}

/** What the form says to the server. */
export interface FileRequestFields {
  title: string;
  message: string | null;
  tagIds: string[];
  expiresAt: string | null;
  maxFiles: number | null;
  maxFileBytes: number | null;
}

const MEGABYTE = 1_000_000;
const DAY_MS = 86_400_000;
const FIRST_DAYS = 30;

export const newValues = (now = new Date()): FileRequestValues => ({
  ...{ title: '', message: '', tagIds: [], password: '', isPasswordRemoved: false, maxFiles: '', maxFileSize: '' },
  lastDay: dayOfTime(now.getTime() + FIRST_DAYS * DAY_MS),
});

export const valuesOf = (request: FileRequest): FileRequestValues => ({
  title: request.title,
  message: request.message ?? '',
  tagIds: request.tagIds,
  lastDay: request.expiresAt === null ? '' : dayOfTime(request.expiresAt),
  password: '',
  isPasswordRemoved: false,
  maxFiles: request.maxFiles === null ? '' : String(request.maxFiles),
  maxFileSize: request.maxFileBytes === null ? '' : String(request.maxFileBytes / MEGABYTE),
});

export const fieldsOf = (values: FileRequestValues): FileRequestFields => ({
  title: values.title.trim(),
  message: values.message.trim() === '' ? null : values.message.trim(),
  tagIds: values.tagIds,
  expiresAt: values.lastDay === '' ? null : timeOfDay(values.lastDay, '23:59:59'),
  maxFiles: values.maxFiles === '' ? null : Number(values.maxFiles),
  maxFileBytes: values.maxFileSize === '' ? null : Math.round(Number(values.maxFileSize) * MEGABYTE),
});

/** Only what differs: a time that another program set to the minute stays as it is while its day does. */
export function changedFields(before: FileRequestValues, after: FileRequestValues): Partial<FileRequestFields> {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof FileRequestFields]),
  );
  return Object.fromEntries(changed);
}

export type FileRequestState = 'expired' | 'full' | 'off' | 'open';

/** Whether a visitor who has the link can hand in a file now. */
export function stateOf(
  { isEnabled, expiresAt, maxFiles, filesCount }: FileRequest,
  now = new Date(),
): FileRequestState {
  if (!isEnabled) return 'off';
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired';
  return maxFiles !== null && filesCount >= maxFiles ? 'full' : 'open';
}
