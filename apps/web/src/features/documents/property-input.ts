import type { CustomPropertyView } from './documents.queries';

/** What is typed for a custom property, as the server takes it. Undefined: there is nothing to set yet. */
export function propertyValueOf(
  type: CustomPropertyView['type'],
  text: string,
  options: readonly string[],
): boolean | number | string | string[] | undefined {
  if (type === 'multi_select') return options.length > 0 ? [...options] : undefined;
  if (text.trim() === '') return undefined;
  if (type === 'boolean') return text === 'true';
  if (type !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
