import { printQuery } from '../../lib/query-language';

export const TAG_SORTS = ['name', 'documents', 'newest'] as const;
export type TagSort = (typeof TAG_SORTS)[number];

interface Sortable {
  name: string;
  description: string | null;
  documentsCount: number;
  createdAt: string;
}

/** Colours that differ clearly in both themes. */
export const PRESET_COLORS = [
  '#D84848',
  '#E0702C',
  '#D19A1C',
  '#7CA82B',
  '#2E9E5B',
  '#1F9E9A',
  '#2D8FD5',
  '#4F6BE0',
  '#8657D8',
  '#B24FC4',
  '#D4508F',
  '#7A8190',
] as const;

/** A colour that is neither very dark nor grey. `random` is from 0 to below 1. */
export function randomColor(random: () => number = Math.random): string {
  const hue = random() * 360;
  return hslToHex(hue, 0.45 + random() * 0.35, 0.42 + random() * 0.16);
}

function hslToHex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const place = (offset + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}

/** Tags with the words in their name or description, in the order that was asked for. */
export function shownTags<Tag extends Sortable>(tags: readonly Tag[], words: string, sort: TagSort): Tag[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matching = tags.filter(({ name, description }) => {
    const text = `${name} ${description ?? ''}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const byName = (one: Tag, other: Tag): number =>
    one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' });
  if (sort === 'documents') {
    return matching.sort((one, other) => other.documentsCount - one.documentsCount || byName(one, other));
  }
  if (sort === 'newest') return matching.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return matching.sort(byName);
}

interface Nested {
  id: string;
  parentId?: string;
}

/** Ids of a tag and of those above it, the tag first. */
export function pathOf(tags: readonly Nested[], tagId: string): string[] {
  const path: string[] = [];
  for (let id: string | undefined = tagId; id && !path.includes(id); id = tags.find((tag) => tag.id === id)?.parentId)
    path.push(id);
  return path;
}

/** Each tag of the list behind the one above it, with its level below the highest; 0 where that one is not in the list. */
export function asTree<Tag extends Nested>(tags: readonly Tag[]): { tag: Tag; level: number }[] {
  const ids = new Set(tags.map(({ id }) => id));
  const below = Map.groupBy(tags, ({ parentId }) => (parentId !== undefined && ids.has(parentId) ? parentId : ''));
  const from = (id: string, level: number): { tag: Tag; level: number }[] =>
    (below.get(id) ?? []).flatMap((tag) => [{ tag, level }, ...from(tag.id, level + 1)]);
  return from('', 0);
}

/** The search for the documents of a tag. */
export const tagQuery = (name: string): string =>
  printQuery({ kind: 'filter', field: 'tag', operator: '=', value: name, quoted: false, from: 0, to: 0, valueFrom: 0 });
