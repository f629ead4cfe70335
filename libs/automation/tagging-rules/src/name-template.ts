import { cleanDocumentName, cutToCharacters, extensionOf } from '@archivolt/plugin-kit';

/** What a template of names may contain. */
export const NAME_PLACEHOLDERS = ['{name}', '{date}', '{year}', '{month}', '{day}'] as const;

const LONGEST_NAME = 255;
const PLACEHOLDER = /\{[^{}]*\}/g;

/** The facts of a document that a name is made of; the day is `YYYY-MM-DD`. */
export interface NameFacts {
  name: string;
  /** The name of the uploaded file. */
  originalName: string;
  day: string;
}

/** Says what is wrong with a template; `undefined` when nothing is. */
export function templateProblem(template: string): string | undefined {
  const used: string[] = template.match(PLACEHOLDER) ?? [];
  const unknown = used.find((placeholder) => !NAME_PLACEHOLDERS.some((known) => known === placeholder));
  if (unknown !== undefined) return `${unknown} is not one of ${NAME_PLACEHOLDERS.join(', ')}`;
  if (used.filter((placeholder) => placeholder === '{name}').length > 1) return '{name} may occur once';
  return template.trim() === '' ? 'the name would be empty' : undefined;
}

/**
 * Returns the name that a document gets. Its extension stays. A name that already has what the template puts around
 * `{name}` stays as it is, so that a rule that is applied again does not add it again; where the template has put another
 * day around the name of the file, the day is replaced.
 */
export function nameFrom(template: string, { name, originalName, day }: NameFacts): string {
  const extension = extensionOf(name);
  const base = name.slice(0, name.length - extension.length);
  const [year = '', month = '', date = ''] = day.split('-');
  const values: Record<string, string> = { '{date}': day, '{year}': year, '{month}': month, '{day}': date };
  // The name is trimmed, too: with spaces at its edges it would never have what the template puts around it.
  const filled = template.trim().replaceAll(PLACEHOLDER, (placeholder) => values[placeholder] ?? placeholder);
  const [before = '', after] = filled.split('{name}');
  if (after === undefined) return cut(before, extension) || name;
  const hasBoth = base.length >= before.length + after.length && base.startsWith(before) && base.endsWith(after);
  if (hasBoth || base.trim() === `${before}${after}`.trim()) return name;
  const original = originalName.slice(0, originalName.length - extensionOf(originalName).length);
  const isDatedAnew = hasDay(template) && differsInDigits({ before, original, after }, base);
  return cut(`${before}${isDatedAnew ? original : base}${after}`, extension) || name;
}

function hasDay(template: string): boolean {
  return (template.match(PLACEHOLDER) ?? []).some((placeholder) => placeholder !== '{name}');
}

/** True when only digits around the original name differ. */
function differsInDigits(
  { before, original, after }: { before: string; original: string; after: string },
  base: string,
): boolean {
  const withoutDigits = (text: string): string => text.replaceAll(/\d/g, '0');
  if (!base.startsWith(original, before.length)) return false;
  return withoutDigits(base) === withoutDigits(`${before}${original}${after}`);
}

/** A base of spaces alone would hide the name. */
function cut(base: string, extension: string): string {
  const trimmed = base.trim();
  const hasIt = trimmed.toLowerCase().endsWith(extension.toLowerCase());
  const name = cleanDocumentName(hasIt ? trimmed : trimmed + extension);
  return cutToCharacters(name, LONGEST_NAME, extensionOf(name));
}
