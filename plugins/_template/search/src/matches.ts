import { foldedNeedle, foldedText, foldWords, type SearchTree } from '@archivolt/plugin-kit';

export interface KnownDocument {
  id: string;
  name: string;
  content: string;
  createdAt: Date;
  documentDate: Date | null;
  tagIds: string[];
}

export function matches(document: KnownDocument, tree: SearchTree): boolean {
  switch (tree.kind) {
    case 'all':
      return true;
    case 'nothing':
      return false;
    case 'and':
      return tree.children.every((child) => matches(document, child));
    case 'or':
      return tree.children.some((child) => matches(document, child));
    case 'not':
      return !matches(document, tree.child);
    case 'text':
      return tree.words.length > 0 && tree.fields.some((field) => contains(document[field], tree.words));
    case 'tag':
      return tree.tagIds.some((tagId) => document.tagIds.includes(tagId));
    case 'date': {
      const date = document[tree.field];
      if (date === null || (tree.from !== undefined && date < tree.from)) return false;
      return tree.before === undefined || date < tree.before;
    }
    case 'has':
      return tree.what === 'tags' ? document.tagIds.length > 0 : document.documentDate !== null;
  }
}

function contains(text: string, words: string[]): boolean {
  return foldedText(foldWords(text)).includes(foldedNeedle(words));
}
