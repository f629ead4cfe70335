import { parseQuery } from '../../lib/query-language';

interface Findable {
  label: string;
  group: string;
  keywords?: string | undefined;
}

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The actions that have every typed word as the start of one of theirs; those whose label starts with it come first. */
export function matching<Command extends Findable>(commands: readonly Command[], typed: string): Command[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return typed.trim() === '' ? [...commands] : [];
  const start = typed.trim().toLocaleLowerCase();
  return commands
    .filter(({ label, group, keywords = '' }) => {
      const own = wordsOf(`${label} ${group} ${keywords}`);
      return wanted.every((word) => own.some((each) => each.startsWith(word)));
    })
    .map((command) => ({ command, rank: command.label.toLocaleLowerCase().startsWith(start) ? 0 : 1 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
}

/** A query that also asks for a filter. Adds nothing that is there already. */
export function withFilter(query: string, filter: string): string {
  const present = query.trim();
  if (present === '') return filter;
  if (` ${present} `.includes(` ${filter} `)) return present;
  const { tree } = parseQuery(present);
  return tree?.kind === 'or' ? `(${present}) ${filter}` : `${present} ${filter}`;
}

/** Writes a suggestion into what was typed. */
export function completed(typed: string, { insert, from, to }: { insert: string; from: number; to: number }): string {
  return `${typed.slice(0, from)}${insert}${typed.slice(to)}`.trim();
}

/** The last documents that were opened, newest first. */
export function remembered(ids: readonly string[], id: string, most = 6): string[] {
  return [id, ...ids.filter((each) => each !== id)].slice(0, most);
}

export interface GroupedKeys {
  group: string;
  /** `keys` are as they are shown, each once. */
  actions: { label: string; keys: string[] }[];
}

/** Keys under their headings, those that do the same together, in the order of their first mention. */
export function groupedKeys(bindings: readonly { keys: string; group: string; label: string }[]): GroupedKeys[] {
  return Array.from(
    Map.groupBy(bindings, ({ group }) => group),
    ([group, own]) => ({
      group,
      actions: Array.from(
        Map.groupBy(own, ({ label }) => label),
        ([label, same]) => ({ label, keys: [...new Set(same.map(({ keys }) => shownKeys(keys)))] }),
      ),
    }),
  );
}

/** Without what may be left out: `[Shift]+?` is typed as `?`. */
export const shownKeys = (keys: string): string => keys.replaceAll(/\[\w+\]\+/g, '');
