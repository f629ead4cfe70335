import { InvalidFormData } from '#archive/documents';

/** The entries of a form field without repetitions: the field repeated, comma-separated, or a JSON array. */
export function splitField(name: string, values: readonly string[]): string[] {
  const entries = values.flatMap((value) => entriesOf(name, value)).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

function entriesOf(name: string, value: string): string[] {
  if (!value.trim().startsWith('[')) return value.split(',');
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed;
  } catch {
    // Reported below, as is an array of other values.
  }
  const what = name === 'ocrLanguages' ? 'codes, or a JSON array of codes' : 'ids, or a JSON array of ids';
  throw InvalidFormData({ details: [{ path: name, message: `must be ${what}` }] });
}
