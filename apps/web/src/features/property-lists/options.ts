import { printQuery } from '../../lib/query-language';

/** The search for the documents that have an option. */
export const optionQuery = (key: string, name: string): string =>
  printQuery({ kind: 'filter', field: key, operator: '=', value: name, quoted: false, from: 0, to: 0, valueFrom: 0 });

export const OPTION_SORTS = ['name', 'documents', 'newest'] as const;
export type OptionSort = (typeof OPTION_SORTS)[number];

interface Sortable {
  name: string;
  documentsCount: number;
  createdAt: string;
}

/** Options with all the words in their name, in the order that was asked for. */
export function shownOptions<Option extends Sortable>(
  options: readonly Option[],
  words: string,
  sort: OptionSort,
): Option[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matching = options.filter(({ name }) => wanted.every((word) => name.toLocaleLowerCase().includes(word)));
  const byName = (one: Option, other: Option): number =>
    one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' });
  if (sort === 'documents')
    return matching.sort((one, other) => other.documentsCount - one.documentsCount || byName(one, other));
  if (sort === 'newest') return matching.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return matching.sort(byName);
}
