import { ValidateBy } from 'class-validator';

/** As JSON, in UTF-8. */
const MAX_BYTES = 16 * 1024;

const problemOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) return `must not be longer than ${MAX_BYTES} bytes of JSON`;
  return hasUsableKeys(value) ? undefined : 'must not have keys with U+0000 or half of a surrogate pair';
};

/** Values are checked on every route; keys are not, because other routes know theirs. */
function hasUsableKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => key.isWellFormed() && !key.includes('\0') && hasUsableKeys(inner),
  );
}

function IsPreferences(): PropertyDecorator {
  return ValidateBy({
    name: 'isPreferences',
    validator: {
      validate: (value: unknown) => problemOf(value) === undefined,
      defaultMessage: (args) => `preferences ${problemOf(args?.value) ?? ''}`,
    },
  });
}

export class ReplacePreferencesBody {
  /** A JSON object of at most 16 KB. Lists directly in lists are not accepted. */
  @IsPreferences() preferences!: object;
}
