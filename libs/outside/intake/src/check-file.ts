import { PermanentPluginError, type IntakeFile } from '@archivolt/plugin-kit';
import { isId } from '#ground/kernel';

const LONGEST_KEY = 500;
const LONGEST_REFERENCE = 1_000;
const MOST_TAGS = 10;

/**
 * Throws a `PermanentPluginError` for what no file can have: the types of a plugin do not hold at run time. What fails
 * here would fail in the same way the next time.
 */
export function checkFile({ organizationId, key, fileName, type, tags, reference }: Omit<IntakeFile, 'content'>): void {
  const isText = (value: unknown) => typeof value === 'string';
  const isStorable = (value: string, longest: number) =>
    isText(value) && value !== '' && value.length <= longest && value.isWellFormed() && !value.includes('\0');
  if (!isStorable(key, LONGEST_KEY))
    throw new PermanentPluginError(
      `the key of a file must have 1 to ${LONGEST_KEY} characters of valid Unicode, none NUL`,
    );
  if (!isText(organizationId) || !isId('org', organizationId))
    throw new PermanentPluginError('the `organizationId` of a file must be the id of an organization: org_…');
  if (!isText(fileName) || (type !== undefined && !isText(type)))
    throw new PermanentPluginError('the `fileName` and `type` of a file must be texts');
  if (tags !== undefined && (!Array.isArray(tags) || tags.length > MOST_TAGS || !tags.every(isText)))
    throw new PermanentPluginError(`the \`tags\` of a file must be a list of at most ${MOST_TAGS} names`);
  if (reference !== undefined && !isStorable(reference, LONGEST_REFERENCE))
    throw new PermanentPluginError(
      `the \`reference\` of a file must have 1 to ${LONGEST_REFERENCE} characters of valid Unicode, none NUL`,
    );
}
