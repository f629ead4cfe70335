import { foldedNeedle, isSearchableEnding, type PropertyCondition, type SearchTree } from '@archivolt/plugin-kit';

export interface ConditionContext {
  /** The table of tags. */
  tag: string;
  /** The table of values of custom properties. */
  property: string;
  /** The values that the condition refers to are added here. */
  values: (number | string)[];
}

/** The tree as a condition of SQL on a row `e`, true or false and never null. */
export function conditionOf(tree: SearchTree, context: ConditionContext): string {
  const { tag, property, values } = context;
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
    case 'ending': {
      if (!isSearchableEnding(tree.ending) || tree.fields.length === 0) return 'false';
      const ending = `${tree.ending} `;
      return `(${tree.fields.map((field) => `instr(e.${field} || ' ', ${bind(ending)}) > 0`).join(' or ')})`;
    }
    case 'tag':
      if (tree.tagIds.length === 0) return 'false';
      return `exists (select 1 from ${tag} where entry = e.id and tag in (${tree.tagIds.map(bind).join(', ')}))`;
    case 'has':
      if (tree.what === 'documentDate') return '(e.dated is not null)';
      if (tree.what === 'notes') return '(e.has_notes = 1)';
      return `exists (select 1 from ${tag} where entry = e.id)`;
    case 'date': {
      const column = tree.field === 'createdAt' ? 'e.created' : 'e.dated';
      const conditions = [`${column} is not null`];
      if (tree.from !== undefined) conditions.push(`${column} >= ${bind(tree.from.getTime())}`);
      if (tree.before !== undefined) conditions.push(`${column} < ${bind(tree.before.getTime())}`);
      return `(${conditions.join(' and ')})`;
    }
    case 'number': {
      const conditions = [`e.${tree.field} is not null`];
      if (tree.from !== undefined) conditions.push(`e.${tree.field} >= ${bind(tree.from)}`);
      if (tree.before !== undefined) conditions.push(`e.${tree.field} < ${bind(tree.before)}`);
      return `(${conditions.join(' and ')})`;
    }
    case 'language':
      return isOneOf('e.language', tree.languages.map(bind));
    case 'source':
      return isOneOf('e.source', tree.sources.map(bind));
    case 'owner':
      return isOneOf('e.owner', tree.userIds.map(bind));
    case 'inbox':
      return '(e.is_in_inbox = 1)';
    case 'mimeType': {
      // A slash is followed by a zero: whole types and ranges, both answered by comparison.
      const conditions = tree.mimeTypes.map((type) =>
        type.endsWith('/')
          ? `(e.mime_type >= ${bind(type)} and e.mime_type < ${bind(`${type.slice(0, -1)}0`)})`
          : `e.mime_type = ${bind(type)}`,
      );
      return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
    }
    case 'property':
      return `exists (select 1 from ${property} where entry = e.id and property = ${bind(tree.propertyId)}
        and ${valueCondition(tree.condition, bind)})`;
    case 'hasProperty':
      return `exists (select 1 from ${property} where entry = e.id and property = ${bind(tree.propertyId)})`;
    case 'document':
      return isOneOf('e.id', tree.documentIds.map(bind));
  }
}

function isOneOf(column: string, wanted: readonly string[]): string {
  return `(${column} is not null and ${column} in (${wanted.join(', ')}))`;
}

/** A condition on a row of the table of values, which has the value in a form that `storedValues` gives it. */
function valueCondition(condition: PropertyCondition, bind: (value: number | string) => string): string {
  const ofType = `type = ${bind(condition.type)}`;
  switch (condition.type) {
    case 'text':
      return `${ofType} and value = ${bind(condition.equals)}`;
    case 'number':
      return `${ofType} and value ${condition.operator} ${bind(condition.value)}`;
    case 'boolean':
      return `${ofType} and value = ${bind(Number(condition.equals))}`;
    case 'date': {
      const conditions = [ofType];
      if (condition.from !== undefined) conditions.push(`value >= ${bind(condition.from.getTime())}`);
      if (condition.before !== undefined) conditions.push(`value < ${bind(condition.before.getTime())}`);
      return conditions.join(' and ');
    }
    case 'option':
      return `${ofType} and value in (${condition.optionIds.map(bind).join(', ')})`;
    case 'user':
      return `${ofType} and value in (${condition.userIds.map(bind).join(', ')})`;
    case 'document':
      return `${ofType} and value in (${condition.documentIds.map(bind).join(', ')})`;
  }
}
