import type { PropertyCondition, SearchTree } from '@archivolt/plugin-kit';

/** Prints a tree in a short form: `and(tag:rent "old house")`. */
export function showTree(node: SearchTree): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${node.children.map(showTree).join(' ')})`;
    case 'not':
      return `not(${showTree(node.child)})`;
    case 'text': {
      const words = node.words.length === 1 ? (node.words[0] ?? '') : `"${node.words.join(' ')}"`;
      return node.fields.length === 3 ? words : `${node.fields.join()}:${words}`;
    }
    case 'tag':
      return `tag:${node.tagIds.join()}`;
    case 'has':
      return `has:${node.what}`;
    case 'ending':
      return `*${node.ending}`;
    case 'number':
      return `${node.field}[${String(node.from ?? '')}..${String(node.before ?? '')})`;
    case 'language':
      return `language:${node.languages.join()}`;
    case 'source':
      return `source:${node.sources.join()}`;
    case 'owner':
      return `owner:${node.userIds.join()}`;
    case 'inbox':
      return 'in:inbox';
    case 'date':
      return `${node.field}[${bounds(node)})`;
    case 'mimeType':
      return `type[${node.mimeTypes.join()}]`;
    case 'property':
      return `${node.propertyId}{${condition(node.condition)}}`;
    case 'document':
      return `document:${node.documentIds.join()}`;
    case 'hasProperty':
      return `has:${node.propertyId}`;
    default:
      return node.kind;
  }
}

function bounds({ from, before }: { from?: Date; before?: Date }): string {
  return `${from?.toISOString() ?? ''}..${before?.toISOString() ?? ''}`;
}

function condition(of: PropertyCondition): string {
  switch (of.type) {
    case 'date':
      return bounds(of);
    case 'number':
      return `${of.operator}${String(of.value)}`;
    case 'option':
      return of.optionIds.join();
    case 'user':
      return of.userIds.join();
    case 'document':
      return of.documentIds.join();
    default:
      return `=${String(of.equals)}`;
  }
}
