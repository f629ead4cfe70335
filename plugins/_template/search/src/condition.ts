import { foldedNeedle, type SearchTree } from '@archivolt/plugin-kit';

export interface ConditionContext {
  /** The table of tags. */
  tag: string;
  /** The values that the condition refers to are added here. */
  values: (number | string)[];
}

/** The tree as a condition of SQL on a row `e`, true or false and never null. */
export function conditionOf(tree: SearchTree, context: ConditionContext): string {
  const { tag, values } = context;
  const bind = (value: number | string): string => {
    values.push(value);
    return '?';
  };
  switch (tree.kind) {
    case 'all':
      return 'true';
    case 'nothing':
      return 'false';
    case 'and':
    case 'or':
      if (tree.children.length === 0) return tree.kind === 'and' ? 'true' : 'false';
      return `(${tree.children.map((child) => conditionOf(child, context)).join(` ${tree.kind} `)})`;
    case 'not':
      return `(not ${conditionOf(tree.child, context)})`;
    case 'text': {
      if (tree.words.length === 0 || tree.fields.length === 0) return 'false';
      const needle = foldedNeedle(tree.words);
      return `(${tree.fields.map((field) => `instr(e.${field}, ${bind(needle)}) > 0`).join(' or ')})`;
    }
    case 'tag':
      if (tree.tagIds.length === 0) return 'false';
      return `exists (select 1 from ${tag} where entry = e.id and tag in (${tree.tagIds.map(bind).join(', ')}))`;
    case 'has':
      if (tree.what === 'documentDate') return '(e.dated is not null)';
      return `exists (select 1 from ${tag} where entry = e.id)`;
    case 'date': {
      const column = tree.field === 'createdAt' ? 'e.created' : 'e.dated';
      const conditions = [`${column} is not null`];
      if (tree.from !== undefined) conditions.push(`${column} >= ${bind(tree.from.getTime())}`);
      if (tree.before !== undefined) conditions.push(`${column} < ${bind(tree.before.getTime())}`);
      return `(${conditions.join(' and ')})`;
    }
    case 'mimeType':
    case 'property':
    case 'hasProperty':
      return 'false';
  }
}
