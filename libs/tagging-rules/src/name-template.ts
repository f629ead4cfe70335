import { storableName } from '#libs/documents';

/** What a template of names may contain. */
export const NAME_PLACEHOLDERS = ['{name}', '{date}', '{year}', '{month}', '{day}'] as const;

const PLACEHOLDER = /\{[^{}]*\}/g;
const LONGEST_EXTENSION = 32;

/** The facts of a document that a name is made of; the day is `YYYY-MM-DD`. */
export interface NameFacts {
  name: string;
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
 * `{name}` stays as it is, so that a rule that is applied again does not add it again.
 */
export function nameFrom(template: string, { name, day }: NameFacts): string {
  const { base, extension } = partsOf(name);
  const [year = '', month = '', date = ''] = day.split('-');
  const values: Record<string, string> = { '{date}': day, '{year}': year, '{month}': month, '{day}': date };
  const filled = template.replaceAll(PLACEHOLDER, (placeholder) => values[placeholder] ?? placeholder);
  const [before = '', after] = filled.split('{name}');
  if (after === undefined) return cut(before, extension);
  const hasBoth = base.length >= before.length + after.length && base.startsWith(before) && base.endsWith(after);
  return hasBoth ? name : cut(`${before}${base}${after}`, extension);
}

/** A base of spaces alone would hide the name. */
function cut(base: string, extension: string): string {
  const trimmed = base.trim();
  return storableName(`${trimmed}${trimmed.toLowerCase().endsWith(extension.toLowerCase()) ? '' : extension}`);
}

function partsOf(name: string): { base: string; extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || dot === name.length - 1 || name.length - dot > LONGEST_EXTENSION || /\s/.test(name.slice(dot)))
    return { base: name, extension: '' };
  return { base: name.slice(0, dot), extension: name.slice(dot) };
}
