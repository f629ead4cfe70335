import { useLingui } from '@lingui/react/macro';
import { formatDate } from '../../lib/format';
import type { QueryPartView } from './documents.queries';

/** The query in words, as the server understood it. */
export function Explanation({ tree }: { tree: QueryPartView }) {
  const { t } = useLingui();
  const say = (part: QueryPartView): string => {
    switch (part.kind) {
      case 'all':
        return t`all documents`;
      case 'and':
        return (part.children ?? []).map((child) => bracketed(child, say(child))).join(t` and `);
      case 'or':
        return (part.children ?? []).map((child) => bracketed(child, say(child))).join(t` or `);
      case 'not': {
        const { child } = part;
        const what = child ? bracketed(child, say(child)) : '';
        return t`not ${what}`;
      }
      case 'text': {
        const words = (part.words ?? []).join(' ');
        const [field, ...others] = part.fields ?? [];
        if (others.length > 0 || field === undefined) return t`“${words}” anywhere`;
        if (field === 'name') return t`“${words}” in the name`;
        return field === 'notes' ? t`“${words}” in the notes` : t`“${words}” in the text`;
      }
      case 'tag': {
        const name = part.name ?? '';
        return t`tag “${name}”`;
      }
      case 'date': {
        // A date of a document is a day everywhere; it was added at a time.
        const shown = (bound: string): string => formatDate(part.field === 'created' ? bound : bound.slice(0, 10));
        const from = part.from === undefined ? undefined : shown(part.from);
        const before = part.before === undefined ? undefined : shown(part.before);
        const what = part.field === 'created' ? t`added` : t`dated`;
        if (from === undefined) return t`${what} before ${before ?? ''}`;
        return before === undefined ? t`${what} from ${from}` : t`${what} from ${from} until before ${before}`;
      }
      case 'has': {
        const what = part.what ?? '';
        if (part.isProperty === true) return t`with a value of “${what}”`;
        if (what === 'notes') return t`with notes`;
        return what === 'date' ? t`with a date` : t`with tags`;
      }
      case 'type': {
        const type = part.type ?? '';
        return t`file type ${type}`;
      }
      case 'property': {
        const property = part.property ?? '';
        const operator = part.operator ?? '=';
        const value = part.value ?? '';
        return t`${property} ${operator} ${value}`;
      }
      case 'similar': {
        const name = part.name ?? '';
        return t`like “${name}”`;
      }
      case 'inbox':
        return t`in the inbox`;
      case 'archive-number':
      case 'language':
      case 'number':
      case 'owner':
      case 'source':
        return part.query ?? '';
      case 'nothing': {
        const query = part.query ?? '';
        return t`nothing (${query})`;
      }
    }
  };
  return (
    <p className="min-w-0 truncate text-xs text-muted" dir="auto">
      {say(tree)}
    </p>
  );
}

const bracketed = ({ kind }: QueryPartView, text: string): string =>
  kind === 'and' || kind === 'or' ? `(${text})` : text;
